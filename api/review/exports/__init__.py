"""A battle in formats for other programs: JSON, JSON Lines, CSV and GeoJSON."""
