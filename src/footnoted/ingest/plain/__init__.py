"""Folders and files that no site generator publishes."""
