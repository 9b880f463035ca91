"""What many readers at once cost, and whether the server still stands: its parts, each in a process of its own."""
