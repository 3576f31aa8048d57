"""Pictures of the moments in which rulings were made: caught, kept and drawn on."""
