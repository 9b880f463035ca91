"""Language models: how they are reached, and what happens when they fail."""
