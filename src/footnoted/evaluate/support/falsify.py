"""Makes false and reworded sentences from a book's own ones, to test the support check.

Rules over words, independent of how the check works. Opposites and synonyms are everyday words; with rarer ones the
check does worse (docs/lab-book.md).
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from footnoted.domain.text.sentences import sentences

_SENTENCE = re.compile(r"[A-Z][^|`#\[\]{}<>=*_\n]{30,260}[.]")
_VERB = r"(?:is|are|was|were|can|will|should|must|may|could|would|has been|have been)"
_NUMBER = re.compile(r"(?<![\w.,/-])\d+(?:[.,]\d+)*(?![\w/-]|[.,]\d)")
_NAME = re.compile(r"(?<=[a-z,;] )(?:[A-Z][\w-]*[a-z][\w-]*)(?: [A-Z][\w-]*[a-z][\w-]*)*")
_LISTED = re.compile(r"[\s,]*+(?:(?:and|or|&)(?: the)?|(?<= )the)?[\s,]*")

_OPPOSITES = """more/less larger/smaller higher/lower before/after always/never above/below first/last increase/decrease
increases/decreases increased/decreased increasing/decreasing high/low large/small long/short hot/cold warm/cool
open/closed easy/difficult good/bad better/worse best/worst early/late fast/slow strong/weak bright/dark
near/far full/empty new/old same/different true/false inside/outside left/right north/south east/west
possible/impossible safe/dangerous common/rare simple/complex necessary/unnecessary allow/prevent
allows/prevents enable/disable enabled/disabled add/remove adds/removes added/removed include/exclude
includes/excludes success/failure begin/end begins/ends began/ended start/stop starts/stops started/stopped
public/private positive/negative major/minor rich/poor young/old big/small wide/narrow thick/thin deep/shallow
heavy/light clean/dirty dry/wet quiet/loud happy/sad visible/invisible local/remote input/output day/night
morning/evening most/least many/few up/down on/off with/without rise/fall rises/falls rose/fell gain/lose
win/lose won/lost love/hate accept/reject accepts/rejects accepted/rejected success/failure buy/sell bought/sold
create/destroy created/destroyed useful/useless legal/illegal equal/unequal known/unknown able/unable
likely/unlikely directly/indirectly explicit/implicit explicitly/implicitly mutable/immutable valid/invalid
backward/forward maximum/minimum mother/father king/queen man/woman men/women brother/sister he/she his/her
boy/girl mental/physical conscious/unconscious voluntary/involuntary innate/learned internal/external
formal/informal ancient/modern urban/rural domestic/foreign senior/junior literal/figurative cheap/expensive
tall/short summer/winter spring/autumn victory/defeat friend/enemy guilty/innocent hero/villain
ancestor/descendant"""

_AMOUNTS = """all/some every/no each/no always/sometimes usually/never often/never most/all many/all some/all
several/all both/neither sometimes/always only/mostly any/no must/may may/must never/sometimes few/most generally/never
typically/rarely might/must"""

_DROPPED = re.compile(
    r",? (?:very|also|quite|really|simply|just|actually|easily|quickly|carefully|basically|fairly|rather|however|"
    r"therefore|essentially|effectively|clearly|automatically|currently|then|still|even)(?=[ ,])"
)
_CONTRACTED = (
    ("is not", "isn't"), ("are not", "aren't"), ("does not", "doesn't"), ("do not", "don't"), ("cannot", "can't"),
    ("was not", "wasn't"), ("did not", "didn't"), ("will not", "won't"), ("it is", "it's"), ("you will", "you'll"),
    ("they are", "they're"), ("we have", "we've"), ("It is", "It's"), ("You will", "You'll"),
    ("should not", "shouldn't"),
)  # fmt: skip
_CLAUSE = re.compile(
    r"(If|When|While|Because|Although|After|Before|Once|Since|Until|As soon as) ([^,]{10,}), ([^,]{10,})\."
)
_TRAILING = re.compile(r"([A-Z][^,]{15,300}) (if|when|while|because|although|after|before|once|until) ([^,]{10,300})\.")
_ASIDE = re.compile(r" \([^()]{3,}\)|, (?:for example|of course|in fact|for instance|in turn),")
_LEAD_INS = ("According to the book, ", "In short, ", "The text says that ", "Note that ")


@dataclass(frozen=True, slots=True)
class Changed:
    """A sentence made from one of the passage."""

    kind: str
    is_true: bool
    text: str
    passage: str


Maker = Callable[[str, str, random.Random], str | None]
"""Makes another sentence from a sentence and its passage, or None if the rule does not apply."""


def changed(passages: Sequence[str]) -> Iterator[Changed]:
    """Each prose sentence unchanged, and in every way that a rule can change it."""
    for number, passage in enumerate(passages):
        chance = random.Random(f"1-{number}")
        for sentence in (" ".join(text.split()) for text in sentences(passage)):
            if not _SENTENCE.fullmatch(sentence):
                continue
            yield Changed("exact", True, sentence, passage)
            for kinds, is_true in ((FALSE, False), (TRUE, True)):
                for kind, make in kinds.items():
                    text = make(sentence, passage, chance)
                    if text and text != sentence:
                        yield Changed(kind, is_true, text, passage)


def _not_inserted(sentence: str, passage: str, chance: random.Random) -> str | None:
    if re.search(r"\bnot\b|n't\b|\bno\b|\bnever\b|\bneither\b|\bonly\b", sentence):
        return None
    found = re.search(rf"\b{_VERB}\b(?! not)", sentence)
    if not found or sentence[: found.start()].strip() == "":
        return None
    return f"{sentence[: found.end()]} not{sentence[found.end() :]}"


def _not_dropped(sentence: str, passage: str, chance: random.Random) -> str | None:
    if len(re.findall(r"\b(?:not|no|never|cannot)\b|n't\b", sentence)) != 1 or "only" in sentence:
        return None
    return re.sub(r"(?<=\w) (?:not|never)(?= )", "", sentence, count=1).replace("cannot", "can")


def _number_swapped(sentence: str, passage: str, chance: random.Random) -> str | None:
    here = list(_NUMBER.finditer(sentence))
    others = sorted(set(_NUMBER.findall(passage)) - {found[0] for found in here}) or sorted(
        {found[0] for found in here}
    )
    return _swapped(sentence, here, others, chance)


def _name_swapped(sentence: str, passage: str, chance: random.Random) -> str | None:
    here = list(_NAME.finditer(sentence))
    known = {found[0] for found in here}
    others = sorted(name for name in set(_NAME.findall(passage)) if not any(name in k or k in name for k in known))
    return _swapped(sentence, here, others, chance)


def _swapped(sentence: str, here: Sequence[re.Match[str]], others: Sequence[str], chance: random.Random) -> str | None:
    if not here:
        return None
    found = chance.choice(here)
    others = [other for other in others if other != found[0]]
    return f"{sentence[: found.start()]}{chance.choice(others)}{sentence[found.end() :]}" if others else None


def _pairs(table: str, *, both_ways: bool) -> dict[str, str]:
    found: dict[str, str] = {}
    for one, other in (pair.split("/") for pair in table.split()):
        found.setdefault(one, other)
        if both_ways:
            found.setdefault(other, one)
    return found


def _replacer(pairs: dict[str, str]) -> Maker:
    pattern = re.compile(rf"(?<![\w-])(?:{'|'.join(pairs)})(?![\w-])")

    def replace(sentence: str, passage: str, chance: random.Random) -> str | None:
        found = list(pattern.finditer(sentence))
        if not found:
            return None
        chosen = chance.choice(found)
        return f"{sentence[: chosen.start()]}{pairs[chosen[0]]}{sentence[chosen.end() :]}"

    return replace


def _roles_exchanged(sentence: str, passage: str, chance: random.Random) -> str | None:
    """Two names, or both sides of "than", are swapped."""
    names = list(_NAME.finditer(sentence))
    for one, other in pairwise(names):
        between = sentence[one.end() : other.start()]
        if (
            one[0] != other[0]
            and not _LISTED.fullmatch(between)
            and between.strip()
            and not re.search(r"[();&]", between)
        ):
            return f"{sentence[: one.start()]}{other[0]}{between}{one[0]}{sentence[other.end() :]}"
    than = re.fullmatch(r"(The \w+|A \w+|[A-Z]\w+s) ((?:is|are) (?:\w+ ){1,3}than) ((?:the |a )?\w+)(\W.*)", sentence)
    if than:
        first, verb, second, rest = than.groups()
        return f"{second[0].upper()}{second[1:]} {verb} {first[0].lower()}{first[1:]}{rest}"
    return None


def _clauses_turned(sentence: str, passage: str, chance: random.Random) -> str | None:
    if found := _CLAUSE.fullmatch(sentence):
        word, first, then = found.groups()
        return f"{then[0].upper()}{then[1:]} {word.lower()} {first}."
    if found := _TRAILING.fullmatch(sentence):
        first, word, then = found.groups()
        return f"{word.capitalize()} {then}, {first[0].lower()}{first[1:]}."
    return None


def _contracted(sentence: str, passage: str, chance: random.Random) -> str | None:
    text = sentence
    for whole, short in _CONTRACTED:
        text = re.sub(rf"\b{whole}\b", short, text) if whole in text else re.sub(rf"\b{short}\b", whole, text)
    return text


def _adverbs_dropped(sentence: str, passage: str, chance: random.Random) -> str | None:
    return _DROPPED.sub("", sentence)


def _aside_dropped(sentence: str, passage: str, chance: random.Random) -> str | None:
    return _ASIDE.sub("", sentence)


def _led_in(sentence: str, passage: str, chance: random.Random) -> str | None:
    return f"{chance.choice(_LEAD_INS)}{sentence[0].lower()}{sentence[1:]}"


_SYNONYMS = """need/require needs/requires use/employ uses/employs show/display shows/displays choose/select begin/start
begins/starts happens/occurs happen/occur built/constructed found/discovered called/named about/approximately
but/however because/since gives/provides give/provide important/crucial error/mistake enough/sufficient
whole/entire large/big quickly/rapidly often/frequently usually/typically many/numerous help/assist
helps/assists get/obtain gets/obtains change/modify changes/modifies try/attempt children/kids difficult/hard
allow/permit allows/permits make/produce makes/produces ensure/verify directory/folder argument/parameter
method/technique people/persons buy/purchase quick/fast several/some result/outcome told/informed house/home
ill/sick angry/furious contains/includes default/standard create/make creates/makes like/such~as run/execute
runs/executes people/individuals behavior/conduct study/investigation researchers/scientists king/ruler
castle/fortress"""

FALSE: dict[str, Maker] = {
    "“not” inserted": _not_inserted,
    "“not” dropped": _not_dropped,
    "number of the passage": _number_swapped,
    "name of the passage": _name_swapped,
    "opposite": _replacer(_pairs(_OPPOSITES, both_ways=True)),
    "amount": _replacer(_pairs(_AMOUNTS, both_ways=False)),
    "roles exchanged": _roles_exchanged,
}
TRUE: dict[str, Maker] = {
    "clauses turned": _clauses_turned,
    "contracted": _contracted,
    "synonym": _replacer({one: two.replace("~", " ") for one, two in _pairs(_SYNONYMS, both_ways=False).items()}),
    "adverbs dropped": _adverbs_dropped,
    "aside dropped": _aside_dropped,
    "led in": _led_in,
}
