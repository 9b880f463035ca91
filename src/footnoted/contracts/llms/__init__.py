"""Books for programs that read: `llms.txt`, `llms-full.txt` and a Markdown twin of every page, served or as files."""
