"""Takes in the logs of battles from their tables: once, in order, and never over what is known."""
