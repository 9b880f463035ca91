"""Sources as clients list them: each place once, cited ones first, no two titles alike; and markers as links.

Markers in the text are renumbered, so that ``[n]`` is still the n-th source.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from footnoted.contracts.rendering.footnotes import markers
from footnoted.domain.answer import Answer
from footnoted.domain.book import Source
from footnoted.domain.text.markers import MARKER, NUMBERED_MARKER

_TWICE = re.compile(rf"({MARKER})(?:[ \t]?\1)+")
_CODE = re.compile(r"(```.*?(?:```|\Z)|`[^`\n]+`)", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Titled:
    """A source, its title, and whether the text cites it."""

    source: Source
    title: str
    is_cited: bool


@dataclass(frozen=True, slots=True)
class Arranged:
    """An answer's text and sources, in the order to show them."""

    text: str
    sources: tuple[Titled, ...]


def arranged(answer: Answer) -> Arranged:
    """The answer with each place once among its sources, the cited ones first."""
    pointed = {int(number) for prose in _CODE.split(answer.text)[::2] for number in NUMBERED_MARKER.findall(prose)}
    places: dict[tuple[str, str], list[int]] = {}
    for number in sorted(range(1, len(answer.sources) + 1), key=lambda number: (number not in pointed, number)):
        passage = answer.sources[number - 1].passage
        places.setdefault((passage.book, passage.link), []).append(number)
    new = {number: place for place, same in enumerate(places.values(), 1) for number in same}
    text = _in_prose(answer.text, lambda prose: _renumbered(prose, new))
    best = [replace(answer.sources[same[0] - 1], score=_best(answer, same)) for same in places.values()]
    titles = _titles(best)
    cited = [not pointed.isdisjoint(same) for same in places.values()]
    return Arranged(text, tuple(map(Titled, best, titles, cited)))


def _best(answer: Answer, numbers: Sequence[int]) -> float:
    return max(answer.sources[number - 1].score for number in numbers)


def _renumbered(prose: str, new: dict[int, int]) -> str:
    return _TWICE.sub(r"\1", NUMBERED_MARKER.sub(lambda found: f"[{new.get(int(found[1]), found[1])}]", prose))


def _titles(sources: Sequence[Source]) -> list[str]:
    """The pages' titles; where two are equal, with the sections added."""
    times = Counter(source.passage.title for source in sources)
    return [
        source.passage.breadcrumb if times[source.passage.title] > 1 else source.passage.title for source in sources
    ]


def linked(answer: Answer) -> str:
    """The text as Markdown, with each marker a link to the sentence it cites: ``[[2]](url)``."""
    cited = {marker.start: marker.url for marker in markers(answer)}

    def link(found: re.Match[str]) -> str:
        number = int(found["number"] or 0)  # 0 in code, where brackets are not markers
        if not 1 <= number <= len(answer.sources):
            return found[0]
        url = cited.get(found.start()) or answer.sources[number - 1].passage.url
        return f"[{found[0]}]({url.replace('(', '%28').replace(')', '%29')})"

    return re.sub(rf"{_CODE.pattern}|\[(?P<number>\d{{1,4}})\]", link, answer.text, flags=re.DOTALL)


def _in_prose(text: str, change: Callable[[str], str]) -> str:
    """Change only what is not code; brackets there are not markers."""
    parts = _CODE.split(text)
    parts[::2] = map(change, parts[::2])
    return "".join(parts)
