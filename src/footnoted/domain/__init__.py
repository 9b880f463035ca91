"""What we talk about: books, questions, answers, events, errors and ports. Standard library only."""
