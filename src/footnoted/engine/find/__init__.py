"""The passages a question is about, in order, with calibrated scores."""
