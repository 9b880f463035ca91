"""How good the support check is: sentences that were made false, and how many it finds."""
