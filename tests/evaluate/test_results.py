"""Figures over questions that were tried, and comparison with an earlier run."""

from __future__ import annotations

from dataclasses import asdict, replace

import pytest

from footnoted.contracts import rag_agent_api, rag_retrieval_agent
from footnoted.domain.question import NO_CONFIDENCE, Confidence
from footnoted.evaluate.report import page, table
from footnoted.evaluate.results import results_of, worse_than
from footnoted.evaluate.trial import Probe, Trial


def trial(id: str, *, answerable: bool, scores: tuple[float, ...], found: tuple[str, ...] = ()) -> Trial:
    kind = "in" if answerable else "off"
    probe = Probe(id, f"Question <{id}>", kind, answerable, {"right": 1.0} if answerable else {}, ("known",))
    best = max(scores, default=0.0)
    confidence = (
        Confidence(sum(scores) / len(scores), min(scores), best, len(scores), 0.0, scores) if scores else NO_CONFIDENCE
    )
    return Trial(probe, found, best, confidence, declined=best < 0.3, has_fact=answerable, seconds=0.01)


RUN = [
    trial("a", answerable=True, scores=(0.9, 0.8), found=("right", "other")),
    trial("b", answerable=True, scores=(0.9, 0.2), found=("other", "right")),
    trial("c", answerable=True, scores=(0.2,), found=("other",)),
    trial("d", answerable=False, scores=()),
    trial("e", answerable=False, scores=(0.15,)),
    trial("f", answerable=False, scores=(0.5, 0.4)),
]


def test_the_figures_of_a_run() -> None:
    results = results_of("set", RUN, {"007": rag_retrieval_agent.POLICY, "003": rag_agent_api.POLICY})
    assert results.ndcg == pytest.approx((1 + 0.6309 + 0) / 3, abs=1e-3)
    assert results.reciprocal_rank == pytest.approx(0.5)
    assert results.refusal_precision == pytest.approx(2 / 3)
    assert results.refusal_recall == pytest.approx(2 / 3)
    assert results.wrong_when_answered == pytest.approx(1 / 3)
    assert results.containment == pytest.approx(2 / 3)
    inside, off = results.kinds
    assert (off.refused, off.refused_by["007"], off.refused_by["003"]) == pytest.approx((2 / 3, 1 / 3, 1.0))
    assert inside.refused_by["003"] == pytest.approx(2 / 3)
    assert off.auroc == pytest.approx(8 / 9)


def test_a_selection_is_judged_by_no_policy_and_passages_by_the_contracts_own_threshold() -> None:
    selected = replace(trial("s", answerable=True, scores=(1.0,)), from_selection=True)
    assert results_of("set", [selected], {"003": rag_agent_api.POLICY}).kinds[0].refused_by == {"003": 0.0}
    one_of_many = trial("m", answerable=True, scores=(0.99, 0.99, 0.69, 0.2, 0.2))
    assert results_of("set", [one_of_many], {"003": rag_agent_api.POLICY}).kinds[0].refused_by == {"003": 0.0}


def test_without_unanswerable_questions_nothing_is_said_about_refusing() -> None:
    results = results_of("set", RUN[:3])
    assert results.refusal_precision is results.wrong_when_answered is results.calibration_error is None


def test_only_figures_that_are_worse_by_more_than_the_slack_are_reported() -> None:
    now = results_of("set", RUN)
    assert now.ndcg is not None
    assert worse_than(asdict(now), now) == []
    assert worse_than(asdict(replace(now, ndcg=now.ndcg + 0.005)), now) == []
    (line,) = worse_than(asdict(replace(now, ndcg=now.ndcg + 0.1, seconds_p50=0.0)), now)
    assert line.startswith("ndcg")
    assert worse_than(asdict(replace(now, calibration_error=0.0)), now)


def test_the_page_is_self_contained_and_escapes_questions() -> None:
    report = page(results_of("set", RUN), RUN)
    assert report.count("<svg") == 3
    assert "Question &lt;c&gt; — refused" in report
    assert "<c>" not in report
    assert "http" not in report.replace("http://www.w3.org/2000/svg", "")
    assert "nDCG@10" in table(results_of("set", RUN))
