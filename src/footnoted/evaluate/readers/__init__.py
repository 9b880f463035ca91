"""Questions as readers type them: the outcome of each, the same question typed in six ways, the length of answers."""
