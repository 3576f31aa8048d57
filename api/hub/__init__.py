"""Runs an event of many tables: pairs players, keeps results, and takes in the logs of battles."""
