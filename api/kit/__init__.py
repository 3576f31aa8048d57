"""What `umpire kit` does, between the command line and `vision.kit`."""
