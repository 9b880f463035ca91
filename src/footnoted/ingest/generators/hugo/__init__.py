"""Hugo: where it publishes each page, in every language, and its Markdown without shortcodes."""
