"""What was read from books: pages, passages, pictures and vectors."""
