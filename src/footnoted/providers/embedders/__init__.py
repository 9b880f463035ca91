"""Texts become vectors: one file a vendor, one for the model that runs here."""
