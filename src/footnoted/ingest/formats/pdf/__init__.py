"""PDF: letters on pages become rows, headings and sections."""
