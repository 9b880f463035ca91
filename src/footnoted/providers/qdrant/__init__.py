"""The index of passages in Qdrant: embedded in this process, on a server, or somebody else's collection."""
