"""How good the answers are: test questions, metrics, runs and their reports. Prints tables; asserts nothing."""
