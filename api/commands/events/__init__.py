"""Commands about an event of many tables."""
