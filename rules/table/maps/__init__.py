"""Answers a question for every place on the table at once: what is seen, in range, reached."""
