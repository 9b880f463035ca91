"""The files that a book is made from: which there are, and reading them safely."""
