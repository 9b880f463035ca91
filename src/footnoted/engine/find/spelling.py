"""Corrects slips in a question by the book's own words: letters swapped, doubled, missing, too many or wrong.

Changes only a word that no candidate has, to one that the candidates have or that every text has ("should"). Short
words are too easily other words ("planes", "planets"): they are corrected only where a lexicon says that what was typed
is no word. Then swapped letters may also stand for a common word that the candidates lack.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from footnoted.domain.book import Passage
from footnoted.domain.text.language import ENGLISH
from footnoted.domain.text.language import language as language_named
from footnoted.domain.text.script import SIGNS
from footnoted.domain.text.words import words
from footnoted.engine.find.coverage import words_of

IsWord = Callable[[str], bool]
"""Whether a text is a common English word."""

_LETTER = rf"(?:[^\W\d_]|[{SIGNS}])"
_WORD = re.compile(rf"(?<![^\W\d_])(?<![{SIGNS}]){_LETTER}{{3,30}}(?!{_LETTER})")
"""Longer ones are not slips, and have too many variants."""
_SHORT, _USUAL, _LONG = 3, 5, 7
"""Least letters of a word that is corrected: where a lexicon says that it is none; where letters are swapped or
doubled; and in any case, for it is seldom one letter away from another. In 1,500 questions to books they were not
written for this corrected eight words rightly and one wrongly ("depreciation", "deprecation"); of six letters most were
others."""
_KEYS = {
    letter: (row, place)
    for row, letters in enumerate(("qwertyuiop", "asdfghjkl", "zxcvbnm"))
    for place, letter in enumerate(letters)
}
_MOST_MENDED = 12
"""Most words of a question that are checked; a thousand unknown words are not slips."""


def as_spelt(question: str, candidates: Sequence[Passage], is_word: IsWord | None = None) -> str:
    """The question with misspelt words as the candidates spell them, or as they are commonly spelt."""
    language = (candidates[0].language if candidates else "") or ENGLISH
    lexicon = is_word if language == ENGLISH else None
    if not candidates and not lexicon:
        return question
    stems = {word: words(word, language) for word in _WORD.findall(question) if lexicon or len(word) >= _USUAL}
    asked = frozenset(stem for found in stems.values() for stem in found)
    missing = asked.difference(*map(words_of, candidates))
    unknown = [word for word, found in stems.items() if not missing.isdisjoint(found)]
    if not unknown:
        return question
    vocabulary = _Vocabulary(candidates, language, lexicon)
    mended = {word: vocabulary.meant(word) or word for word in unknown[:_MOST_MENDED]}
    return _WORD.sub(lambda found: mended.get(found[0], found[0]), question)


@dataclass(slots=True)
class _Vocabulary:
    """The words that may be meant."""

    candidates: Sequence[Passage]
    language: str
    is_word: IsWord | None
    stems: frozenset[str] = field(init=False)
    everywhere: frozenset[str] = field(init=False)
    _forms: Counter[str] = field(default_factory=Counter)

    def __post_init__(self) -> None:
        self.stems = frozenset[str]().union(*map(words_of, self.candidates))
        self.everywhere = frozenset(language_named(self.language).stop_words)

    def meant(self, word: str) -> str:
        """The word that is one slip away; nothing if what was typed may be a word itself."""
        typed, is_strange = word.lower(), self._is_strange(word)
        if not is_strange and (len(word) < _USUAL or not self.candidates):
            return ""
        is_grammar_meant = is_strange or self.is_word is None
        other = self._by_swapping(typed, is_grammar_meant=is_grammar_meant)
        if not other and (is_strange or len(word) >= _LONG):
            other = self._by_one_letter(typed, is_grammar_meant=is_grammar_meant)
        if not other and is_strange and word == typed:
            other = self._common(typed)
        return other.capitalize() if word.istitle() else other

    def _is_strange(self, word: str) -> bool:
        """Whether the lexicon says that it is no word; a short one in capitals is an abbreviation."""
        return self.is_word is not None and not (word.isupper() and len(word) <= _USUAL) and not self.is_word(word)

    def _by_swapping(self, typed: str, *, is_grammar_meant: bool) -> str:
        for other in _slips(typed):
            if other in self.everywhere:
                if is_grammar_meant:
                    return other
            elif len(typed) > _SHORT and (stems := words(other, self.language)) and self.stems.issuperset(stems):
                return other
        return ""

    def _by_one_letter(self, typed: str, *, is_grammar_meant: bool) -> str:
        """The most frequent word with a letter more; else with one less; else with another one, in a short word with
        that of the key beside it."""
        known: Iterable[str] = self.everywhere if is_grammar_meant else ()
        known = {*known, *self._of_book} if len(typed) > _SHORT else known
        longer, shorter, same = _one_letter_away(typed, known)
        if len(typed) < _LONG:
            shorter = [other for other in shorter if other not in self.everywhere]
            same = [other for other in same if _is_key_beside(typed, other)]
        others = longer or (shorter or same if len(typed) > _SHORT else [])
        return max(others, key=self._of_book.__getitem__, default="")

    def _common(self, typed: str) -> str:
        """The only common word with the same letters, or with one doubled or not; first, with the same first letter."""
        assert self.is_word is not None
        others = {other for other in _slips(typed) if len(typed) > _SHORT and self.is_word(other)}
        others = {other for other in others if other[0] == typed[0]} or others
        return others.pop() if len(others) == 1 else ""

    @property
    def _of_book(self) -> Counter[str]:
        """The candidates' words as they are written, counted when they are needed."""
        if not self._forms:
            texts = (text for passage in self.candidates for text in (passage.text, *passage.path))
            self._forms.update(form.lower() for text in texts for form in _WORD.findall(text))
        return self._forms


