"""Options that several commands share."""

from __future__ import annotations

from pathlib import Path

import click

book = click.option("--book", help="Only this book; all of them if not given.")
book_name = click.option("--book", help="Name for the book; the folder's name if not given.")
locale = click.option("--locale", default="", help="Language of the site to read; its default one if not given.")
version = click.option(
    "--docs-version", default="", help="Version of a Docusaurus site to read; the newest if not given."
)
as_json = click.option("--json", "as_json", is_flag=True, help="Print JSON.")
html = click.option("--html", type=click.Path(path_type=Path, dir_okay=False), help="Write a report with pictures.")
limit = click.option(
    "--k", "limit", default=5, show_default=True, type=click.IntRange(1, 20), help="How many passages."
)
threshold = click.option(
    "--threshold",
    default=0.1,
    show_default=True,
    type=click.FloatRange(0, 1),
    help="Leave out passages scored lower (0–1).",
)
