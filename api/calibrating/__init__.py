"""What `umpire calibrate` does, between the command line and `calibration`."""
