"""What `umpire locate` and `umpire watch` do, between the command line and `vision`."""
