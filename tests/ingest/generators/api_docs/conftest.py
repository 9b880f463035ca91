"""The fixture's code is to be read, and never imported: not by the search for doctests either."""

collect_ignore = ["site"]
