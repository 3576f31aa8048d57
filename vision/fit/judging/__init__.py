"""Decides what became of each tag: placed, covered, shadowed or mistaken."""
