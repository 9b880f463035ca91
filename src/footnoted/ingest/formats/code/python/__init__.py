"""What documentation says about Python code, taken from its source. Nothing is imported and nothing is run."""
