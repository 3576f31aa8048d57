"""Reads ordinary dice in the printed tray, or says why it is not sure."""
