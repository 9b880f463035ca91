"""Site generators whose pages are Markdown files in a folder: one file each, and what they have in common."""
