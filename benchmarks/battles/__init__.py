"""Times the referee on battles that are as large or as long as any."""
