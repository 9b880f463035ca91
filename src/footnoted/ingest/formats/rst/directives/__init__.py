"""The directives and roles of Sphinx and its common extensions, as docutils classes."""
