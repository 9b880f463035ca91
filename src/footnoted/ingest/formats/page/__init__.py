"""What every reader builds a page from: lines, code blocks, sections."""
