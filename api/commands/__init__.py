"""The commands of `umpire`, one module each."""
