"""Cameras beside the server: which there are, how one runs, and how it is set up."""
