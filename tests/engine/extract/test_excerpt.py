"""Which words are quoted, and when they are given as the answer."""

from __future__ import annotations

from dataclasses import replace

import pytest

from footnoted.domain.answer import Support
from footnoted.domain.book import Role, Source
from footnoted.domain.question import NO_CONFIDENCE, Verdict
from footnoted.domain.reading import Excerpt, Quote, Reading
from footnoted.engine.check.support.verify import citations
from footnoted.engine.extract.excerpt import choose_quote
from footnoted.engine.extract.gate import CUT, NEVER, rated, tier
from footnoted.engine.extract.quote import quoted
from footnoted.engine.find.finder import Found
from tests.engine.write.test_draft import source

FILLER = " ".join(f"Sentence number {number} speaks of other matters entirely." for number in range(18))


def found(*sources: Source) -> Found:
    return Found(tuple(sources), NO_CONFIDENCE)


def text_of(question: str, *sources: Source) -> str:
    """The answer where it is sure: the book is taken to cover the question by far."""
    return "".join(quoted(choose_quote(question, replace(found(*sources), covered=200.0)).excerpts, sources))


def test_a_short_passage_is_quoted_whole() -> None:
    passage = source("Bees dance. The dance tells where food is.", 0.9)
    assert text_of("what does the dance tell", passage) == "Bees dance. The dance tells where food is [1]."


def test_of_a_long_one_the_run_that_holds_the_question() -> None:
    passage = source(f"{FILLER}\n\nThe waggle dance tells the distance to food.\n\n{FILLER}", 0.9)
    quote = text_of("waggle dance distance", passage)
    assert "waggle dance tells the distance" in quote
    assert len(quote.split()) <= 100


def test_what_the_reader_sees_counts_as_much_as_words() -> None:
    text = f"{FILLER} It is done by wagging."
    plain = source(text, 0.9)
    shares = tuple([0.0] * 18 + [1.0])
    read = Source(plain.passage, 0.9, 0.9, Reading(2.0, shares))
    assert "wagging" in text_of("how do they tell each other", read)


def test_code_comes_with_the_sentence_that_leads_into_it() -> None:
    text = f"{FILLER}\n\nInstall the hive monitor like this:\n\n```sh\npip install hive\n```\n\n{FILLER}"
    quote = text_of("install hive monitor", source(text, 0.9))
    assert "like this:\n\n```sh\npip install hive\n```" in quote


@pytest.mark.parametrize("number", [1, 5, 12], ids=["first step", "in the middle", "last step"])
def test_steps_are_quoted_all_of_them(number: int) -> None:
    words = "which every keeper of bees should do with care and never in a hurry"
    steps = [f"{step}. Take part {step} out, {words}." for step in range(1, 13)]
    steps[number - 1] = f"{number}. Brush the queen excluder."
    quote = text_of("brush queen excluder", source("\n".join(["To winter a hive:\n", *steps]), 0.9))
    assert [step for step in steps if step[:-1] not in quote] == []


def test_asked_how_to_the_steps_of_the_page_follow_what_they_are_for() -> None:
    opening, aside, first, second = (
        Source(replace(source(text, 0.9).passage, title="Opening a hive", position=position), 0.9, 0.9)
        for position, text in enumerate(
            (
                "To open a hive calms nobody.",
                "A hive is opened often.",
                "1. Light it.\n2. Wait.",
                "1. Lift it.\n2. Look.",
            )
        )
    )
    elsewhere = replace(second, passage=replace(second.passage, id="x", route="/other"))
    sources = (opening, aside, second, first, elsewhere)
    told = text_of("How do I open a hive?", *sources)
    assert told == "To open a hive calms nobody [1].\n\n1. Light it.\n2. Wait [4].\n\n1. Lift it.\n2. Look [3]."
    assert "Light" not in text_of("Why open a hive?", *sources)


def test_the_books_own_references_are_not_markers() -> None:
    assert text_of("dance", source("Bees dance [12] a lot.", 0.9)) == "Bees dance (12) a lot [1]."


