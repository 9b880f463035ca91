"""The size of letters on paper, from what a font says of itself and from how high they are. Knows no page."""

from __future__ import annotations

_LEAST, _MOST = 0.5, 3.0
"""Times a letter's height: an "x" is not half as high as its font's size, and some boxes are as tight as the letter.
Fonts of pictures have odd units, and are ten or a thousand times off."""


def letter_size(stated: float, height: float) -> float:
    """The font's size as it is drawn, if that can be; else the height of the letter's box.

    >>> letter_size(10.0, 12.0), letter_size(10.0, 4.7), letter_size(1000.0, 9.0)
    (10.0, 10.0, 9.0)
    """
    return stated if _LEAST < stated / max(height, 0.01) < _MOST else height
