"""Makes the verdict on a book that was just read: what was recognised, assumed, left out, and not understood.

Made from the manuscript and the catalogue, so that it covers the whole book even if little of it changed.
"""

from __future__ import annotations

import asyncio
import html
import os
import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from pathlib import Path

from footnoted.domain.book import Passage
from footnoted.domain.ports import Catalogue
from footnoted.domain.scores.calibration import is_measured
from footnoted.domain.text.clean import parts_of
from footnoted.domain.verdict import Verdict
from footnoted.ingest.files.disk import text_of
from footnoted.ingest.files.unread_formats import NOT_READ, not_read
from footnoted.ingest.files.walk import ENDINGS, EVERY_ENDING, is_page, is_utf8
from footnoted.ingest.manuscript import Leaf, Manuscript, Unreadable, plain_name
from footnoted.ingest.pipeline.textless import nothing_read

_PASSED_OVER = frozenset("node_modules site-packages build site dist public book target venv".split())  # noqa: SIM905
_TESTS = frozenset({"tests", "test"})
"""Folders of a repository whose files are what programs are tried on, unless pages are among them."""
_PLACEHOLDER = re.compile(
    r"(?:^|\.)example\.(?:com|org|net)$|^your|\byour-|^(?:localhost|127\.0\.0\.1|0\.0\.0\.0)$|yourdomain|^username\.|[<>{}$]"
)
_CODE = re.compile(
    r"^[ \t]*+(`{3,}+).*?(?:^[ \t]*+\1[ \t]*$|\Z)|(?<!`)(`++).{1,1000}?\2|\$\$.{0,1000}?\$\$|\$[^$\n]+\$",
    re.MULTILINE | re.DOTALL,
)
_MARK = re.compile(
    r"</?(?:[A-Z][a-z]\w*|div|span|p|br|hr|img|a|b|i|em|strong|code|pre|ul|ol|li|table|tr|t[dh]|h[1-6]|details|summary|"
    r"iframe|video|figure|center|font|kbd|section|style|script)(?=[\s/>])[^<>\n]*>|"
    r"^:::|^(?:!!!|\?\?\?\+?) ?\w|"
    r"\{\{.{0,300}?\}\}|\{%.{0,300}?%\}|\{\*.{0,300}?\*\}|\{ ?#[a-z][^{}\n]*\}|\]\(|<!--|-->|"
    r"^(?:import|export) .*from |&[a-z]+;",
    re.MULTILINE,
)
_FENCE = re.compile(
    r"^[ \t]*(`{3,}|~{3,}|:{3,}(?=\{(?:code|code-block|code-cell|literalinclude|parsed-literal)\}))[^\n]*$"
    r".*?(?:^[ \t]*\1[`~:]*[ \t]*$|\Z)",
    re.MULTILINE | re.DOTALL,
)
_UNSHOWN = re.compile(r"\A---.*?^---[ \t]*$|<!--.*?(?:-->|\Z)", re.MULTILINE | re.DOTALL)
_FILLED_IN = re.compile(r"\{\{(?:[^{}]|\{[^{}]*+\})*+\}\}|<[A-Z][^<>]*/>|\{(?![#/:.])[^{}]*+\}")
_HEADING = re.compile(r"^ {0,3}#{1,6}[ \t]++(.+)", re.MULTILINE)


async def judge(manuscript: Manuscript, unread: Iterable[tuple[str, str]], catalogue: Catalogue, book: str) -> Verdict:
    """The verdict on a book that the catalogue holds; ``unread`` are pages that could not be read."""
    marks: list[tuple[str, str]] = []
    lost: list[tuple[str, str]] = []
    leaves = {leaf.route: leaf for leaf in manuscript.leaves}
    unread = tuple(unread)
    told = {source for source, _ in unread}
    async for route, passages in catalogue.page_by_page(book, list(leaves)):
        leaf = leaves[route]
        if passages:
            told.add(leaf.source)
        marks += template_marks(passages)
        lost += [(leaf.source, heading) for heading in await asyncio.to_thread(lost_headings, leaf, passages)]
    kept = next((known for known in await catalogue.books() if known.name == book), None)
    language = kept.language if kept else ""
    measured = not kept or not language or is_measured(kept.embedder, language, kept.marks)
    trusted, reason = _links(manuscript)
    formats, unpublished = await asyncio.to_thread(left_out, manuscript)
    return Verdict(
        generator=manuscript.kind,
        recognised_by=manuscript.recognised_by,
        site=manuscript.site,
        links_are_trusted=trusted,
        links=reason,
        assumed=manuscript.assumed,
        unread=(*unread, *manuscript.unread, *await asyncio.to_thread(_textless, manuscript, told), *formats),
        unpublished=unpublished,
        template_marks=tuple(marks),
        headings_lost=tuple(lost),
        language=language,
        language_is_measured=measured,
    )


def _textless(manuscript: Manuscript, told: Collection[str]) -> tuple[tuple[str, str], ...]:
    """Pages that gave no passage, with the reason where their files hold something; ``told`` are the others."""
    silent = [leaf for leaf in manuscript.leaves if leaf.source not in told]
    found = tuple((leaf.source, reason) for leaf in silent if (reason := nothing_read(leaf)))
    if not found and len(silent) == len(manuscript.leaves):
        return ((manuscript.source or manuscript.title, "it holds no text that an answer could cite"),)
    return found


def template_marks(passages: Iterable[Passage]) -> Iterator[tuple[str, str]]:
    """The passages in which markup was left, outside of code and formulas; link and first mark."""
    for passage in passages:
        if match := _MARK.search(_CODE.sub("", passage.text)):
            yield passage.link, match[0]


