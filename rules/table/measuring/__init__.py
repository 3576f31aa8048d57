"""Measures a table: gaps, ranges, ways, neighbours and areas, each with its error."""
