"""Draws rolls of dice in the printed tray, with known faces; knows no code of their reader."""
