"""Commands about this installation: what it is made of, how it is set, whether it works."""
