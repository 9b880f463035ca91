"""Shared by all contracts: errors, streaming, shutting down, and types of requests."""
