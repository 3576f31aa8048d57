"""Addresses for the host's cameras: setting up, pictures, terrain and sheets."""
