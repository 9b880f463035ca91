"""Rows to train the checker on: a statement or a question with a text, and whether the text says just that.

From ../shared/train: claims over changed sentences of Wikipedia, questions with and without an answer, and statements
made by rule from paragraphs. Knows no network.
"""

import random
import re
from collections import defaultdict
from collections.abc import Sequence
from pathlib import Path

from tokenizers import Tokenizer

from footnoted.evaluate.support.falsify import FALSE, TRUE
from training.documentation import Documentation, bag, units
from training.rows import folded, lines, retyped, window
from training.wordnet import WordNet

SUPPORTED, CONTRADICTED, NEITHER, UNANSWERED = 0, 1, 2, 3
"""The last is a question's: contradicted or neither."""
_LABELS = {"supported": SUPPORTED, "contradicted": CONTRADICTED, "neither": NEITHER}
_HELD_OUT = 20
"""One page of the claims in so many is kept back."""

_QUESTION, _PLACE, _TEXT, _STATEMENT = 0, 1, 2, 3
_START, _END = 101, 102
"""Ids of the special tokens."""

_REAL = {
    "squadtr": 1.6, "squadtr_neg": 3.0, "advqa": 1.6, "doqa": 0.8, "qed": 0.5, "qed_neg": 0.7, "fairy": 0.4,
    "fairy_neg": 0.4, "selqa": 0.4, "hotpot": 0.3, "policyqa": 0.3,
}  # fmt: skip

Row = tuple[list[int], list[int], int]
"""Token ids, sides, label."""
_NAME_OR_NUMBER = re.compile(
    r"(?<=[a-z,;] )[A-Z][\w-]*[a-z][\w-]*(?: [A-Z][\w-]*[a-z][\w-]*)*|(?<![\w.,-])\d[\d,.]*(?!\w)"
)
_PLAIN = re.compile(r"[a-z]{4,}")


def detokenised(text: str) -> str:
    """
    >>> detokenised("The `` Night '' -LRB- 2015 -RRB- did n't , at 66 % , end .")
    'The "Night" (2015) didn\\'t, at 66%, end.'
    """
    text = text.replace("-LRB-", "(").replace("-RRB-", ")").replace("-LSB-", "[").replace("-RSB-", "]")
    text = re.sub(r"``\s*|\s*''", '"', text)
    text = re.sub(r"\s+(?=[.,;:!?%)\]]|n't\b|'s\b|'(?:re|ve|ll|d|m)\b)", "", text)
    return re.sub(r"(?<=[(\[$])\s+", "", text)


