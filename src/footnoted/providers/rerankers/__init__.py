"""Rerankers give a second opinion on what a search found: vendors' APIs, or a local model."""
