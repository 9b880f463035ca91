"""AsciiDoc: what a page includes, its lines, its blocks."""
