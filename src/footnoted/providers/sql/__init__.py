"""The database, SQLite or PostgreSQL: the catalogue of books, conversations, cached vectors, keys and counters."""
