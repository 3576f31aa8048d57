"""The chapters of the rulebook, each with its commands, decisions, events, questions and steps."""
