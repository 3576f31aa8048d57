"""Describes a scene: what is on the table, the story, and the camera."""