def lost_headings(leaf: Leaf, passages: Collection[Passage]) -> list[str]:
    """The headings of a Markdown file that none of its passages is under."""
    if leaf.made_up is not None or leaf.entry or leaf.path.suffix.lower() not in ENDINGS or not passages:
        return []
    kept = {letters(step) for passage in passages for step in passage.path}
    return [heading for heading in markdown_headings(leaf.path) if not _is_kept(heading, kept)]


def _is_kept(heading: str, kept: Collection[str]) -> bool:
    """Whether the heading is one of these; a placeholder that the build fills in matches any words."""
    fixed = [letters(part) for part in _FILLED_IN.split(heading)]
    if len(fixed) == 1:
        return not fixed[0] or fixed[0] in kept
    return any(_fits(fixed, step) for step in kept)


def _fits(fixed: Sequence[str], step: str) -> bool:
    """Whether a heading has these parts in this order, with anything between them; in one pass, unlike a pattern."""
    at, end = len(fixed[0]), len(step) - len(fixed[-1])
    if not (step.startswith(fixed[0]) and step.endswith(fixed[-1])):
        return False
    for part in fixed[1:-1]:
        found = step.find(part, at, max(end, 0))
        if found < 0:
            return False
        at = found + len(part)
    return at <= end


def markdown_headings(path: Path) -> list[str]:
    """The headings that a Markdown file writes with number signs, code and comments left out."""
    try:
        text = "\n".join(text_of(path).splitlines())
        found = [
            heading.rstrip().rstrip("#").rstrip()
            for heading in _HEADING.findall(_FENCE.sub("", _UNSHOWN.sub("", text)))
        ]
        return [heading for heading in found if not heading.startswith(":::")]  # mkdocstrings names these
    except Unreadable:
        return []


def letters(text: str) -> str:
    """A heading as it is compared: its letters and digits alone, without the names of emoji.

    >>> letters("The `new` [way](x.md) :bell: {#new}"), letters("[Tea][tea-pot]"), letters("Own &amp; t&ecirc;te [#id]")
    ('thenewway', 'tea', 'owntête')
    """
    text = re.sub(
        r"\{[^{}]*\}\s*$|\[#[\w-]+\]\s*$|<[^<>]+>|\]\([^()]*\)|\]\[[^\[\]]*\]|\\|(?<![\w:]):[a-z][\w+-]*:(?![\w:])",
        "",
        html.unescape(text),
    )
    return "".join(re.findall(r"\w+", text.lower())).replace("_", "")


def is_placeholder(site: str) -> bool:
    """
    >>> is_placeholder("https://your-docusaurus-site.example.com"), is_placeholder("https://tea.org")
    (True, False)
    """
    return bool(_PLACEHOLDER.search(parts_of(site).hostname or site))


def _links(manuscript: Manuscript) -> tuple[bool, str]:
    if manuscript.kind == "website":
        return True, "every page was fetched at its address"
    if manuscript.proof and manuscript.site and not manuscript.unproven:
        return True, manuscript.proof
    if manuscript.proof and manuscript.unproven:
        return False, f"only {manuscript.proof}"
    also = f"; {manuscript.routes_are_known_by}" if manuscript.routes_are_known_by else ""
    if manuscript.assumed:
        names = ", ".join(name for name, _ in manuscript.assumed)
        return False, f"{names} could not be read; give the address with --site, or check with --check-links{also}"
    if not manuscript.site:
        return False, f"the book does not say where it is published; give the address with --site{also}"
    if is_placeholder(manuscript.site):
        return False, f"{manuscript.site} is a placeholder; give the real address with --site"
    if manuscript.kind == "plain":
        return False, "no site generator was recognised, so links follow the files' names"
    return True, f"address and routes follow from the site's own configuration{also}"


def left_out(manuscript: Manuscript) -> tuple[tuple[tuple[str, str], ...], tuple[str, ...]]:
    """Files in formats that are not read, and files among the pages that are not published."""
    if manuscript.kind == "website" or not manuscript.root.is_dir():
        return (), ()
    read = {path.resolve() for leaf in manuscript.leaves for path in (leaf.path, *leaf.parts)}
    reported = {name for name, _ in manuscript.skipped}
    folders = {Path(leaf.source).parts[0] for leaf in manuscript.leaves if "/" in leaf.source}
    elsewhere = frozenset(manuscript.elsewhere)
    formats: list[tuple[str, str]] = []
    unpublished: list[str] = []
    for path in _files(manuscript.root):
        raw = path.relative_to(manuscript.root).as_posix()
        name, ending = plain_name(raw), path.suffix.lower()
        if not is_utf8(raw):
            if ending in NOT_READ or ending in EVERY_ENDING:
                written = plain_name(raw.encode("utf-8", "replace").decode())
                formats.append((written, "its name is not UTF-8; rename it"))
            continue
        if Path(os.path.realpath(path)) in read or name in reported:
            continue
        if ending in NOT_READ:
            if Path(name).parts[0] not in _TESTS - folders:
                formats.append((name, not_read(ending)))
        elif ending not in EVERY_ENDING or not is_page(path):
            continue
        elif "/" in name and Path(name).parts[0] in folders and not elsewhere.intersection(path.parents):
            unpublished.append(name)
    return tuple(formats), tuple(unpublished)


def _files(root: Path) -> Iterator[Path]:
    for place, folders, names in os.walk(root):
        folders[:] = sorted(name for name in folders if name[0] not in "._" and name not in _PASSED_OVER)
        yield from (Path(place, name) for name in sorted(names) if name[0] not in "._")
