"""The index of passages in Qdrant: embedded in this process, on a server, or a collection that another program made."""
