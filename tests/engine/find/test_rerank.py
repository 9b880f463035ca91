"""A reranker's second opinion: what it moves, what it cannot move, and what happens without it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from footnoted.domain.book import Hit, Passage
from footnoted.domain.ports import Reranker
from footnoted.engine.ask import Engine, final
from footnoted.engine.extract.extractive_writer import ExtractiveWriter
from footnoted.engine.find.confidence import score, signals
from footnoted.engine.find.finder import Finder
from footnoted.engine.find.rank import Ranking, rank, reorder
from footnoted.providers.rerankers.budgeted import BudgetedReranker
from tests.engine.test_ask import AxisEmbedder, index_of_bees, question
from tests.fakes.calibrations import GRANITE
from tests.fakes.history import FakeHistory
from tests.fakes.reranker import WordReranker

ASKED = "How warm is the winter cluster of bees?"


def ranking(*similarities: float, book: str = "b") -> Ranking:
    hits = [
        Hit(
            Passage(
                f"p{n}",
                book,
                "",
                f"/{n}",
                "",
                f"Page {n}",
                (f"Part {n}",),
                0,
                n,
                f"Bees in winter, {n}. " + "Filler. " * 20,
            ),
            similarity,
            3.0,
        )
        for n, similarity in enumerate(similarities)
    ]
    return rank(ASKED, hits, GRANITE)


def ids(ranking: Ranking) -> list[str]:
    return [candidate.hit.passage.id for candidate in ranking.candidates]


ALIKE = ranking(0.80, 0.795, 0.79, 0.785, 0.78)


def test_among_alike_candidates_the_reranker_decides() -> None:
    assert ids(ALIKE) == ["p0", "p1", "p2", "p3", "p4"]
    assert ids(reorder(ALIKE, [0, 0, 0, 9, 0]))[0] == "p3"


def test_a_weak_preference_does_not_overrule_a_search_that_is_sure() -> None:
    sure = ranking(0.90, 0.60, 0.59, 0.58, 0.57)
    assert ids(reorder(sure, [0.50, 0.52, 0.53, 0.49, 0.50]))[0] == "p0"


def test_the_scale_of_the_ratings_does_not_matter() -> None:
    ratings = [0.1, 0.9, 0.3, 0.95, 0.2]
    assert ids(reorder(ALIKE, ratings)) == ids(reorder(ALIKE, [40 * rating - 7 for rating in ratings]))


@pytest.mark.parametrize("same", [0.0, 0.3, -7.1])
def test_equal_ratings_change_nothing(same: float) -> None:
    assert ids(reorder(ALIKE, [same] * 5)) == ids(ALIKE)


def test_equal_candidates_follow_the_ratings_to_the_reader() -> None:
    equal = reorder(ranking(0.8, 0.8, 0.8, 0.8), [1, 2, 3, 4])
    assert [source.passage.id for source in score(equal, GRANITE)] == ids(equal) == ["p3", "p2", "p1", "p0"]


def test_those_it_did_not_read_stay_where_they_are() -> None:
    moved = reorder(ALIKE, [0, 9, 0])
    assert sorted(ids(moved)[:3]) == ["p0", "p1", "p2"]
    assert ids(moved)[0] != "p0"
    assert ids(moved)[3:] == ["p3", "p4"]


@pytest.mark.parametrize("count", [0, 1])
def test_nothing_to_move(count: int) -> None:
    few = ranking(*[0.8] * count)
    assert ids(reorder(few, [1.0] * count)) == ids(few)


def test_the_scale_stays_as_it_was_and_only_the_passages_change_places() -> None:
    moved = reorder(ALIKE, [0, 1, 2, 3, 9])
    before, after = score(ALIKE, GRANITE), score(moved, GRANITE)
    assert [source.score for source in after] == [source.score for source in before]
    assert after[0].passage.id == "p4" != before[0].passage.id


def test_the_head_reads_the_search_as_it_was() -> None:
    best, *others = [candidate.hit for candidate in ALIKE.candidates]
    covering = replace(best.passage, text="The winter cluster of bees is warm. " + "Filler. " * 20)
    plain = rank(ASKED, [replace(best, passage=covering), *others], GRANITE)
    moved = reorder(plain, [-9, 9, 0, 0, 0])
    own = GRANITE.of("b")
    assert (ids(plain)[0], ids(moved)[0]) == ("p0", "p1")
    assert signals(moved, own) == signals(plain, own) != signals(replace(moved, before_reranking=()), own)
    assert score(moved, GRANITE)[0].score == score(plain, GRANITE)[0].score


def test_neighbours_are_those_of_the_new_best() -> None:
    moved = reorder(ALIKE, [0, 1, 2, 3, 9])
    best = moved.candidates[0].hit.passage
    beside = replace(best, id="beside", position=1, text="It is warm in the winter cluster of bees.")
    scored = {source.passage.id: source.score for source in score(moved, GRANITE, [beside])}
    assert best.id == "p4"
    assert scored["p4"] > scored["beside"] > 0.7
    assert "beside" not in {source.passage.id for source in score(ALIKE, GRANITE, [beside])}


async def finder(reranker: Reranker | None) -> Finder:
    return Finder(AxisEmbedder(), await index_of_bees(), GRANITE, reranker)


async def routes(reranker: Reranker | None, asked: str = "bees") -> list[str]:
    found = await (await finder(reranker)).find(question(asked), asked)
    return [source.passage.route for source in found.sources]


class Contrary(WordReranker):
    """Likes best whatever comes last."""

    async def rate(self, question: str, texts: object) -> list[float]:
        await super().rate(question, list(texts))  # type: ignore[call-overload]
        return [1000.0**place for place in range(len(self.calls[-1][1]))]


async def test_a_search_asks_the_reranker_about_the_passages_in_their_context() -> None:
    plain = await routes(None)
    contrary = Contrary()
    moved = await routes(contrary)
    assert sorted(moved) == sorted(plain)
    assert moved != plain
    ((asked, texts),) = contrary.calls
    assert asked == "bees"
    assert texts[0].lower().startswith(plain[0].strip("/"))


@pytest.mark.parametrize("trouble", ["is_down", "is_stuck"])
async def test_trouble_with_it_leaves_the_order_of_the_search_and_shows_in_health(trouble: str) -> None:
    fake = Contrary()
    setattr(fake, trouble, True)
    watched = BudgetedReranker(fake, 0.05)
    engine = Engine(await finder(watched), ExtractiveWriter(), FakeHistory(), ExtractiveWriter())
    without = Engine(await finder(None), ExtractiveWriter(), FakeHistory(), ExtractiveWriter())
    answer, expected = await final(engine.ask(question())), await final(without.ask(question()))
    assert fake.calls
    assert (answer.text, answer.sources, answer.confidence) == (expected.text, expected.sources, expected.confidence)
    health = await engine.health()
    assert [name for name, part in health.items() if not part.is_up] == ["reranker"]
    assert "reranker" not in await without.health()
