"""Addresses for the table: what stands on it, and questions about it."""
