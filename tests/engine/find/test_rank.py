"""Ordering candidates: what goes up, what goes down, what goes out."""

from __future__ import annotations

import math
import random
from dataclasses import replace

import pytest

from footnoted.domain.book import Hit, Passage
from footnoted.domain.scores.calibration import Calibrations, calibration
from footnoted.engine.find.rank import rank
from tests.fakes.calibrations import GRANITE

FILLER = "Something else entirely stands here, long enough that nobody would take it for a stub of a passage."


def passage(id: str, text: str = "", headings: tuple[str, ...] = ()) -> Passage:
    return Passage(id, "b", "", f"/{id}", "", "Page", headings, 0, 0, text or f"{FILLER} {id}")


def hit(id: str, similarity: float, lexical: float, text: str = "", vector: tuple[float, ...] = ()) -> Hit:
    return Hit(passage(id, text), similarity, lexical, vector)


def order(question: str, hits: list[Hit]) -> list[str]:
    return [candidate.hit.passage.id for candidate in rank(question, hits).candidates]


def test_a_passage_good_in_both_searches_beats_one_that_is_best_in_either() -> None:
    hits = [hit("both", 0.80, 9.0), hit("meaning", 0.82, 0.0), hit("words", 0.55, 10.0), hit("none", 0.5, 0.0)]
    assert order("?", hits)[0] == "both"


def test_the_scale_of_either_score_does_not_matter() -> None:
    chance = random.Random(1)
    hits = [hit(str(n), chance.random(), 10 * chance.random()) for n in range(40)]
    moved = [hit(found.passage.id, 0.2 * found.similarity + 0.7, 3 * found.lexical) for found in hits]
    assert order("?", hits) == order("?", moved)


def test_the_order_of_the_hits_does_not_matter() -> None:
    hits = [hit(str(n), 0.5 + (n % 3) / 10, n % 2) for n in range(20)]
    assert order("?", hits) == order("?", list(reversed(hits)))


def test_among_equals_the_passage_with_the_rare_words_of_the_question_comes_first() -> None:
    common = "The telescope on the hill has an eyepiece, and it has one every day of the year, whatever the weather."
    rare = "The telescope on the hill has a barlow, and it has one every day of the year, whatever the weather."
    hits = [hit(f"a{n}", 0.7, 5.0, f"{common} {n}") for n in range(5)] + [hit("rare", 0.7, 5.0, rare)]
    assert order("Does the telescope have a Barlow or an eyepiece?", hits)[0] == "rare"


def test_a_stub_gives_way_to_a_whole_passage() -> None:
    assert order("?", [hit("stub", 0.71, 5.0, "See above."), hit("whole", 0.70, 5.0), hit("c", 0.4, 1.0)])[0] == "whole"


def test_equal_texts_appear_once_and_the_better_ranked_stays() -> None:
    hits = [hit("worse", 0.6, 1.0, FILLER), hit("better", 0.8, 2.0, FILLER), hit("other", 0.7, 1.5)]
    assert order("?", hits) == ["better", "other"]


@pytest.mark.parametrize(("angle", "kept"), [(0.01, ["a"]), (0.3, ["a", "b"])])
def test_vectors_tell_copies_from_passages_that_are_merely_alike(angle: float, kept: list[str]) -> None:
    hits = [hit("a", 0.80, 2.0, vector=(1.0, 0.0)), hit("b", 0.79, 2.0, vector=(math.cos(angle), math.sin(angle)))]
    assert order("?", hits) == kept


def test_several_candidates_under_one_title_speak_for_each_other() -> None:
    lonely = Hit(replace(passage("lonely"), title="Elsewhere"), 0.70, 5.0)
    hits = [hit("one", 0.70, 5.0), hit("two", 0.68, 4.5), lonely, hit("far", 0.4, 0.5)]
    assert order("?", hits)[0] == "one"


