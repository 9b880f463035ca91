"""What is shared through a Redis or Valkey server: how often callers came."""
