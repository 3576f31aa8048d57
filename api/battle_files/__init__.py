"""A battle as a file: its tables, its chain of hashes, and how it is mended and rescued."""
