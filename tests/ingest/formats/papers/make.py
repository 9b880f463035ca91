"""``python -m tests.ingest.formats.papers.make``: sets papers in hard layouts and records every sentence of theirs.

With the typesetters that papers are set with: ``pip install typst``; ``apt-get install texlive-latex-recommended
texlive-publishers``. What they make lies beside this file: ``NAME.pdf``, and ``known.json`` with the sentences in
reading order, the notes, the headings, and fifty facts with a question each.
"""

from __future__ import annotations

import json
import subprocess
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.ingest.formats.papers.paper import ADJECTIVES, CHANCE, FACTS, NOUNS, PLACES, Paper

HERE = Path(__file__).parent


def _body(paper: Paper, sections: int = 6) -> None:
    names = ["Introduction", "Related Work", "Method", "Experimental Setup", "Results", "Discussion", "Conclusion"]
    for place, name in enumerate(names[:sections]):
        paper.heading(name)
        paper.paragraph(5, note=place % 2 == 0)
        paper.paragraph(4)
        if place % 2:
            paper.table(4 + place % 4, wide=place % 4 == 1)
        else:
            paper.picture(wide=place % 4 == 2)
        paper.formula()
        paper.paragraph(4)
        paper.items()
        paper.paragraph(5)


def _references(paper: Paper) -> None:
    entries = [
        f"A. {CHANCE.choice(PLACES)} and B. {CHANCE.choice(PLACES)}. The {CHANCE.choice(ADJECTIVES)}"
        f" {CHANCE.choice(NOUNS)}. Journal of Halls, {number}({number % 7}):{number}{number}, {1980 + number}."
        for number in range(10, 36)
    ]
    if paper.is_latex:
        items = [f"\\bibitem{{{place}}} {entry}" for place, entry in enumerate(entries)]
        paper.add("\\begin{thebibliography}{99}", *items, "\\end{thebibliography}")
    else:
        paper.heading("References")
        paper.add("#set text(size: 8pt)", *(f"+ {entry}" for entry in entries))


def _typst_title(paper: Paper, authors: int) -> None:
    names = ", ".join(
        f"align(center)[Author {place} \\ Institute of {place} \\ #text(8pt)[a\\@{place.lower()}.example]]"
        for place in PLACES[:authors]
    )
    title = '#align(center, text(17pt, weight: "bold")[On the Weighing of Things in Public Halls: a Study of Many])'
    grid = f"#grid(columns: ({'1fr, ' * authors}), {names})"
    abstract = f"#align(left, pad(x: 30pt)[*Abstract.* {paper.text(4)}])"
    paper.add(f'#place(top + center, scope: "parent", float: true, clearance: 20pt)[{title} {grid} {abstract}]')


def _latex_paper(preamble: str, title: str) -> Paper:
    paper = Paper(is_latex=True)
    stamp = (
        "\\usepackage{graphicx}\\AddToHook{shipout/background}{\\ifnum\\value{page}=1"
        " \\put(20pt,-600pt){\\rotatebox{90}{\\Large arXiv:2611.01234v1 [cs.CL] 17 Nov 2026}}\\fi}"
    )
    paper.add(f"{preamble}{stamp}\\begin{{document}}")
    abstract = f"\\begin{{abstract}}{paper.text(5)}\\end{{abstract}}"
    paper.add(*([abstract, title] if "revtex" in preamble else [title, abstract]))
    _body(paper)
    _references(paper)
    paper.add("\\end{document}")
    return paper


def _typst_paper(columns: int, gutter: int, size: float, font: str, authors: int) -> Paper:
    paper = Paper(is_latex=False)
    paper.add(
        f'#set page("us-letter", columns: {columns}, margin: (x: 54pt, y: 60pt), numbering: "1",'
        " header: [Running head of the paper #h(1fr) 2026])",
        f"#set columns(gutter: {gutter}pt)",
        "#set par(justify: true, first-line-indent: 1em, spacing: 0.65em, leading: 0.55em)",
        f'#set text(lang: "en", size: {size}pt, font: "{font}", hyphenate: true)\n#set heading(numbering: "1.1")',
    )
    if authors:
        _typst_title(paper, authors)
    _body(paper)
    _references(paper)
    return paper


