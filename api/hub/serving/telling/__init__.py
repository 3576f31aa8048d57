"""What the hub tells: answers field by field, and the sheets of those who follow."""
