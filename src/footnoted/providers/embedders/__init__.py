"""Embedders turn texts into vectors: one file for each vendor and for each local model."""
