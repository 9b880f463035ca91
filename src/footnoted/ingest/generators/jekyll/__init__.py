"""Jekyll: its routes, and its Markdown without Liquid."""
