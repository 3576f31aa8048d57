"""Makes the guide from the Markdown of the repository, or finds the pages that were built."""
