"""The one place that cleans text on its way in, from clients and from books alike. Knows characters only."""

from __future__ import annotations

import re

# Zero-width, bidirectional controls, soft hyphen, tag characters, extra variation selectors, controls, surrogates.
_UNSEEN = re.compile(
    "[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180e\u200b\u200e\u200f"
    "\u202a-\u202e\u2060-\u206f\u3164\ufe00-\ufe0d\ufeff\uffa0\ufff9-\ufffb\ud800-\udfff"
    "\U0001d173-\U0001d17a\U000e0000-\U000e0fff]"
)
# Joiners mean something between letters of some scripts and within emoji, and nothing elsewhere.
_IDLE_JOINER = re.compile(
    r"(?<![^\x00-\x7f\u200c\u200d])[\u200c\u200d]+|[\u200c\u200d]+(?![^\x00-\x7f\u200c\u200d])|(?<=[\u200c\u200d])[\u200c\u200d]+"
)
_VARIATION_RUN = re.compile("([\ufe0e\ufe0f])[\ufe0e\ufe0f]+")


def clean(text: str) -> str:
    """The text without what no reader can see and what databases and encoders choke on.

    >>> clean("plain\\u200b te\\u202ext\\U000e0041\\x00")
    'plain text'
    """
    if text.isascii():
        return _UNSEEN.sub("", text)
    return _VARIATION_RUN.sub(r"\1", _IDLE_JOINER.sub("", _UNSEEN.sub("", text)))
