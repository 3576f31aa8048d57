"""Reports on a calibration: one page with its pictures, and the pictures on their own."""
