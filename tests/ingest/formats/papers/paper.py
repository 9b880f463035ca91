"""A paper in the making, for LaTeX or Typst, that knows what it says: sentences of which no two are alike."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass, field

ADJECTIVES = [
    "experimental",
    "considerable",
    "representative",
    "statistical",
    "conventional",
    "high-quality",
    "low-cost",
    "well-known",
    "independent",
    "three-dimensional",
    "comprehensive",
    "fundamental",
    "approximate",
    "characteristic",
    "environmental",
]
NOUNS = [
    "configuration",
    "measurement",
    "observatory",
    "transformation",
    "implementation",
    "temperature",
    "distribution",
    "infrastructure",
    "mechanism",
    "laboratory",
    "investigation",
    "correspondence",
    "arrangement",
    "uncertainty",
    "acceleration",
    "reconstruction",
]
_VERBS = [
    "demonstrates",
    "influences",
    "approximates",
    "transforms",
    "characterizes",
    "outperforms",
    "complements",
    "determines",
]
PLACES = [
    "Arden",
    "Bexley",
    "Corfe",
    "Dunmore",
    "Elsdon",
    "Farley",
    "Garth",
    "Hexham",
    "Islay",
    "Jarrow",
    "Kelso",
    "Larne",
    "Malvern",
    "Newark",
    "Orford",
]
_THINGS = ["bell", "anvil", "barrel", "statue", "boulder", "millstone", "cannon", "organ", "fountain", "loom"]
_MATERIALS = ["bronze", "granite", "oak", "slate", "copper", "marble", "iron", "cedar", "brass", "basalt"]
CHANCE = random.Random(11)  # nosec B311 - the same papers every time


def _facts() -> Iterator[dict[str, str]]:
    pairs = [(place, thing) for place in PLACES for thing in _THINGS]
    for place, thing in CHANCE.sample(pairs, 50):
        weight = str(CHANCE.randrange(1200, 9900))
        material = CHANCE.choice(_MATERIALS)
        sentence = f"The {thing} of {place} is made of {material} and weighs {weight} kilograms without its stand."
        yield {"question": f"How much does the {thing} of {place} weigh?", "sentence": sentence, "weight": weight}


FACTS = list(_facts())
_untold = iter([fact["sentence"] for fact in FACTS])
_count = iter(range(1, 10_000))


def _sentence() -> str:
    """One that no other paper has."""
    number = next(_count)
    adjective, other = CHANCE.sample(ADJECTIVES, 2)
    noun, second = CHANCE.sample(NOUNS, 2)
    verb, place = CHANCE.choice(_VERBS), CHANCE.choice(PLACES)
    tail = f"number {number} in the series of {CHANCE.choice(PLACES)}"
    return CHANCE.choice(
        [
            f"The {adjective} {noun} {verb} every {other} {second}, which is {tail}.",
            f"In {place} the {noun} {verb} one {adjective} {second} of {number * 7} kilograms and {tail}.",
            f"We report some {adjective} and {other} {noun} for {tail}.",
            f"No {noun} that {verb} its own {second} is, for {tail}, quite {adjective}.",
            f"It is {adjective}, {other} and {tail}; its {noun} {verb} the {second}.",
            f"Visitors of {place} know the {adjective} {noun} as {tail}.",
        ]
    )


@dataclass
class Paper:
    """Its source in the making, and what it says."""

    is_latex: bool
    lines: list[str] = field(default_factory=list)
    sentences: list[str] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    headings: list[str] = field(default_factory=list)

    def add(self, *lines: str) -> None:
        self.lines += [*lines, ""]

    def text(self, count: int) -> str:
        """So many sentences, of which one may be a fact."""
        told = [_sentence() for _ in range(count)]
        told[-1] = next(_untold, told[-1]) if count > 3 and len(self.sentences) % 3 == 0 else told[-1]
        self.sentences += told
        return " ".join(told)

    def heading(self, words: str) -> None:
        self.headings.append(words)
        self.add(f"\\section{{{words}}}" if self.is_latex else f"= {words}")

    def paragraph(self, count: int, *, note: bool = False) -> None:
        text = self.text(count)
        if note:
            self.notes.append(_sentence())
            mark = f"\\footnote{{{self.notes[-1]}}}" if self.is_latex else f"#footnote[{self.notes[-1]}]"
            text = text.replace(". ", f".{mark} ", 1)
        self.add(text)

    def items(self) -> None:
        items = [self.text(1) for _ in range(3)]
        if self.is_latex:
            self.add("\\begin{itemize}", *(f"\\item {item}" for item in items), "\\end{itemize}")
        else:
            self.add(*(f"- {item}" for item in items))

    def table(self, width: int, *, wide: bool) -> None:
        rows = [[CHANCE.choice(NOUNS)[:9], *(f"{CHANCE.random():.2f}" for _ in range(width - 1))] for _ in range(5)]
        self._float("table", self._cells(rows), wide)

    def _cells(self, rows: list[list[str]]) -> str:
        if self.is_latex:
            body = " \\\\ ".join(" & ".join(row) for row in rows)
            return f"\\begin{{tabular}}{{l{'r' * (len(rows[0]) - 1)}}}{body}\\end{{tabular}}"
        return f"table(columns: {len(rows[0])}, {', '.join(f'[{cell}]' for row in rows for cell in row)})"

    def picture(self, *, wide: bool) -> None:
        width = "0.9\\textwidth" if wide else "0.85\\columnwidth"
        labels = "input 0.1 \\hfill encoder \\hfill decoder \\\\[30pt] 10 20 30 \\hfill loss \\hfill 40"
        drawn = f"\\fbox{{\\parbox{{{width}}}{{\\small {labels}}}}}"
        self._float(
            "figure",
            drawn if self.is_latex else "rect(width: 80%, height: 60pt)[axis label 1.0 #h(1fr) 2.0 #h(1fr) 3.0]",
            wide,
        )

    def _float(self, kind: str, body: str, wide: bool) -> None:
        caption = f"{_sentence()} {_sentence()}"
        if self.is_latex:
            star = "*" if wide else ""
            self.add(f"\\begin{{{kind}{star}}}[t]\\centering {body}\\caption{{{caption}}}\\end{{{kind}{star}}}")
        elif wide:
            self.add(f'#place(auto, float: true, scope: "parent", figure({body}, caption: [{caption}]))')
        else:
            self.add(f"#figure({body}, caption: [{caption}])")

    def formula(self) -> None:
        latex = "\\begin{equation} \\sum_{i=1}^{n} x_i^2 = \\frac{a}{y} + \\int_0^1 f(t)\\,dt \\end{equation}"
        self.add(latex if self.is_latex else "$ sum_(i=1)^n x_i^2 = a / y $")
