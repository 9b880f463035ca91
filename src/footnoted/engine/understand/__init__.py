"""What is being asked: follow-up questions made whole. Knows no passage."""
