"""The pages for a reader's browser."""
