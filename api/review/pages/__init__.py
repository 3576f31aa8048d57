"""Reports a battle as a page, as a PDF and as a video."""
