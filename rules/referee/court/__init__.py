"""Where players are heard: commands, corrections, proposals, disputes, and what may be asked."""
