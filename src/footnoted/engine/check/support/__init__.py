"""Does a sentence say what its source says? Aligned word by word, and weighed. Knows no model and no link."""
