"""Hears disputes: who may, how they end, and what a second measurement says."""
