"""Docusaurus sites: configuration, routes, sidebar."""
