"""One file a language: its little words, its abbreviations, and what the product says in it. Data only."""
