"""Shows the battles of an event to those who watch, and what a judge is called for."""
