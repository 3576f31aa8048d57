"""Joins cameras that look at one table, each calibrated by itself."""
