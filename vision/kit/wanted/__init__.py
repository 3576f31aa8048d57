"""What a player wants printed: the roster of an army, line by line."""
