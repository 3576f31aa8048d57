"""What chance brings next: every way that dice or cards may fall, tried on the rules themselves."""