def test_words_side_by_side_beat_the_same_words_apart() -> None:
    apart = f"The pupil makes for the exit of the school and the telescope stays. {FILLER}"
    beside = f"The exit pupil of the telescope, the one behind the eyepiece. {FILLER}"
    assert order("the exit pupil", [hit("a", 0.7, 5.0, apart), hit("b", 0.7, 5.0, beside)])[0] == "b"


def test_a_gauge_keeps_small_differences_small() -> None:
    hits = [hit("words", 0.600, 9.0), hit("meaning", 0.602, 1.0), hit("c", 0.601, 1.0), hit("d", 0.601, 0.0)]
    assert rank("?", hits, GRANITE).candidates[0].hit.passage.id == "words"


def test_a_search_by_words_alone_is_ordered_by_words() -> None:
    assert order("?", [hit("a", 0.0, 1.0), hit("b", 0.0, 3.0), hit("c", 0.0, 2.0)]) == ["b", "c", "a"]


def test_nothing_found_is_an_empty_ranking() -> None:
    assert rank("?", []).candidates == ()


def test_where_similarities_mean_nothing_a_passage_without_a_word_of_the_question_is_left_out() -> None:
    by_words = Calibrations(calibration("local:granite-embedding-30m-english", language="ar"))
    hits = [hit("a", 0.9, 0.0, "كتاب عن النجوم"), hit("b", 0.1, 2.0, "مرآة التلسكوب")]
    assert [candidate.hit.passage.id for candidate in rank("مرآة التلسكوب", hits, by_words).candidates] == ["b"]
    assert rank("مرآة التلسكوب", hits[:1], by_words).candidates == ()


def test_the_entry_of_a_name_comes_before_what_mentions_it() -> None:
    entry = Hit(
        passage("entry", "Type: number. Default: 10. How many are read at once, and then shown.", ("read_inc",)),
        0.7,
        9.0,
    )
    other = Hit(
        passage("other", "Type: number. Default: 0. Like read_inc, but for the time between.", ("time_inc",)),
        0.72,
        11.0,
    )
    far = Hit(passage("far", "Bees read nothing at all, not even the time or what is written for them."), 0.4, 0.5)
    assert order("default of read_inc", [other, entry, far])[0] == "entry"
    assert order("default of the time", [other, entry, far])[0] == "other"


def test_what_stands_beside_the_text_gives_way_to_it() -> None:
    """It cannot answer, and only the first few are read."""
    aside = hit("aside", 0.72, 5.0)
    aside = replace(aside, passage=replace(aside.passage, role="navigation"))
    hits = [aside, hit("text", 0.71, 4.9), hit("far", 0.4, 1.0)]
    assert order("?", hits) == ["text", "aside", "far"]
    licence = replace(aside, passage=replace(aside.passage, role="text"))
    assert order("?", [licence, *hits[1:]])[0] == "aside"


def test_a_follow_up_of_one_word_is_about_that_word() -> None:
    old = f"{FILLER} To feed bees in summer, put the feeder above the box."
    new = f"{FILLER} In winter, feeding is done with sugar."
    hits = [hit("summer", 0.72, 9.0, old), hit("winter", 0.74, 8.5, new), hit("far", 0.4, 1.0)]
    text = "And in winter? feed bees summer feeder"
    assert [rank(text, hits, own=own).candidates[0].hit.passage.id for own in ("", "And in winter?")] == [
        "summer",
        "winter",
    ]


def test_a_passage_on_a_page_that_the_conversation_is_about_comes_before_others_like_it() -> None:
    hits = [hit("other", 0.71, 5.0), hit("talked-of", 0.70, 5.0), hit("far", 0.4, 1.0)]
    alone = rank("How many eggs?", hits).candidates
    talked = rank("How many eggs?", hits, ground={("b", "/talked-of")}).candidates
    assert [ranking[0].hit.passage.id for ranking in (alone, talked)] == ["other", "talked-of"]
