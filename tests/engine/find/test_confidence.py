"""The calibrated scale: what raises a score, what lowers it, and what the figures are over."""

from __future__ import annotations

import math
from dataclasses import replace
from itertools import pairwise

import pytest

from footnoted.domain.book import Hit, Marks, Passage, Source
from footnoted.domain.scores.calibration import Calibrations, calibration
from footnoted.engine.find.confidence import confidence, score
from footnoted.engine.find.coverage import Coverage
from footnoted.engine.find.rank import rank
from tests.fakes.calibrations import GRANITE

ANSWER = "The exit pupil of a telescope is its aperture divided by its magnification. A large one looks brighter."
QUESTION = "How large is the exit pupil of a telescope?"


def passage(id: str, text: str, position: int = 0, headings: tuple[str, ...] = ("Optics",)) -> Passage:
    return Passage(id, "b", "", "/p", "", "Telescopes", headings, position, 0, text)


def hits(best: float, text: str = ANSWER) -> list[Hit]:
    others = [
        Hit(passage(f"o{n}", f"Cleaning mirrors takes patience, distilled water and cotton, part {n}."), 0.5, 0.5)
        for n in range(8)
    ]
    return [Hit(passage("best", text), best, 9.0), *others]


def best_score(question: str, found: list[Hit], kin: float = 0.55) -> float:
    own = Calibrations(calibration("local:granite-embedding-30m-english", Marks(kinship=kin)))
    return score(rank(question, found, own), own)[0].score


def test_a_passage_that_says_it_outright_is_relevant_and_a_foreign_question_is_noise() -> None:
    assert best_score(QUESTION, hits(0.84)) >= 0.85
    assert best_score("Who won the cup final in Lisbon in 1967?", hits(0.58)) < 0.1


def test_the_score_grows_with_similarity() -> None:
    scores = [best_score(QUESTION, hits(similarity)) for similarity in (0.55, 0.6, 0.65, 0.7, 0.75)]
    assert scores == sorted(scores)
    assert scores[-1] > scores[0]


def test_a_name_the_passages_do_not_hold_lowers_the_score() -> None:
    held = ANSWER.replace("telescope", "Dobson telescope")
    question = "What is the exit pupil of the Dobson telescope?"
    assert best_score(question, hits(0.68, held)) > best_score(question, hits(0.68))


def test_the_same_similarity_means_less_in_a_book_where_everything_is_alike() -> None:
    assert best_score(QUESTION, hits(0.66), kin=0.68) < best_score(QUESTION, hits(0.66), kin=0.48)


def test_scores_fall_in_the_order_of_the_ranking_and_stay_between_0_and_1() -> None:
    ranking = rank(
        QUESTION, [*hits(0.8), Hit(passage("second", "The exit pupil, once more, in a telescope."), 0.75, 6)]
    )
    sources = score(ranking, GRANITE)
    assert [source.passage.id for source in sources] == [candidate.hit.passage.id for candidate in ranking.candidates]
    assert all(0 <= b.score <= a.score <= 1 for a, b in pairwise(sources))


def test_what_the_book_states_once_is_not_alone_when_its_section_goes_on() -> None:
    after = passage("after", "Divide seven by it and the sky looks as bright as to the naked eye.", 1)
    elsewhere = passage("elsewhere", "Mounts carry the tube and turn it.", 2, headings=("Mounts",))
    sources = {source.passage.id: source for source in score(rank(QUESTION, hits(0.84)), GRANITE, [after, elsewhere])}
    assert 0.7 <= sources["after"].score < sources["best"].score
    assert "elsewhere" not in sources


def test_a_neighbour_keeps_the_better_of_its_two_scores() -> None:
    found = hits(0.84)
    alone = {source.passage.id: source.score for source in score(rank(QUESTION, found), GRANITE)}
    beside = {source.passage.id: source.score for source in score(rank(QUESTION, found), GRANITE, [found[5].passage])}
    assert beside["o4"] > alone["o4"]
    assert beside["o5"] == alone["o5"]


def test_a_thing_stated_once_on_a_page_of_its_own_has_one_companion() -> None:
    best, second, third, *_ = score(rank(QUESTION, hits(0.72)), GRANITE)
    assert best.score > second.score > third.score
    assert second.score >= 0.7


