"""Holds a webcam's controls fast, and notices when one moves or lamps flicker all the same."""
