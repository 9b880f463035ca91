"""EPUB: an archive of HTML chapters."""
