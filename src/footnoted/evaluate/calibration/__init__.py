"""A book measured by itself: its marks, and what questions about other subjects look like in it."""
