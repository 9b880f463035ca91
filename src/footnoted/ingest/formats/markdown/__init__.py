"""Markdown and MDX, as Docusaurus and GitHub show them."""
