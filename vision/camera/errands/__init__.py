"""What a camera's process does with each picture besides passing it on, and how it is told."""
