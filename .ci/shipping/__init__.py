"""Makes what is handed to users, each by one command."""
