"""What a game's rulebook tells people: its clauses, how it is won, what a choice is for."""
