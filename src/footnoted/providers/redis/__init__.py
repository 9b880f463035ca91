"""Counters shared by all machines through a Redis or Valkey server."""
