"""What is held against every answer: markers, links, secrets, support in the sources."""
