"""Calls a page by its first heading if it has no title: a part of a page that another one takes in. Knows no HTML."""

from __future__ import annotations

from dataclasses import replace

from footnoted.ingest.manuscript import Leaf, Reading


def titled(reading: Reading, leaf: Leaf) -> Reading:
    """The page with its title; the heading that became it heads no section any more."""
    if reading.title:
        return reading
    first = next((heading for section in reading.sections for heading in section.headings), "")
    if not first or leaf.name not in ("", leaf.path.stem):
        return replace(reading, title=leaf.name or leaf.path.stem)
    below = (
        replace(section, headings=section.headings[1:]) if section.headings[:1] == (first,) else section
        for section in reading.sections
    )
    kept = tuple(section for section in below if section.headings or section.blocks)
    return replace(reading, title=first, sections=kept)
