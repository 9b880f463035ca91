"""What questions and requests look like, language by language: rules as data, compiled once."""
