"""Sphinx projects: configuration, routes, reading of reStructuredText and MyST."""
