"""`python -m benchmarks.two_columns`: asks 50 questions of papers in hard layouts whose every sentence is known.

Two and three columns, tight gutters, wide tables and pictures between, notes, references; set by LaTeX and Typst (see
`tests/ingest/formats/papers/make.py`). Counts answers that hold a part of a sentence and not the whole, and those
with the fact that was asked for.
"""

from __future__ import annotations

import asyncio
import json
import re
import shutil
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from uuid import uuid4

from footnoted.domain.question import Question
from footnoted.engine.ask import final
from footnoted.ingest.index import ingest
from footnoted.settings import Settings
from footnoted.wiring import open_parts

PAPERS = Path(__file__).parents[1] / "tests" / "ingest" / "formats" / "papers"
_MARK = re.compile(r"\s*\[\d+\]")
_ITS_OWN = re.compile(r"number \d+ in|weighs \d+ kilograms")
"""What each sentence alone says: where an answer has it, it must have the whole sentence."""


async def measure() -> tuple[int, int, int]:
    """Answers, spliced ones, and those with the weight that was asked for."""
    known = json.loads((PAPERS / "known.json").read_text("utf-8"))
    written = {
        _ITS_OWN.search(text)[0]: text  # type: ignore[index]
        for paper in known["papers"].values()
        for text in (*paper["sentences"], *paper["notes"])
    }
    answered = spliced = right = 0
    with TemporaryDirectory() as place:
        papers = shutil.copytree(PAPERS, Path(place, "papers"), ignore=shutil.ignore_patterns("*.py", "*.json"))
        async with open_parts(Settings(_env_file=None, data_dir=Path(place, "data")), ingesting=True) as parts:
            await ingest(papers, "papers", parts.embedder, parts.index, parts.catalogue)
            for fact in known["facts"]:
                answer = await final(parts.engine.ask(Question(fact["question"], uuid4())))
                if not answer.citations:
                    continue
                answered += 1
                text = " ".join(_MARK.sub("", answer.text).split())
                is_spliced = any(written.get(own, "") not in text for own in _ITS_OWN.findall(text))
                spliced += is_spliced
                right += fact["weight"] in answer.text
                if is_spliced:
                    print(f"  {fact['question']} {answer.text!r}")
    return answered, spliced, right


def main() -> int:
    answered, spliced, right = asyncio.run(measure())
    print(f"columns: {answered} of 50 questions answered, {spliced} spliced, {right} with the weight asked for")
    return 3 if spliced else 0


if __name__ == "__main__":
    sys.exit(main())
