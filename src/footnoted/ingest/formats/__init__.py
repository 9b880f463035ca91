"""How each file format reads. Knows no site generator."""
