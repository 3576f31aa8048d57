"""The printed tags: their families, their cells, and how a number is read off them."""
