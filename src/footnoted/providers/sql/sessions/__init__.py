"""Conversations, and what readers asked in them."""