def test_where_no_words_surely_answer_the_first_places_are_quoted_whole() -> None:
    long = source(f"{FILLER}\n\nThe waggle dance tells the distance to food.\n\n{FILLER}", 0.9)
    short = source("Bees dance. The dance tells where food is.", 0.8)
    quote = choose_quote("waggle dance distance", replace(found(long, short), covered=-200.0))
    texts = [source.passage.text for source in (long, short)]
    assert [(part.source, part.start, part.end) for part in quote.excerpts] == [
        (1, 0, len(texts[0])),
        (2, 0, len(texts[1])),
    ]
    assert quote.right < CUT


def test_a_reader_that_sees_the_answer_in_the_second_passage_has_both_quoted() -> None:
    first, second = (source(f"{FILLER} The {name} dance.", 0.9) for name in ("waggle", "round"))
    sees = Reading(6.0, tuple([0.0] * 18 + [1.0]))
    blind = Reading(-4.0, sees.shares)
    here = found(replace(first, reading=sees), replace(second, reading=blind))
    elsewhere = found(replace(first, reading=blind), replace(second, reading=sees))
    assert [len(choose_quote("which dance", passages).excerpts) for passages in (here, elsewhere)] == [1, 2]


@pytest.mark.parametrize(("second", "quoted_from"), [(0.0, [1, 2]), (-4.0, [1]), (None, [1])])
def test_a_second_passage_is_quoted_only_if_the_reader_sees_an_answer_there_too(
    second: float | None, quoted_from: list[int]
) -> None:
    """One that was not read stands too far behind; where nothing was read, both are quoted."""
    passages = [source(f"{FILLER} The {name} dance.", 0.9) for name in ("waggle", "round")]
    readings = [Reading(answers, (1 / 19,) * 19) if answers is not None else None for answers in (1.0, second)]
    here = found(*(replace(own, reading=reading) for own, reading in zip(passages, readings, strict=True)))
    quote = choose_quote("which dance", here)
    assert quote.right >= CUT
    assert [excerpt.source for excerpt in quote.excerpts] == quoted_from


def test_nothing_found_quotes_nothing() -> None:
    assert choose_quote("which dance", found()) == Quote()
    assert choose_quote(" ", found(source("Bees dance.", 0.9))) == Quote()


def test_tiers() -> None:
    part = Excerpt(1, 0, 5)
    sure, unsure = Quote((part,), CUT + 1), Quote((part,), CUT - 1)
    assert tier(Verdict.ANSWER, sure) is Verdict.ANSWER
    assert tier(Verdict.ANSWER, unsure) is Verdict.SHOW
    assert tier(Verdict.HEDGE, sure) is Verdict.SHOW
    assert tier(Verdict.DECLINE, sure) is Verdict.DECLINE
    assert tier(Verdict.ANSWER, Quote()) is Verdict.DECLINE


def test_no_passage_scores_higher_than_the_quote_is_likely_to_answer() -> None:
    sources = replace(found(source("Bees dance.", 0.99), source("They hum.", 0.4)), above_cut=CUT)
    assert [source.score for source in rated(sources, Quote((), CUT)).sources] == [0.75, 0.4]
    assert rated(sources, Quote((), 12.0)).sources[0].score > 0.98
    unsure = rated(sources, Quote((), NEVER), threshold=0.5)
    assert [round(source.score, 2) for source in unsure.sources] == [0.7]
    assert unsure.confidence.count == 1


def test_how_well_the_book_covers_it_counts_as_much() -> None:
    sources = found(source("Bees dance.", 0.99))
    quote = Quote((), CUT + 2)
    by_cover = [rated(replace(sources, above_cut=above), quote).sources[0].score for above in (-1.0, 1.0, 3.0)]
    assert by_cover == sorted(set(by_cover))


def beside(text: str, answers: float, role: Role = "navigation") -> Source:
    plain = source(text, 0.9)
    return replace(plain, passage=replace(plain.passage, role=role), reading=Reading(answers, (1.0,)))


