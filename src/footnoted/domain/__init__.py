"""The data and roles that every layer shares: books, questions, answers, events, errors, ports. No I/O, no vendor."""
