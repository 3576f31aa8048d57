"""Knows how a calibration is reported: one page with its pictures, and pictures on their own."""
