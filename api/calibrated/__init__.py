"""What a calibration leaves behind: a measured lens, or a calibrated table."""
