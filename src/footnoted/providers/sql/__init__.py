"""What is kept in SQL, in SQLite or PostgreSQL: the catalogue of books, conversations, vectors already made."""
