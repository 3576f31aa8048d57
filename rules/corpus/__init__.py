"""Judged cases by game and chapter, and what reads, asks and compares them."""
