"""Messages in the reader's language, for contracts whose wording no seed fixes. Knows no wire format."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

from footnoted.domain.question import Policy
from footnoted.domain.text.language import ENGLISH, WITH_FILE, accepted, language, language_of
from footnoted.domain.text.messages import Messages

SPOKEN = tuple(code for code in WITH_FILE if language(code).messages)
"""The languages that have all messages."""


def reader_language(question: str, accept_language: str = "", expected: str = "") -> str:
    """The language to speak to a reader in: that of the question, else the one their browser asks for.

    Where neither tells, it is the expected one, the page's or the book's.

    >>> reader_language("Wie groß ist der Mond?", "en-GB"), reader_language("M31", "fr"), reader_language("M31")
    ('de', 'fr', 'en')
    >>> reader_language("M31", "", "ur"), reader_language("空気", "", "ja")
    ('ur', 'ja')
    """
    asked = language_of(question) and language_of(question, expected)
    if asked in SPOKEN:
        return asked
    return accepted(accept_language, SPOKEN) or (expected if expected in SPOKEN else ENGLISH)


def messages_in(code: str) -> Messages:
    """The messages in this language, or in English."""
    own = language(code if code in SPOKEN else ENGLISH).messages
    assert own is not None
    return own


@cache
def policy_in(policy: Policy, code: str) -> Policy:
    """The policy with its messages in another language; in English it keeps its own."""
    if code == ENGLISH:
        return policy
    own = messages_in(code)
    return replace(
        policy,
        language=code,
        refusal=own.refusal,
        selection_refusal=own.selection_refusal,
        unclear=own.unclear,
        fallback=own.fallback,
        corrected=own.corrected,
        shown=own.shown,
        closest=own.closest,
        hedge=own.hedge if policy.hedge else "",
    )
