"""Turns the bytes of picture files into pictures that can be measured."""
