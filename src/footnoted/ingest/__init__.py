"""How a book becomes passages. Knows files, formats and site generators; nothing of questions or of vendors."""
