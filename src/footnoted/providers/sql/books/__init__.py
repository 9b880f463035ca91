"""What was read from books: their passages, pictures and vectors."""
