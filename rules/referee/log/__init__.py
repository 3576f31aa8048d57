"""A battle as its log tells it: entries, their text, and the state that they add up to."""
