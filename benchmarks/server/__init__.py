"""Times the server and its page under load and after a crash."""
