"""Sets several cameras up over one table, one after the other."""
