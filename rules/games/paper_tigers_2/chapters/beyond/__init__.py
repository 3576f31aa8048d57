"""What comes from beyond the table: support, landings, reinforcements and scenarios."""
