"""Questions to a table and answers to a script, as values, as lines and as JSON."""
