"""What every answer is checked for: markers, links, secrets, support in the sources."""
