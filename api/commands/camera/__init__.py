"""Commands about cameras: finding, recording, calibrating, measuring and watching."""
