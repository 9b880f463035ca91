"""What commands share: options, and how answers, progress and logs look on a terminal."""
