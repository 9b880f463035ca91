"""The pictures of a page: where their files are, what these hold, and where on the page they are."""