def _magazine() -> Paper:
    """One column, two and three on the same page, wide tables between them; then a narrow column beside a wide one."""
    paper = Paper(is_latex=False)
    paper.add(
        '#set page("a4", margin: 56pt, footer: [Magazine of Halls #h(1fr) #context counter(page).display()])',
        "#set par(justify: true, leading: 0.5em, spacing: 1em)",
        '#set text(lang: "en", size: 9.5pt, font: "Libertinus Serif", hyphenate: true)',
    )
    paper.heading("A chapter in one column")
    paper.paragraph(6)
    for part in ("First", "Second"):
        paper.heading(f"{part} mixed part")
        for columns in (2, 3):
            paper.add(f"#columns({columns}, gutter: 13pt)[")
            for column in range(columns):
                paper.add(*(["#colbreak()"] if column else []))
                paper.paragraph(5)
                paper.paragraph(4)
            paper.add("]")
            paper.table(5, wide=False)
        paper.paragraph(5)
    paper.add("#pagebreak()", "#grid(columns: (2fr, 1fr), gutter: 16pt, [")
    paper.heading("Beside a narrow column")
    paper.paragraph(8)
    paper.paragraph(8)
    paper.add("], [#set text(size: 8pt)")
    paper.paragraph(4)
    paper.paragraph(4)
    paper.add("])")
    return paper


def papers() -> Iterator[tuple[str, Paper]]:
    authors = "\\author{Ann Arden \\and Bob Bexley \\and Carl Corfe}"
    blocks = "\\and".join(
        f"\\IEEEauthorblockN{{{place}}}\\IEEEauthorblockA{{Dept. of Halls\\\\University of {place}\\\\a@b.example}}"
        for place in PLACES[:3]
    )
    yield "article", _latex_paper("\\documentclass[twocolumn]{article}", f"\\title{{On Halls}}{authors}\\maketitle")
    yield (
        "ieee",
        _latex_paper(
            "\\documentclass[conference]{IEEEtran}", f"\\title{{Weights of Halls}}\\author{{{blocks}}}\\maketitle"
        ),
    )
    yield (
        "revtex",
        _latex_paper(
            "\\documentclass[aps,prl,twocolumn]{revtex4-2}",
            f"\\title{{Halls}}{authors}\\affiliation{{Arden}}\\maketitle",
        ),
    )
    yield "preprint", _typst_paper(2, 18, 10, "New Computer Modern", 3)
    yield "tight", _typst_paper(2, 9, 9, "Libertinus Serif", 4)
    yield "gazette", _typst_paper(3, 13, 8.5, "Libertinus Serif", 0)
    yield "magazine", _magazine()


def main() -> None:
    typst = import_module("typst")  # not one of the project's packages
    known: dict[str, dict[str, list[str]]] = {}
    with TemporaryDirectory() as place:
        for name, paper in papers():
            source = Path(place, name + (".tex" if paper.is_latex else ".typ"))
            source.write_text("\n".join(paper.lines), "utf-8")
            if paper.is_latex:
                for _ in range(2):
                    subprocess.run(
                        ["pdflatex", "-interaction=nonstopmode", source.name],
                        cwd=place,
                        check=False,
                        capture_output=True,
                    )
                (HERE / f"{name}.pdf").write_bytes(source.with_suffix(".pdf").read_bytes())
            else:
                typst.compile(source, output=HERE / f"{name}.pdf")
            known[name] = {"sentences": paper.sentences, "notes": paper.notes, "headings": paper.headings}
    told = {sentence for paper in known.values() for sentence in paper["sentences"]}
    facts = [fact for fact in FACTS if fact["sentence"] in told]
    (HERE / "known.json").write_text(json.dumps({"papers": known, "facts": facts}, indent=1) + "\n", "utf-8")
    print(len(facts), {name: len(paper["sentences"]) for name, paper in known.items()})


if __name__ == "__main__":
    main()
