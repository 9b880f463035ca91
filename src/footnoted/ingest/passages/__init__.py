"""How a page that is read becomes passages: cut to size, with a role, and words that open a link at each sentence."""
