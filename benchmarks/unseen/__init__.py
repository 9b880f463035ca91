"""Readers' questions to books that nothing was tuned on: `python -m benchmarks.unseen [NAMES]`."""
