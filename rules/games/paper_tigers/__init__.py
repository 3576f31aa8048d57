"""Knows the basic game of Paper Tigers."""
