"""Rows to train the reader on: tokens, and the places where an answer may start and end; none where there is none.

From ../shared/train: SQuAD paragraphs with answers of the same article as hard negatives, other reading sets, and
documentation with its own headings and with our questions (questions.jsonl), for many of which the passages that were
found were read and labelled (judged.jsonl). Knows no network.
"""

import gzip
import json
import random
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

from tokenizers import Tokenizer

from training.documentation import STOP, Documentation, bag, units

START, END = 0, 2
_SHARES = {
    "qed": 1.2, "qed_neg": 1.2, "squadtr": 0.8, "squadtr_neg": 2.0, "selqa": 0.5, "fairy": 0.8, "fairy_neg": 0.8,
    "squadshifts": 1.0, "policyqa": 0.8, "doc2dial": 0.8, "doqa": 0.8, "advqa": 0.8, "hotpot": 1.2, "medquad": 0.6,
    "boolq": 0.3,
}  # fmt: skip

Row = tuple[list[int], list[int], list[int], list[int]]
"""Token ids, sides, starts, ends."""
Group = list[Row]
"""Rows of one question; those that hold the answer have starts and ends."""


def folded(question: str) -> str:
    """As the product hands it to a reader."""
    from footnoted.engine.find.finder import as_asked

    return as_asked(question)


def retyped(question: str) -> str:
    """As somebody in a hurry types it: lower case, keywords, no mark."""
    chance = random.random()
    if chance < 0.5:
        return question.lower().rstrip("?")
    if chance < 0.8:
        return " ".join(word for word in question.rstrip("?").split() if word.lower() not in STOP) or question
    return question.rstrip("?")


def window(pieces: list[list[int]], wanted: list[int], room: int) -> range:
    """Pieces in a row that fit, around a wanted one or anywhere."""
    if sum(map(len, pieces)) <= room:
        return range(len(pieces))
    first = random.choice(wanted) if wanted else random.randrange(len(pieces))
    last, size = first + 1, len(pieces[first])
    while True:
        grow = []
        if first and size + len(pieces[first - 1]) <= room:
            grow.append(-1)
        if last < len(pieces) and size + len(pieces[last]) <= room:
            grow.append(1)
        if not grow:
            return range(first, last)
        if random.choice(grow) < 0:
            first -= 1
            size += len(pieces[first])
        else:
            size += len(pieces[last])
            last += 1


def row(
    question: list[int],
    place: list[int],
    pieces: list[list[int]],
    holds: list[int] | None,
    span: tuple[int, int, int] | None,
    most: int,
) -> Row:
    """``holds`` are the pieces with the answer: [] where there is none, None where it is not known which."""
    ids = [START, *question[:40], END, END]
    sides = [0] * len(ids)
    ids += [*place[:16], END]
    sides += [1] * (len(ids) - len(sides))
    starts: list[int] = []
    ends: list[int] = []
    for number in window(pieces, holds or [], most - len(ids) - 1):
        at, piece = len(ids), pieces[number][: max(8, most - len(ids) - 1)]
        ids += piece
        if holds is None or number in holds:
            if span and span[0] == number and span[2] <= len(piece):
                starts.append(at + span[1])
                ends.append(at + span[2] - 1)
            else:
                starts += range(at, len(ids))
                ends += range(at, len(ids))
    sides += [2] * (len(ids) - len(sides))
    return [*ids, END], [*sides, 1], starts, ends


