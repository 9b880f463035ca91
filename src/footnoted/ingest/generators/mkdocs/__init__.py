"""MkDocs sites: configuration, routes, reading."""
