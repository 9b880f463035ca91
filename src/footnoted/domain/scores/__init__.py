"""The calibrated scale from 0 to 1, and how often an answer at a given score is wrong."""
