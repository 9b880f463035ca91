"""What counts of wrong answers prove, and which cut an author's promise asks for."""

from __future__ import annotations

from itertools import pairwise

import pytest

from footnoted.domain.scores.risk import RISKS, Risk, cut_for, upper_bound


@pytest.mark.parametrize(
    ("wrong", "answered", "bound"), [(0, 10, 0.2589), (1, 20, 0.2161), (5, 100, 0.1023), (103, 2301, 0.0526)]
)
def test_the_bound_is_clopper_and_pearsons(wrong: int, answered: int, bound: float) -> None:
    assert upper_bound(wrong, answered) == pytest.approx(bound, abs=2e-4)


def test_all_wrong_or_nothing_answered_proves_nothing() -> None:
    assert upper_bound(0, 0) == upper_bound(3, 3) == 1.0


def test_a_stricter_promise_never_answers_more() -> None:
    cuts = [cut_for(share).cut for share in (0.2, 0.1, 0.05, 0.03, 0.02, 0.01)]
    assert cuts == sorted(cuts)
    assert all(cut_for(share).bound <= share for share in (0.2, 0.1, 0.05, 0.03, 0.02))


def test_a_promise_that_cannot_be_kept_gets_the_safest_cut() -> None:
    few = [Risk(0.0, 30, 2), Risk(1.0, 20, 0)]
    assert cut_for(0.01, few) == few[1]


def test_public_figures_fall_with_the_cut() -> None:
    assert all(a.cut < b.cut and a.answered >= b.answered and a.wrong >= b.wrong for a, b in pairwise(RISKS))
