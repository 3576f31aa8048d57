"""Evidence for one ruling: what it rests on, how near it was, and a bundle to take away."""
