"""Which addresses may be in an answer: the book's own, and as code those that are in a passage.

Knows nothing of Markdown but that it has escapes and entities, in which an address may hide.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection
from html import unescape
from itertools import takewhile
from urllib.parse import urlsplit

REMOVED = "(link removed)"
_SCHEME = r"[a-z][a-z0-9+.-]{0,30}"
"""The limit keeps the cost of a very long word linear."""
_ADDRESS = re.compile(
    rf"(?P<scheme>{_SCHEME}):[/\\]{{2}}[^\s<>\"'`]*"
    # In a row of slashes only the first two are tried; the others would find the same.
    r"|(?:(?:(?<=[^\w:])|^):|(?<=[^\w:/\\])|^|(?<=[\w:][/\\]))[/\\]{2,}+(?=[\w.-]*\.\w|localhost)[^\s<>\"'`]*"
    r"|(?<![^\W_])(?<!\.)www\.[^\s<>\w]*[^\s<>\"'`]+"
    r"|(?<![\w-])(?:javascript|vbscript|data|file|blob|mailto):[^\s<>\"'`]+",
    re.IGNORECASE,
)
_IN_TEXT = re.compile(rf"{_ADDRESS.pattern}|(?<=[^\s/(])@[\w-]+(?:\.[\w-]+)+[^\s<>\"'`]*", re.IGNORECASE)
"""Also mail addresses, without the mailbox: many programs make a link of one as it stands."""
_SHARE = re.compile(r"(?<![\w:/\\])\\\\[\w-]+\.[^\s<>\"'`]+")
"""Another machine, for Windows; in Markdown its two backslashes are one."""
_BEHIND = re.compile(r"[<>\"'`]\S{0,200}+")
"""What is behind an address and belongs to it for many programs: a quotation mark, and what comes up to a blank."""
_LETTER = re.compile(r"[^\W_]")
_MAILBOX = re.compile(r"[\w.+-]{1,30}\Z")
_HOST = re.compile(rf"(?:(?:{_SCHEME}:)?//|www\.)[^/?#\\]*", re.IGNORECASE)
_KNOWN = ("http", "https", "ftp", "javascript", "vbscript", "data", "file", "blob", "mailto")
_IS_KNOWN = re.compile("|".join(_KNOWN), re.IGNORECASE)
BEGINNINGS = {word[:length] for word in (*_KNOWN, "www") for length in range(1, len(word) + 1)}
WORD_BEGUN = rf"(?<![^\W_])(?:{'|'.join(sorted(BEGINNINGS))}|www\.\S*)$"
"""The end of a text that may become an address, before anything in it shows that it is one."""
_BEGUN = re.compile(rf"{_SCHEME}:|[:/\\]|{WORD_BEGUN}", re.IGNORECASE)
ADDRESS_MARK = re.compile(r"[:/\\&@]|www\.", re.IGNORECASE)
_WORD_BACKWARDS = re.compile(r"[^\s<>\"'`]*")
_LONGEST_WORD = 40
"""No beginning of an address is longer."""
_MOST_IN_A_WORD = 20
"""Addresses without a blank between them; each costs what is left of the word."""
_CLOSING = ".,;:!?)]}*_|"
_WORD = re.compile(r"\S+")
_SUSPICIOUS = re.compile(r"[:/\\&@]")
_ESCAPE = re.compile(r"\\(?=[!-/:-@\[-`{-~])")
_UNLINKED = re.compile(r"[\x00-\x20\x7f()<>\\\"'`\[\]]")
"""No honest address needs them unescaped, and Markdown parsers disagree about them."""
_UNDISGUISED = str.maketrans("[]<>`~\n\r\t\f\v", "()‹›'-" + " " * 5)
"""For what was written as escapes and entities: so that it does not come to mean something."""


def address_start(text: str) -> int:
    """Where an address may have begun at the end of an unfinished text, or the word that has one."""
    start = len(text) - len(last_word(text))
    found = _BEGUN.search(text, start)
    at = found.start() if found else len(text)
    word = "" if text[-1:].isspace() else "".join(text.rsplit(None, 1)[-1:])
    return min(at, len(text) - len(word)) if _ADDRESS.search(word) else at


def address_last(text: str) -> int:
    """Where the last word begins, if it is or may become an address, or a bracket that it is in; else the end."""
    at = len(text)
    if not text[-1:].isspace() and (word := text.rsplit(None, 1)[-1:]) and ADDRESS_MARK.search(word[0]):
        at -= len(word[0])
    bracket = text.find("<", max(map(text.rfind, "> !")) + 1)
    return min(at, bracket) if bracket >= 0 else at


def address_parts(word: str) -> tuple[int, int]:
    """Where the first address in a word without blanks begins, and where its first mark is; its length twice if none.

    Whatever comes behind the mark leads somewhere else, for programs that make links of plain text.
    """
    found = _IN_TEXT.search(word)
    if found is None:
        return len(word), len(word)
    mark = ADDRESS_MARK.search(word, found.start())
    at = mark.start() if mark else found.start()
    if found[0][0] == "@" and (mailbox := _MAILBOX.search(word, 0, at)):
        return mailbox.start(), at
    return found.start(), at + 3 if word[at : at + 3].lower() == "www" else at


def last_word(text: str) -> str:
    """The end of the text, as far as it may be part of an address."""
    found = _WORD_BACKWARDS.match(text[::-1])  # forwards, it would be tried from each letter of a long word
    return found[0][::-1] if found else ""


def end_of(text: str) -> str:
    """The end of the last word that what follows must be read together with; a longer word is cut after a letter."""
    word = last_word(text[-_LONGEST_WORD:])
    return word if len(word) < _LONGEST_WORD else f"x{word[1:]}"


class Addresses:
    """Separates the book's own addresses from all others."""

    def __init__(self, origins: Collection[str], passages: Collection[str]) -> None:
        self._origins = {origin for site in origins if (origin := _origin(site))}
        self._passages = passages

    def may_be_linked(self, to: str) -> bool:
        """Whether a link's destination is within the book: relative, or of one of its origins."""
        to = _decoded(to)
        if not to or _UNLINKED.search(to) or to.startswith("//"):
            return False
        if re.match(rf"{_SCHEME}:|:", to, re.IGNORECASE) is None:
            return True
        return _origin(to) in self._origins

    def in_text(self, text: str, before: str = "", *, trusts_ticks: bool = False) -> str:
        """Text without foreign addresses, however they are written; ``before`` is the beginning of its first word.

        If back-ticks can be trusted, an address that is in a passage becomes code: readable, but not a link.
        """
        if not _is_suspicious(before + text):
            return text
        cleaned = _WORD.sub(lambda word: self._word(word[0], trusts_ticks), before + text)
        return cleaned[_in_common(before, cleaned) :]

    def in_code(self, code: str, before: str = "") -> str:
        """Code without the addresses that are neither the book's own nor in one of its passages.

        What follows an address there, up to a blank, is as the book has it, or comes after a blank.
        """
        text, done, at = before + code, "", 0
        while found := _ADDRESS.search(text, at):
            kept = self._address(found, self._is_known)
            done, at = done + text[at : found.start()] + kept, found.end()
            behind = _BEHIND.match(text, at)
            if kept == found[0] and behind and (letter := _LETTER.search(behind[0])) and not self._is_own(kept):
                word = (kept + behind[0]).rstrip("`")
                if not any(word in passage for passage in self._passages):
                    done, at = f"{done}{text[at : at + letter.start()]} ", at + letter.start()
        return (done + text[at:]).removeprefix(before)

    def replacement(self, url: str, *, trusts_ticks: bool) -> str:
        """The replacement of a foreign address: itself as code if a passage has it, else a note that it was removed."""
        is_honest = url[0] != "@" and not _UNLINKED.search(url) and self._is_known(url)
        return f"`{url}`" if trusts_ticks and is_honest else REMOVED

    def _word(self, word: str, as_code: bool) -> str:
        if not _is_suspicious(word):
            return word
        plain = _decoded(word)
        cleaned = self._cleaned(plain, as_code and plain == word)
        if cleaned == plain and (plain == word or not _ADDRESS.search(plain)):
            return word if plain == word else _SHARE.sub(self._share, word)
        if plain == word:
            return cleaned
        as_written = _in_common(word, cleaned)
        return cleaned[:as_written] + cleaned[as_written:].translate(_UNDISGUISED)

    def _share(self, found: re.Match[str]) -> str:
        url = found[0].rstrip(_CLOSING)
        return found[0] if self._is_known(url) else REMOVED + found[0][len(url) :]

    def _cleaned(self, word: str, as_code: bool) -> str:
        """A word without foreign addresses, including those inside one of our own, which some programs link.

        Our host must be followed by a slash: to many programs a quotation mark does not end an address, and the owner
        of ``evil.example`` also owns ``https://book.example'.evil.example``.
        """
        done, at = "", 0
        for _ in range(_MOST_IN_A_WORD):
            found = _IN_TEXT.search(word, at)
            if found is None:
                return done + word[at:]
            done, at = done + word[at : found.start()], found.end()
            kept = self._address(found, self._is_own, as_code)
            if kept == found[0] and (host := _HOST.match(kept.rstrip(_CLOSING))):
                at = found.start() + host.end()
                kept = host[0] if word[at : at + 1] in ("/", "?", "#") else f"{host[0]}/"
            done += kept
        return done + REMOVED

    def _address(self, found: re.Match[str], may_stay: Callable[[str], bool], as_code: bool = False) -> str:
        address = found[0]
        url = address.rstrip(_CLOSING)
        if self._is_told(found, url) if url[0] == "@" else may_stay(url):
            return address
        # The beginning of an unknown scheme may have been sent before "://" came.
        scheme, is_whole = found["scheme"] or "", not re.match(r"\w", found.string[found.start() - 1 : found.start()])
        is_no_word = scheme[:4].lower() == "www." or (is_whole and _IS_KNOWN.fullmatch(scheme))
        kept = "" if is_no_word else scheme
        is_escaped = found.string.endswith("\\", 0, found.start())
        as_code = as_code and not is_escaped
        replacement = self._unlinked(url, kept) if as_code and kept else self.replacement(url, trusts_ticks=as_code)
        return kept + replacement + address[len(url) :]

    def _unlinked(self, url: str, scheme: str) -> str:
        """The replacement of what follows such a scheme: as code, which is no link, if a passage has it."""
        is_honest = not _UNLINKED.search(url) and self._is_known(url)
        return f":`{url[len(scheme) + 1 :]}`" if is_honest else REMOVED

    def _is_told(self, found: re.Match[str], url: str) -> bool:
        """Whether a passage has this mail address; the beginning of a long one is no longer known."""
        mailbox = _MAILBOX.search(found.string[: found.start()])
        return mailbox is not None and any(mailbox[0] + url in passage for passage in self._passages)

    def _is_own(self, url: str) -> bool:
        return self.may_be_linked("http://" + url if url[:4].lower() == "www." else url)

    def _is_known(self, url: str) -> bool:
        if self._is_own(url):
            return True
        return any(re.search(re.escape(url) + r"(?![\w/])", passage) for passage in self._passages)


def _in_common(one: str, other: str) -> int:
    """The length of the beginning that two texts share."""
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(one, other, strict=False)))


def _is_suspicious(text: str) -> bool:
    """Whether the text may have an address, an escape or an entity."""
    return _SUSPICIOUS.search(text) is not None or "www" in text.lower()


def _decoded(text: str) -> str:
    """The text with Markdown's escapes and HTML's entities resolved, also nested ones."""
    for _ in range(5):
        plain = unescape(_ESCAPE.sub("", text))
        if plain == text:
            break
        text = plain
    return text


def _origin(url: str) -> str:
    """Scheme, host and port; empty where there is none or the URL hides something.

    >>> _origin("https://book.example/docs"), _origin("https://book.example@evil.example/"), _origin("http://a:99999")
    ('https://book.example', '', '')
    """
    try:
        parts = urlsplit(url)
        port = f":{parts.port}" if parts.port else ""
    except ValueError:
        return ""
    if parts.scheme not in ("http", "https") or not parts.hostname or "@" in parts.netloc:
        return ""
    return f"{parts.scheme}://{parts.hostname}{port}"
