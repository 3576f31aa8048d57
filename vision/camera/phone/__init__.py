"""Brings the pictures that a phone sends to the camera's own process."""