def _one_letter_away(word: str, known: Iterable[str]) -> tuple[list[str], list[str], list[str]]:
    """The known words with one letter more, one less, and another one.

    >>> _one_letter_away("wich", ["which", "rich", "pitch", "with"])
    (['which'], [], ['rich', 'with'])
    """
    near = [other for other in known if abs(len(other) - len(word)) <= 1 and _is_one_letter_away(word, other)]
    longer, shorter, same = ([other for other in near if len(other) - len(word) == more] for more in (1, -1, 0))
    return longer, shorter, same


def _is_one_letter_away(word: str, other: str) -> bool:
    """
    >>> [_is_one_letter_away("packge", other) for other in ("package", "packge", "packages", "pack")]
    [True, False, False, False]
    """
    at = next(
        (place for place, (own, its) in enumerate(zip(word, other, strict=False)) if own != its),
        min(len(word), len(other)),
    )
    return word != other and (
        word[at + 1 :] == other[at + 1 :] or word[at:] == other[at + 1 :] or word[at + 1 :] == other[at:]
    )


def _is_key_beside(word: str, other: str) -> bool:
    """Whether the letter that differs is on a neighbouring key.

    >>> _is_key_beside("flaak", "flask"), _is_key_beside("toml", "tool")
    (True, False)
    """
    typed, meant = next((own, its) for own, its in zip(word, other, strict=True) if own != its)
    if typed not in _KEYS or meant not in _KEYS:
        return False
    (row, place), (its_row, its_place) = _KEYS[typed], _KEYS[meant]
    return abs(row - its_row) <= 1 and abs(place - its_place) <= 1


def _slips(word: str) -> Iterator[str]:
    """What may have been meant where letters are swapped or doubled.

    >>> sorted(_slips("adress"))[:3], "address" in _slips("adress"), "field" in _slips("feild")
    (['aadress', 'address', 'aderss'], True, True)
    """
    for place in (*range(1, len(word)), 0):  # the first letter is seldom wrong: "hwo" is "how", not "who"
        before, letter, after = word[:place], word[place], word[place + 1 :]
        if after and letter != after[0]:
            yield f"{before}{after[0]}{letter}{after[1:]}"
        yield f"{before}{letter}{letter}{after}"
        if after and letter == after[0]:
            yield before + after
