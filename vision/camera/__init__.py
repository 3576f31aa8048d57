"""Brings pictures from files, recordings, cameras and the synthetic camera.

Nothing else in the program opens a device or a stream.
"""
