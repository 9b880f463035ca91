"""How a database made by an earlier release becomes one that this release reads; forward only."""
