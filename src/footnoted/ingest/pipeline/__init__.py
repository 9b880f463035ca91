"""How a manuscript becomes an index: what changed, reading, embedding, and the verdict at the end."""
