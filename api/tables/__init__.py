"""Where the server's table comes from, and who is told when it has changed."""
