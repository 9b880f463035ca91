"""What sites of Markdown pages share, whichever generator publishes them."""
