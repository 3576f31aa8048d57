"""Decides which number each tag gets and how large it has to be."""