def test_neighbours_of_noise_are_noise() -> None:
    foreign = "Who won the cup final in Lisbon in 1967?"
    after = passage("after", "Divide seven by it.", 1)
    assert max(source.score for source in score(rank(foreign, hits(0.58)), GRANITE, [after])) < 0.1


def test_without_a_calibration_the_words_decide() -> None:
    wordless = [replace(hit, similarity=0.0) for hit in hits(0.8)]
    covered = score(rank(QUESTION, wordless), None)[0]
    foreign = score(rank("Who won the cup final in Lisbon?", [replace(h, lexical=0.2) for h in wordless]), None)[0]
    assert covered.passage.id == "best"
    assert covered.score > 0.5 > foreign.score


@pytest.mark.parametrize("question", ["", "?", "what is it", "的", "a" * 5000])
def test_any_text_gets_scores_in_range(question: str) -> None:
    assert all(0 <= source.score <= 1 for source in score(rank(question, hits(0.7)), GRANITE))


def test_nothing_found_scores_nothing() -> None:
    assert score(rank(QUESTION, []), GRANITE) == []
    assert confidence([]).count == 0
    assert confidence([]).maximum == 0.0


def test_the_figures_are_over_the_sources_given() -> None:
    sources = [Source(passage(str(n), f"text {n}"), given, 0.7) for n, given in enumerate((0.7, 0.9, 0.8))]
    angle = math.pi / 3
    vectors = [(1.0, 0.0), (math.cos(angle), math.sin(angle))]
    figures = confidence(sources, [Hit(sources[n].passage, 0.7, 1.0, vector) for n, vector in enumerate(vectors)])
    assert (figures.average, figures.minimum, figures.maximum) == pytest.approx((0.8, 0.7, 0.9))
    assert figures.count == 3
    assert figures.scores == (0.9, 0.8, 0.7)
    assert figures.diversity == pytest.approx(0.5)


def test_an_embedder_that_was_not_measured_takes_its_marks_from_the_book() -> None:
    assert calibration("other:model") is None
    other = calibration("other:model", Marks(kinship=0.15, strange=0.25, related=0.6))
    assert other is not None
    assert 0.7 < other.gauge.read(0.6) < 1
    assert 0 < other.gauge.read(0.25) < 0.3


def test_scores_are_steep_at_the_cut_only_and_grow_everywhere() -> None:
    own = GRANITE.usual
    assert own is not None
    scores = [own.score(logit / 10) for logit in range(-80, 81)]
    assert scores == sorted(scores)
    assert own.score(own.cut - 0.5) < 0.1
    assert own.score(own.cut) == pytest.approx(0.5)
    assert own.score(own.cut + 0.5) > 0.7
    assert own.score(5.0) == pytest.approx(0.996, abs=0.004)


def test_coverage_counts_rare_words_more_and_headings_too() -> None:
    common = [passage(str(n), f"A mirror and a telescope, {n}.") for n in range(9)]
    rare = passage("rare", "A barlow.", headings=("Lenses",))
    covers = Coverage("telescope barlow lens", [*common, rare])
    assert covers.by(rare) > covers.by(common[0]) > 0
    assert covers.by(rare) > covers.by_one_sentence(rare)


def test_a_book_that_knows_about_everything_is_not_made_to_refuse() -> None:
    embedder = "local:granite-embedding-30m-english"
    wide, wider = (calibration(embedder, Marks(strange=strange)) for strange in (0.66, 0.8))
    assert wide == wider


def test_a_keyword_is_a_whole_question_and_a_question_that_leans_on_others_is_not() -> None:
    assert best_score("pupil", hits(0.68)) > best_score("And how long does it take, this pupil?", hits(0.68))


def test_words_that_say_what_is_wanted_need_not_stand_in_the_passage() -> None:
    both = passage("both", "A mirror gathers light where a lens bends it.")
    assert Coverage("What is the difference between a mirror and a lens?", [both]).by(both) == 1.0
    assert Coverage("What is the price of a mirror and a lens?", [both]).by(both) < 1.0
