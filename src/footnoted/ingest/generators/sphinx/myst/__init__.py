"""Pages of a Sphinx project in MyST Markdown, and notebooks."""
