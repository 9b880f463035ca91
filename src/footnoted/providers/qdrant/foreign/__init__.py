"""A collection that another program made, read as a book."""
