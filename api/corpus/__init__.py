"""Holds engines to the corpus of judged cases."""
