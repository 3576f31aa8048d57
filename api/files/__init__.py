"""Files that users bring and get: read with a clear message, written whole or not at all."""
