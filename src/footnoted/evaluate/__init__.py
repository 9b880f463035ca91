"""Is it any good: cases, metrics, runs and their reports. Prints tables; asserts nothing."""
