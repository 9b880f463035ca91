"""Models that check whether a text says exactly what is said or asked."""
