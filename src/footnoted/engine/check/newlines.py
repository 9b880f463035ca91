"""Newlines only, in a text that comes in pieces: Markdown parsers end a line at a return, too. Knows no Markdown."""

from __future__ import annotations


class Newlines:
    """Replaces every end of a line by a newline, wherever the pieces are cut.

    >>> newlines = Newlines()
    >>> [newlines.only(piece) for piece in ("a\\r", "\\nb\\r\\n", "\\n\\rc")]
    ['a\\n', 'b\\n', '\\n\\nc']
    """

    def __init__(self) -> None:
        self.is_after_return = False

    def only(self, piece: str) -> str:
        rest = piece[1:] if self.is_after_return and piece[:1] == "\n" else piece
        if piece:
            self.is_after_return = piece[-1] == "\r"
        return rest.replace("\r\n", "\n").replace("\r", "\n")
