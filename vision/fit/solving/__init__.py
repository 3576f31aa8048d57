"""Moves many tags at once towards the places that explain their pixels."""
