"""How answering and memory grow with the number of passages: measured, kept in a file, drawn."""
