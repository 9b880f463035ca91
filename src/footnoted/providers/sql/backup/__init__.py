"""The whole database in one file, and a database from such a file."""
