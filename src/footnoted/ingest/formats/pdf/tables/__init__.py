"""Tables between rules: where they are on a page, and which words are in which cell."""
