"""Passages of documentation, their headings as questions, and the questions we wrote with the passages found for them.

Knows no tokens and no network.
"""

import json
import math
import random
import re
from collections import Counter, defaultdict
from pathlib import Path

HELD_BACK = frozenset(("tokio-rs/website", "nats-io/nats.docs", "scrapy/scrapy", "vuejs/docs", "astral-sh/uv"))
"""Projects whose questions are kept for checking."""
STOP = frozenset(
    re.findall(
        r"\w+",
        "the a an of in on to is are was were be and or for what which who how when where why did do does with by it "
        "its that this from as at i my can",
    )
)

Held = tuple[dict, list[int] | None]
"""A passage and which of its pieces hold the answer: [] where there is none, None where it is not known which."""


def bag(text: str) -> set[str]:
    return {word.lower()[:6] for word in re.findall(r"\w+", text)} - STOP


class Documentation:
    """Passages of documentation, their headings as questions, and the questions we wrote."""

    def __init__(self, passages: list[dict], own: Path) -> None:
        self._by_repo, self._by_page, self._at = defaultdict(list), defaultdict(list), {}
        for passage in passages:
            self._by_repo[passage["repo"]].append(passage)
            self._by_page[passage["repo"], passage["route"]].append(passage)
            self._at[passage["repo"], passage["route"], passage["position"]] = passage
        self._headed = [p for p in passages if p["headings"] and 2 <= len(p["headings"][-1].split()) <= 9]
        written = map(json.loads, (own / "questions.jsonl").open())
        self._questions = [q for q in written if q["repo"] not in HELD_BACK and self._of(q)]
        judged = map(json.loads, (own / "judged.jsonl").open())
        self._found = {(q["repo"], q["question"]): q["passages"] for q in judged}
        self._searched = [q for q in self._questions if (q["repo"], q["question"]) in self._found]
        self._rarity: dict[str, dict[str, float]] = {}

    def heading(self) -> tuple[dict, str, list[int] | None]:
        passage = random.choice(self._headed)
        question = passage["headings"][-1]
        typed = question.lower() if random.random() < 0.5 else question
        if random.random() < 0.5:
            return passage, typed, None
        page = self._by_page[passage["repo"], passage["route"]]
        others = [p for p in page if question not in p["headings"] and question.lower() not in p["text"].lower()]
        return (random.choice(others), typed, []) if others else self.heading()

    def asked(self) -> tuple[dict, dict, list[int]]:
        question = random.choice(self._questions)
        passage, chance = self._of(question), random.random()
        if not question["answerable"] and chance < 0.7:
            return passage, question, []
        if question["answerable"] and chance < 0.5:
            return passage, question, holding(passage["text"], question["start"], question["end"])
        near = self._near(question, passage)
        if not near:
            return self.asked()
        return random.choice(near[:5] if random.random() < 0.7 else near), question, []

    def compared(self) -> tuple[dict, list[Held]]:
        """A question with up to four passages, its own first."""
        question = random.choice(self._searched if random.random() < 0.8 else self._questions)
        passage = self._of(question)
        holds = holding(passage["text"], question["start"], question["end"]) if question["answerable"] else []
        if (question["repo"], question["question"]) in self._found:
            return question, [(passage, holds), *self._found_for(question)]
        near = self._near(question, passage)[:8]
        return question, [(passage, holds), *((other, []) for other in random.sample(near, min(3, len(near))))]

    def _found_for(self, question: dict) -> list[Held]:
        """Three that a search found; more often those that answer, or were taken for it; none that answers in part."""
        found = []
        for number, line in enumerate(self._found[question["repo"], question["question"]]):
            at = (line["route"], line["position"])
            passage, label = self._at.get((question["repo"], *at)), line["label"]
            if passage is None or label == 1 or at == (question["route"], question["position"]):
                continue
            holds: list[int] | None = [] if label != 2 else None
            if label == 2 and "start" in line:
                holds = holding(passage["text"], line["start"], line["end"])
            rank = number - (3 if label == 2 else 1.5 if label == 0 else 0) + random.gauss(0, 1.5)
            found.append((rank, len(found), passage, holds))
        return [(passage, holds) for _, _, passage, holds in sorted(found, key=lambda entry: entry[:2])[:3]]

    def _of(self, question: dict) -> dict | None:
        return self._at.get((question["repo"], question["route"], question["position"]))

    def _near(self, question: dict, own: dict) -> list[dict]:
        """Other passages of the project that share most of the question's rare words."""
        if "near" not in question:
            rarity, asked = self._rarities(question["repo"]), bag(question["question"])
            quote = own["text"][question["start"] : question["end"]] if question["answerable"] else None

            def shared(passage: dict) -> float:
                return sum(rarity.get(w, 0) for w in asked & passage["bag"]) / math.sqrt(30 + len(passage["bag"]))

            best = sorted(self._by_repo[question["repo"]], key=shared, reverse=True)[:14]
            place = (own["route"], own["headings"])
            question["near"] = [
                p for p in best if (p["route"], p["headings"]) != place and not (quote and quote in p["text"])
            ][:10]
        return question["near"]

    def _rarities(self, repo: str) -> dict[str, float]:
        if repo not in self._rarity:
            counts: Counter[str] = Counter()
            for passage in self._by_repo[repo]:
                passage["bag"] = bag(" ".join([passage["title"], *passage["headings"], passage["text"]]))
                counts.update(passage["bag"])
            total = len(self._by_repo[repo])
            self._rarity[repo] = {word: math.log(1 + total / count) for word, count in counts.items()}
        return self._rarity[repo]


def units(text: str) -> list[str]:
    """The product's own units, so that the reader learns on what it will see."""
    from footnoted.domain.text.parts import parts_of

    return [text[part.start : part.end] for part in parts_of(text)]


def holding(text: str, start: int, end: int) -> list[int]:
    from footnoted.domain.text.parts import parts_of

    return [number for number, part in enumerate(parts_of(text)) if part.start < end and part.end > start]
