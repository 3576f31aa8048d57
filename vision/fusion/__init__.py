"""Makes one live table of what several cameras see of it."""
