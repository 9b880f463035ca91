"""Do citations open? Holds the links of a book against the site that was built from it."""
