"""Language models: how they are called, and what happens when they fail."""
