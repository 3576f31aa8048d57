"""The test kit for games, in this repository and elsewhere: driver, conformance, random players."""
