"""Keeps events in a database: SQLite for an evening on one laptop, PostgreSQL for more."""
