"""Units of the second edition: their lines in the lists, what they can do, and their dice."""
