"""What an author learns from what readers ask: figures, gaps in the book, and sections nobody is sent to."""