class Statements:
    """Draws rows from every source."""

    def __init__(self, tokenizer: Tokenizer, folder: Path, passages: list[dict], own: Path) -> None:
        self._tokenizer = tokenizer
        self._words = WordNet()
        claims = defaultdict(list)
        for line in lines(folder / "support.jsonl.gz"):
            claims[line["group"]].append(line)
        pages = sorted(claims)
        self.held_out = [claim for page in pages[::_HELD_OUT] for claim in claims[page]]
        self._claims = [claim for n, page in enumerate(pages) if n % _HELD_OUT for claim in claims[page]]
        self._articles = defaultdict(list)
        for paragraph in lines(folder / "squad_train.jsonl.gz"):
            self._articles[paragraph["title"]].append(paragraph)
        self._paragraphs = [(t, n) for t, own in self._articles.items() for n in range(len(own))]
        self._sets = defaultdict(list)
        for name in ("reading", "more"):
            for line in lines(folder / f"{name}.jsonl.gz"):
                if line["sentences"] and line.get("answers") is not None and not line.get("history"):
                    self._sets[line["set"]].append(line)
        self._docs = Documentation(passages, own)
        self._passages = [p for p in passages if len(units(p["text"])) > 1]

    def draw(self, progress: float) -> list[Row]:
        """A row, or two that differ in little; statements at first, then mostly questions."""
        chance = random.random()
        statements = 0.60 if progress < 0.5 else 0.22
        if chance < statements:
            return [self._claim()] if random.random() < 0.6 else self._changed()
        if chance < statements + (1 - statements) * 0.55:
            return self._asked()
        return [self._real() if random.random() < 0.75 else self._own()]

    def _claim(self) -> Row:
        claim = random.choice(self._claims)
        sentences = [detokenised(claim["evidence"])]
        if random.random() < 0.5:  # an answer is checked against a passage, not against the one sentence
            others = random.choice(self._articles[random.choice(list(self._articles))])["sentences"]
            first = random.randrange(len(others))
            around = others[first : first + random.randint(1, 4)]
            at = random.randint(0, len(around))
            sentences = [*around[:at], *sentences, *around[at:]]
        return self.row(detokenised(claim["claim"]), "", sentences, _LABELS[claim["label"]], is_question=False)

    def _changed(self) -> list[Row]:
        """A sentence of a paragraph, reworded and changed; or what its paragraph does not say."""
        place, sentences, others = self._text()
        number = random.randrange(len(sentences))
        sentence = sentences[number]
        if not 25 < len(sentence) < 300:
            return self._changed()
        chance = random.random()
        if chance < 0.16:  # the sentence is not there
            rest = [text for n, text in enumerate(sentences) if n != number]
            return [self.row(self._reworded(sentence, " ".join(rest)), place, rest, NEITHER, is_question=False)]
        if chance < 0.30 and others:  # something is added that is not there, or that is
            stranger = random.choice(random.choice(others))
            there = random.choice(sentences)
            if not (15 < len(stranger) < 160 and 15 < len(there) < 160):
                return self._changed()
            return [
                self.row(_joined(sentence, added), place, sentences, label, is_question=False)
                for added, label in ((stranger, NEITHER), (there, SUPPORTED))
            ]
        whole = " ".join(sentences)
        base = self._reworded(sentence, whole) if random.random() < 0.6 else sentence
        false = self._falsified(base, whole)
        rows = [self.row(base, place, sentences, SUPPORTED, is_question=False)]
        return [*rows, self.row(false, place, sentences, CONTRADICTED, is_question=False)] if false else rows

    def _text(self) -> tuple[str, list[str], list[list[str]]]:
        if random.random() < 0.35:
            passage = random.choice(self._passages)
            sentences = [unit for unit in units(passage["text"]) if re.match(r"[A-Z].*[.]\s*$", unit.strip(), re.S)]
            if len(sentences) < 2:
                return self._text()
            other = units(random.choice(self._passages)["text"])
            return " > ".join([passage["title"], *passage["headings"]]), sentences, [other]
        title, number = random.choice(self._paragraphs)
        own = self._articles[title]
        if len(own[number]["sentences"]) < 2:
            return self._text()
        others = [p["sentences"] for n, p in enumerate(own) if n != number]
        return title.replace("_", " ") if random.random() < 0.5 else "", own[number]["sentences"], others

    def _reworded(self, sentence: str, passage: str) -> str:
        for make in random.sample(list(TRUE.values()), 3):
            sentence = make(sentence, passage, random) or sentence
        return self._exchanged(sentence, self._words.synonym, random.randint(0, 3))

    def _falsified(self, sentence: str, passage: str) -> str | None:
        if random.random() < 0.5:
            for make in random.sample(list(FALSE.values()), len(FALSE)):
                if (found := make(sentence, passage, random)) and found != sentence:
                    return found
        found = self._exchanged(sentence, self._words.other, 1)
        return found if found != sentence else None

    def _exchanged(self, text: str, make, most: int) -> str:
        words = list(_PLAIN.finditer(text))
        random.shuffle(words)
        done = 0
        for word in words[:12]:
            if done >= most:
                break
            if other := make(word[0]):
                text = re.sub(rf"\b{word[0]}\b", other, text, count=1)
                done += 1
        return text

    def _asked(self) -> list[Row]:
        """A question of a paragraph; the same about something else; or another paragraph; or with its answer."""
        title, number = random.choice(self._paragraphs)
        own = self._articles[title]
        paragraph = own[number]
        if not paragraph["questions"]:
            return self._asked()
        question = random.choice(paragraph["questions"])
        place = title.replace("_", " ") if random.random() < 0.5 else ""
        typed = folded(question["question"])
        chance = random.random()
        sentences = paragraph["sentences"]
        if chance < 0.22:
            return self._answered(paragraph, question, place)
        if chance < 0.45:
            others = [p for p in own if p is not paragraph and question["answer"] not in " ".join(p["sentences"])]
            if not others:
                return self._asked()
            asked = bag(question["question"])
            some = random.sample(others, min(12, len(others)))
            near = max(some, key=lambda p: len(bag(" ".join(p["sentences"])) & asked))["sentences"]
            return [self.row(typed, place, near, UNANSWERED, is_question=True)]
        if chance < 0.55 and len(sentences) > 2:
            rest = [text for n, text in enumerate(sentences) if n != question["sentence"]]
            return [self.row(typed, place, rest, UNANSWERED, is_question=True)]
        if random.random() < 0.45:
            typed = folded(self._exchanged(question["question"], self._words.synonym, 1))
        rows = [self.row(typed, place, sentences, SUPPORTED, is_question=True)]
        near_miss = self._near_miss(question, paragraph, own)
        return (
            [*rows, self.row(folded(near_miss), place, sentences, UNANSWERED, is_question=True)] if near_miss else rows
        )

    def _near_miss(self, question: dict, paragraph: dict, own: list[dict]) -> str | None:
        """The question with a name, a number or a word exchanged for another."""
        text = question["question"]
        here = list(_NAME_OR_NUMBER.finditer(text))
        if here and random.random() < 0.7:
            found = random.choice(here)
            source = " ".join(random.choice([paragraph, paragraph, random.choice(own)])["sentences"])
            is_number = found[0][0].isdigit()
            others = {
                other
                for other in _NAME_OR_NUMBER.findall(source)
                if other not in text and other not in question["answer"] and other[0].isdigit() == is_number
            }
            if others:
                return text[: found.start()] + random.choice(sorted(others)) + text[found.end() :]
        other = self._exchanged(text, self._words.other, 1)
        return other if other != text else None

    def _answered(self, paragraph: dict, question: dict, place: str) -> list[Row]:
        """The question with its answer behind it, and with another's of the same paragraph."""
        own = question["answer"]
        others = [q["answer"] for q in paragraph["questions"] if q["answer"] not in own and own not in q["answer"]]
        ask = question["question"]
        rows = [self.row(f"{ask} {own}", place, paragraph["sentences"], SUPPORTED, is_question=False)]
        if others:
            false = random.choice(others)
            rows.append(self.row(f"{ask} {false}", place, paragraph["sentences"], CONTRADICTED, is_question=False))
        return rows

    def _real(self) -> Row:
        """Questions that people asked of a text, with and without an answer there."""
        names = [name for name in _REAL if self._sets[name]]
        line = random.choice(self._sets[random.choices(names, [_REAL[name] for name in names])[0]])
        question = retyped(line["question"]) if random.random() < 0.15 else folded(line["question"])
        place = line["title"][:80] if random.random() < 0.5 else ""
        label = SUPPORTED if line["answers"] else UNANSWERED
        return self.row(question, place, line["sentences"], label, is_question=True)

    def _own(self) -> Row:
        passage, question, holds = self._docs.asked()
        place = " > ".join([passage["title"], *passage["headings"]])
        label = SUPPORTED if holds else UNANSWERED
        pieces = units(passage["text"])
        return self.row(folded(question["question"]), place, pieces, label, holds or [], is_question=True)

    def row(
        self, text: str, place: str, pieces: Sequence[str], label: int, wanted: Sequence[int] = (), *, is_question: bool
    ) -> Row:
        """As the product will hand it over; a long text is cut around what is wanted, else at its end."""
        text_ids, place_ids, *texts = self._ids([text, place, *pieces])
        ids = [_START, *text_ids[: 40 if is_question else 80], _END]
        sides = [_QUESTION if is_question else _STATEMENT] * len(ids)
        ids += [*place_ids[:16], _END]
        sides += [_PLACE] * (len(ids) - len(sides))
        room = 240 - len(ids) - 1
        chosen = window(texts, list(wanted), room) if wanted else range(len(texts))
        for number in chosen:
            ids += texts[number][: max(0, 240 - len(ids) - 1)]
        sides += [_TEXT] * (len(ids) - len(sides))
        return [*ids, _END], [*sides, _PLACE], label

    def _ids(self, texts: list[str]) -> list[list[int]]:
        return [encoding.ids for encoding in self._tokenizer.encode_batch(texts, add_special_tokens=False)]


def _joined(sentence: str, added: str) -> str:
    """One sentence of two.

    >>> _joined("It cools.", "The fan hums.")
    'It cools, and the fan hums.'
    """
    first = sentence.rstrip().rstrip(".")
    return f"{first}, and {added.strip()[0].lower()}{added.strip()[1:]}"
