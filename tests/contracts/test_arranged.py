"""Sources as clients list them."""

from __future__ import annotations

from dataclasses import replace

from footnoted.contracts.rendering.arranged import arranged, linked
from footnoted.contracts.rendering.footnotes import footnotes, markers
from footnoted.domain.answer import Answer, Citation, Outcome, Support
from footnoted.domain.book import Source
from footnoted.domain.question import Verdict
from tests import scenes
from tests.scenes import CLUSTER, HONEY, WEAK

SUMMER = Source(replace(WEAK.passage, route="/docs/summer", title="Summer", anchor=""), 0.6, 0.6)
SWARMS = Source(replace(WEAK.passage, anchor="swarms", headings=("Swarms (May)",)), 0.5, 0.5)


def answer(text: str, *sources: Source) -> Answer:
    return Answer(text, Outcome.ANSWERED, Verdict.ANSWER, scenes.SURE, sources)


def test_each_place_once_and_the_cited_ones_first() -> None:
    shown = arranged(answer("Warm [3]. Sweet [4][3]. `x[1]`", SUMMER, SWARMS, CLUSTER, HONEY))
    assert shown.text == "Warm [1]. Sweet [1]. `x[1]`"
    assert [(entry.source.passage.link, entry.source.score, entry.is_cited) for entry in shown.sources] == [
        ("/docs/winter#keeping-bees-warm", 0.91, True),
        ("/docs/summer", 0.6, False),
        ("/docs/winter#swarms", 0.5, False),
    ]


def test_the_section_stands_in_a_title_that_is_there_twice() -> None:
    shown = arranged(answer("Warm [1].", CLUSTER, SUMMER, SWARMS))
    assert [entry.title for entry in shown.sources] == ["Winter › Keeping bees warm", "Summer", "Winter › Swarms (May)"]


def test_markers_as_links_also_where_an_address_has_brackets() -> None:
    odd = Source(replace(CLUSTER.passage, fragment="", anchor="warm-(er)"), 0.9, 0.9)
    assert linked(answer("Warm [1], `x[1]`, [7].", odd)) == (
        "Warm [[1]](https://bees.example/docs/winter#warm-%28er%29), `x[1]`, [7]."
    )


def test_two_sentences_of_one_source_have_a_link_each() -> None:
    text = "Wax is warm. Honey is sweet."
    passage = replace(CLUSTER.passage, text=text, fragments=((0, "Wax%20is"), (13, "Honey%20is")))
    reply = "Honey is sweet [1]. Wax is warm [1]."
    cited = (Citation(0, 14, 1, "Honey is sweet.", Support.EXACT), Citation(20, 31, 1, "Wax is warm.", Support.EXACT))
    told = replace(answer(reply, Source(passage, 0.9, 0.9)), citations=cited)
    place = "https://bees.example/docs/winter#keeping-bees-warm:~:text="
    assert linked(told) == f"Honey is sweet [[1]]({place}Honey%20is). Wax is warm [[1]]({place}Wax%20is)."
    assert [note.url for note in footnotes(told).citations] == [f"{place}Honey%20is", f"{place}Wax%20is"]
    assert [marker.url for marker in markers(told)] == [f"{place}Honey%20is", f"{place}Wax%20is"]
    assert replace(told, from_selection=True).link_of(cited[0]) == ""
