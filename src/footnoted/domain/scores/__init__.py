"""The calibrated scale from 0 to 1, and what answering from a score on risks."""
