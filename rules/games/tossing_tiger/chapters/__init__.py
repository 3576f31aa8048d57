"""The chapters of the rulebook, each with all that it asks, decides and lets happen."""