def test_what_stands_beside_the_text_is_never_an_answer_but_may_be_shown() -> None:
    seen, unseen = (beside("Read about the dance of bees, the dance of bees.", answers) for answers in (9.0, -9.0))
    text = source("Bees dance to tell where food is.", 0.8)
    for listed, covered, quoted_from in ((seen, 200.0, [2]), (seen, -200.0, [1, 2]), (unseen, -200.0, [2])):
        quote = choose_quote("dance of bees", replace(found(listed, text), covered=covered))
        assert [part.source for part in quote.excerpts] == quoted_from
        assert (quote.right >= CUT) == (covered > 0)
    alone = replace(found(seen), covered=200.0)
    quote = choose_quote("dance of bees", alone)
    assert [part.source for part in quote.excerpts] == [1]
    assert tier(Verdict.ANSWER, quote) is Verdict.SHOW
    assert [round(source.score, 2) for source in rated(alone, quote).sources] == [0.7]


@pytest.mark.parametrize(
    ("question", "quoted_from"), [("which release added the dance of bees", 1), ("dance of bees", 2)]
)
def test_what_a_release_brought_answers_questions_about_releases_alone(question: str, quoted_from: int) -> None:
    notes = beside("Release 2.1 added the dance of bees.", 9.0, "changes")
    text = source("Bees dance to tell where food is.", 0.8)
    quote = choose_quote(question, replace(found(notes, text), covered=200.0))
    assert quote.right >= CUT
    assert quote.excerpts[0].source == quoted_from


def test_what_a_release_brought_is_shown_behind_the_books_text() -> None:
    notes, text = beside("Release 2.1 added the dance of bees.", -9.0, "changes"), beside("Bees dance.", -9.0, "text")
    quote = choose_quote("dance of bees", replace(found(notes, text), covered=-9.0))
    assert quote.right < CUT
    assert [excerpt.source for excerpt in quote.excerpts[:2]] == [2, 1]
    asked = choose_quote("which release added the dance of bees", replace(found(notes, text), covered=-9.0))
    assert [excerpt.source for excerpt in asked.excerpts[:2]] == [1, 2]


@pytest.mark.parametrize("question", ["what is a waggle dance", "waggle dance"])
@pytest.mark.parametrize("heading", ["", "Waggle dance"])
def test_what_a_term_is_is_quoted_from_where_the_book_says_it(question: str, heading: str) -> None:
    says = "It was seen by a beekeeper, who" if heading else "A waggle dance is a figure that"
    text = f"{says} told others of it. {FILLER}\n\nTo see the waggle dance, look for what a waggle dance needs: sun."
    plain = source(text, 0.9)
    defining = replace(plain, passage=replace(plain.passage, headings=(heading,) if heading else ()))
    assert says in text_of(question, defining)
    assert says not in text_of("where do i look for a waggle dance in the sun", defining)


def test_a_passage_behind_one_that_may_not_answer_has_no_lead() -> None:
    notes, text = beside("The dance.", 9.0, "changes"), source("Bees dance to tell where food is.", 0.8)
    near, far = (
        choose_quote("dance of bees", replace(found(notes, text), covered=0.0, margin=margin)) for margin in (0.0, 9.0)
    )
    assert near.right == far.right


def test_in_doubt_the_place_is_shown_however_well_its_words_fit() -> None:
    passage = source("Bees dance. The dance tells where food is.", 0.9)
    sure = replace(found(passage), covered=200.0)
    quote, doubted = (
        choose_quote("what does the dance tell", each) for each in (sure, replace(sure, is_doubtful=True))
    )
    assert tier(Verdict.ANSWER, quote) is Verdict.ANSWER
    assert tier(Verdict.ANSWER, doubted) is Verdict.SHOW
    assert doubted.excerpts == quote.excerpts


def entry(name: str, text: str, position: int = 0, above: str = "3.2. Options") -> Source:
    passage = source(text, 0.9).passage
    return Source(replace(passage, headings=(above, name), position=position, id=f"{name}{position}"), 0.9, 0.9)


LATER = "It waits until the jar is full. The default is 5."