class Rows:
    """Draws rows from every source."""

    def __init__(self, tokenizer: Tokenizer, folder: Path, passages: list[dict], own: Path) -> None:
        self._tokenizer = tokenizer
        self._articles = defaultdict(list)
        for paragraph in lines(folder / "squad_train.jsonl.gz"):
            paragraph["pieces"] = self._pieces(paragraph["sentences"], " ")
            paragraph["text"] = " ".join(paragraph["sentences"])
            paragraph["bag"] = bag(paragraph["text"])
            self._articles[paragraph["title"]].append(paragraph)
        self._asked = [
            (q, n, t) for t, own in self._articles.items() for n, p in enumerate(own) for q in p["questions"]
        ]
        self._sets = defaultdict(list)
        for name in ("reading", "more"):
            for line in lines(folder / f"{name}.jsonl.gz"):
                if line["sentences"]:
                    self._sets[line["set"]].append(line)
        self._docs = Documentation(passages, own)

    def draw(self, progress: float) -> Group:
        """Rows one by one at first; then one question with several passages, which are put in order."""
        own = 0.30 if progress > 0.35 else 0.18
        chance = random.random()
        if progress > 0.6:
            if chance < 0.62:
                return self._own_group()
            return self._squad_group() if chance < 0.80 else [self._own() if chance < 0.87 else self._other()]
        if chance < own:
            return [self._own()]
        return [self._heading() if chance < own + 0.07 else self._other()]

    def _other(self) -> Row:
        return self._squad() if random.random() < 0.58 else self._reading()

    def _own_group(self) -> Group:
        """One of our questions with its passage and with what a search would find besides, at full length."""
        question, passages = self._docs.compared()
        ids = self._ids(_typed(question["question"]))
        group = []
        for passage, holds in passages:
            place = self._ids(" > ".join([passage["title"], *passage["headings"]]))
            pieces = self._pieces(units(passage["text"]), "\n")
            group.append(row(ids, place, pieces, holds, None, 280))
        return group

    def _squad_group(self) -> Group:
        """A paragraph with the answer, the same without it, and two others of the article."""
        question, number, title = random.choice(self._asked)
        own = self._articles[title]
        paragraph, right = own[number], question["sentence"]
        asked, ids = bag(question["question"]), self._ids(_typed(question["question"]))
        place = self._ids(title.replace("_", " ")) if random.random() < 0.5 else []
        group = [row(ids, place, paragraph["pieces"], [right], self._span(paragraph, question), 128)]
        if len(paragraph["pieces"]) > 2:
            without = [piece for n, piece in enumerate(paragraph["pieces"]) if n != right]
            group.append(row(ids, place, without, [], None, 128))
        some = random.sample(own, min(12, len(own)))
        others = [p for p in some if p is not paragraph and question["answer"] not in p["text"]]
        for other in sorted(others, key=lambda p: len(p["bag"] & asked), reverse=True)[:2]:
            group.append(row(ids, place, other["pieces"], [], None, 128))
        return group

    def _squad(self) -> Row:
        question, number, title = random.choice(self._asked)
        own = self._articles[title]
        paragraph, most = own[number], 108 if random.random() < 0.88 else 220
        ids = self._ids(question["question"] if random.random() < 0.75 else retyped(question["question"]))
        place = self._ids(title.replace("_", " ")) if random.random() < 0.5 else []
        pieces, right = paragraph["pieces"], question["sentence"]
        chance = random.random()
        if chance < 0.55:
            return row(ids, place, pieces, [right], self._span(paragraph, question), most)
        if chance < 0.72 and len(pieces) > 2:
            return row(ids, place, [p for n, p in enumerate(pieces) if n != right], [], None, most)
        some = random.sample(own, min(12, len(own)))
        others = [p for p in some if p is not paragraph and question["answer"] not in p["text"]]
        if not others:
            return self._squad()
        asked = bag(question["question"])
        near = max(others, key=lambda p: len(p["bag"] & asked)) if random.random() < 0.8 else random.choice(others)
        best = max(range(len(near["pieces"])), key=lambda n: len(bag(near["sentences"][n]) & asked))
        first = max(0, best - random.randint(0, 2))
        return row(ids, place, near["pieces"][first : first + 6], [], None, most)

    def _reading(self) -> Row:
        names = list(self._sets)
        line = random.choice(self._sets[random.choices(names, [_SHARES.get(name, 0.5) for name in names])[0]])
        question = retyped(line["question"]) if random.random() < 0.25 else line["question"]
        place = self._ids(line["title"][:80]) if random.random() < 0.5 else []
        labels = line.get("labels")
        holds: list[int] | None = []
        if line.get("answers"):
            known = labels and None not in labels and any(labels)
            holds = [n for n, label in enumerate(labels) if label] if known else None
        most = 220 if holds is None or random.random() > 0.88 else 108
        return row(self._ids(question), place, self._pieces(line["sentences"], " "), holds, None, most)

    def _heading(self) -> Row:
        passage, question, holds = self._docs.heading()
        place = passage["title"] if question.lower() != passage["title"].lower() else ""
        return row(self._ids(question), self._ids(place), self._pieces(units(passage["text"]), "\n"), holds, None, 160)

    def _own(self) -> Row:
        passage, question, holds = self._docs.asked()
        text = retyped(question["question"]) if random.random() < 0.2 else question["question"]
        place = " > ".join([passage["title"], *passage["headings"]])
        most = 120 if random.random() < 0.7 else 240
        return row(self._ids(text), self._ids(place), self._pieces(units(passage["text"]), "\n"), holds, None, most)

    def _span(self, paragraph: dict, question: dict) -> tuple[int, int, int] | None:
        sentence = " " + paragraph["sentences"][question["sentence"]]
        start = sentence.find(question["answer"])
        end = start + len(question["answer"])
        offsets = self._tokenizer.encode(sentence, add_special_tokens=False).offsets
        inside = [n for n, (a, b) in enumerate(offsets) if start >= 0 and b > start and a < end]
        return (question["sentence"], inside[0], inside[-1] + 1) if inside else None

    def _pieces(self, texts: list[str], before: str) -> list[list[int]]:
        found = self._tokenizer.encode_batch([before + text for text in texts], add_special_tokens=False)
        return [encoding.ids[:90] if before == "\n" else encoding.ids for encoding in found]

    def _ids(self, text: str) -> list[int]:
        return self._tokenizer.encode(text, add_special_tokens=False).ids


def _typed(question: str) -> str:
    chance = random.random()
    text = folded(question) if chance < 0.7 else retyped(question) if chance < 0.85 else question
    return _with_slip(text) if random.random() < 0.12 else text


def _with_slip(text: str) -> str:
    """One letter of a long word swapped with the next, left out or doubled."""
    words = text.split()
    long = [number for number, word in enumerate(words) if len(word) > 4 and word.isalpha()]
    if not long:
        return text
    number = random.choice(long)
    word, at = words[number], random.randrange(1, len(words[number]) - 1)
    pair = word[at : at + 2]
    words[number] = word[:at] + random.choice((pair[::-1], pair[1], pair[0] + pair)) + word[at + 2 :]
    return " ".join(words)


def lines(path: Path) -> Iterator[dict]:
    with gzip.open(path, "rt", encoding="utf-8") as file:
        yield from map(json.loads, file)
