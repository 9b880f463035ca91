"""mdBook books: configuration, routes, reading."""
