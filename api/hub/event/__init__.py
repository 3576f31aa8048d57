"""One event from its opening to its last standings: pure, the fold of what was done in it."""
