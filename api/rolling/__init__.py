"""Reads what players roll in a tray under the camera, for the roll that the umpire asks for."""
