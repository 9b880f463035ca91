"""One file a language: the whole phrases that its readers use around a question and of the book. Data only."""
