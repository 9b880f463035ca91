"""Is the support check any good? Sentences made false, and what it says of them."""
