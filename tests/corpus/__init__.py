"""Tests of the corpus of judged cases, and a second engine to hold beside the first."""
