"""What many readers at once cost, and whether the server keeps working: its parts, each in a process of its own."""
