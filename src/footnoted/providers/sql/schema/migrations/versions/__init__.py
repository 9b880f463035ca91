"""One migration each, oldest first. Each has its own definitions of tables and never uses the current ones."""
