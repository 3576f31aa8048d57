"""Commands of `umpire`, one module each."""
