"""Books for programs: `llms.txt`, `llms-full.txt` and the Markdown of every page, served or as files."""
