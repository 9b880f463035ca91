"""A report for the author about readers' questions: figures, gaps in the book, and sections that are never cited."""
