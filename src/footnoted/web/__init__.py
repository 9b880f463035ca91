"""The pages a reader sees in a browser."""
