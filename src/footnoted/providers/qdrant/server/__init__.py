"""The index on a Qdrant server: a collection a book, or small books that share one."""
