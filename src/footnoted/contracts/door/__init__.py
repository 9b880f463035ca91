"""The door of the house: which route wants what, who is calling, how often, and the same request twice."""
