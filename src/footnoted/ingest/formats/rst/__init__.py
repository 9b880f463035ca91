"""reStructuredText, with the directives and roles of Sphinx."""
