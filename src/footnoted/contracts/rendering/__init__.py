"""An answer as clients show it: sources in order, footnotes, plain text, Markdown, levels. Knows no route."""
