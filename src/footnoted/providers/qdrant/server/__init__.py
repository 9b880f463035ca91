"""The index on a Qdrant server: a collection for each book, or one that small books share."""