@pytest.mark.parametrize(
    ("name", "text", "line"),
    [
        ("3.2.1. jar_wait", "Type: number\n\nHow long to wait for a jar.", "**Options › `jar_wait`**\n\n"),
        ("3.2.1. jar_wait", "`jar_wait` is a number.", ""),
        ("3.2. Options", "They are set in a file.", "**Options**\n\n"),
        ("Robbing", "Type: number\n\nHow many robbing bees are let in.", "**Options › Robbing**\n\n"),
        ("How wax is sold", "In spring wax is sold by weight.", ""),
        ("Selling wax to [others]", "By weight, in spring.", "**Options › Selling wax to `[others]`**\n\n"),
    ],
)
def test_a_quote_that_does_not_name_what_it_is_about_comes_with_its_heading(name: str, text: str, line: str) -> None:
    """Of an option's entry "Type: number" alone, nobody knows which option that is."""
    found_here = entry(name, text)
    quote = "".join(quoted((Excerpt(1, 0, len(text)),), (found_here,)))
    assert quote.startswith(line or text[:5])
    assert quote.count("**") == (2 if line else 0)


def test_the_heading_above_a_quote_is_no_statement() -> None:
    """The words behind it are exact, and the link opens at them."""
    found_here = entry("3.2.1. jar_wait", LATER)
    text = "".join(quoted((Excerpt(1, 0, len(LATER)),), (found_here,)))
    (cited,) = citations(text, (found_here,))
    assert text.startswith("**Options › `jar_wait`**")
    assert (text[cited.start : cited.end], cited.quote, cited.support) == (LATER[:-1], LATER[:-1], Support.EXACT)


def test_two_passages_of_one_section_come_in_the_order_of_the_book() -> None:
    """What goes on from the other, such as the code of its example, is not understood before it."""
    code, lead = entry("Jars", "```\nopen(jar)\n```", 3), entry("Jars", "This opens jars:", 2)
    other = entry("Lids", "Lids of jars are separate.", 1)
    whole = [Excerpt(at, 0, len(each.passage.text)) for at, each in enumerate((code, other, lead), 1)]
    text = "".join(quoted(whole, (code, other, lead)))
    assert text.index("This opens") < text.index("open(jar)") < text.index("Lids of")


@pytest.mark.parametrize(("between", "is_kept"), [(0, True), (6, False)])
def test_a_quote_begins_where_its_paragraph_does_if_that_is_near(between: int, is_kept: bool) -> None:
    """Else nobody knows what "this release" is."""
    before = [
        "Slink came in 1999.",
        *(f"Sentence number {number} speaks of other matters." for number in range(between)),
    ]
    answer = [f"This release has a new queen for hive {number} of ours." for number in range(8)]
    shares = (*(0.0 for _ in before), *(0.1 for _ in answer), 0.0)
    passage = source(" ".join((*before, *answer)) + f"\n\n{FILLER}", 0.9).passage
    text = text_of("which queen", Source(passage, 0.9, 0.9, Reading(20.0, shares)))
    assert "hive 0" in text
    assert "hive 7" in text
    assert ("Slink" in text) is is_kept


@pytest.mark.parametrize(("answers", "most"), [(20.0, 70), (7.5, 110)])
def test_where_a_few_words_surely_answer_no_more_are_quoted(answers: float, most: int) -> None:
    """Of two paragraphs with the question's words, the reader finds the answer in one sentence."""
    talk = [f"Keepers speak of queens in year number {number}, and of much else that day." for number in range(9)]
    sentences = [*talk, "A queen lives for five years.", *talk]
    shares = tuple(float(sentence.startswith("A queen")) for sentence in sentences)
    passage = source(" ".join(sentences), 0.9).passage
    text = text_of("how long does a queen live", Source(passage, 0.9, 0.9, Reading(answers, shares)))
    assert "five years" in text
    assert most - 30 < len(text.split()) <= most


@pytest.mark.parametrize(
    ("question", "is_answer"),
    [
        ("Who kept the bees in 2012?", True),
        ("Who kept the bees in 2013?", True),
        ("Who kept the bees in 2025?", False),
        ("Who kept the bees of a hive from 2025?", True),
    ],
)
def test_a_passage_about_other_years_is_shown_and_does_not_answer(question: str, is_answer: bool) -> None:
    passage = source("The bees were kept by Ada (April 2010 – May 2013), and then by Ben (2013).", 0.9)
    sure = replace(found(passage), covered=200.0)
    assert (choose_quote(question, sure).right >= CUT) is is_answer
