"""Programs, read without running them: what a configuration says, what an API documents."""
