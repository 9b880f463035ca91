"""Who is calling, and what each caller may see."""
