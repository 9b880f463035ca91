"""VitePress: its configuration, its routes, and its Markdown without Vue."""
