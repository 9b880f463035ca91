"""A second opinion on what a search found: one file for the vendors' APIs, one for a model that runs here."""
