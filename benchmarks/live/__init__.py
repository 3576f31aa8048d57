"""Times and checks a table that is followed frame by frame."""
