"""How commands speak to a terminal: data, remarks, a bar for long work, one changing sentence."""
