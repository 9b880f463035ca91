"""HTML, as a browser shows it."""
