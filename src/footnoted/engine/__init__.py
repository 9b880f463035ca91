"""How a question becomes an answer. Knows the domain's ports, never a vendor, a wire format or a file."""
