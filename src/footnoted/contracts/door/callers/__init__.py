"""Who is calling, and what of the server each may see."""
