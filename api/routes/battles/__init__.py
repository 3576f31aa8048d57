"""Addresses for battles: begun, played, listed, and opened to players."""
