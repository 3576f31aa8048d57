"""Measures the rows and the fans of cards on the table."""
