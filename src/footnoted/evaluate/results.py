"""Counts what a reader would care about over questions that were tried, and compares with an earlier run."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass

from footnoted.domain.risk import upper_bound
from footnoted.evaluate.metrics import auroc, calibration_error, ndcg, percentile, recall, reciprocal_rank
from footnoted.evaluate.trial import Tried


@dataclass(frozen=True, slots=True)
class KindResult:
    """What became of one kind of questions, in shares."""

    kind: str
    answerable: bool
    questions: int
    refused: float
    """By the book API: best score below 0.3, or no answer written."""
    refused_by_007: float
    """By 007-rag-retrieval-agent: best score below 0.1."""
    refused_by_003: float
    """By 003-rag-agent-api: fewer than two passages of at least 0.7."""
    auroc: float | None
    """How well the best score tells this kind from the answerable ones."""


@dataclass(frozen=True, slots=True)
class Results:
    """A whole run in figures."""

    name: str
    questions: int
    ndcg: float | None
    recall: float | None
    reciprocal_rank: float | None
    refusal_precision: float | None
    """Of the refusals, how many were right."""
    refusal_recall: float | None
    """Of what the book does not say, how much was refused."""
    wrong_when_answered: float | None
    """Of the answers, how many were given to what the book does not say; both sides count alike."""
    wrong_bound: float | None
    """What that share is at most, with 95 % confidence, for questions mixed as here."""
    calibration_error: float | None
    containment: float | None
    """Of the answerable questions with known answers, how many got an answer that holds one."""
    seconds_p50: float
    seconds_p95: float
    kinds: tuple[KindResult, ...]


def results_of(name: str, tried: Sequence[Tried]) -> Results:
    """The figures of a run."""
    ranked = [one for one in tried if one.probe.relevant]
    yes = [one for one in tried if one.probe.is_answerable]
    no = [one for one in tried if not one.probe.is_answerable]
    refused = [one for one in tried if one.declined]
    told = [one for one in yes if one.probe.answers]
    answered_yes, answered_no = _share([not one.declined for one in yes]), _share([not one.declined for one in no])
    both = bool(yes and no)
    wrong = sum(not one.declined for one in no)
    return Results(
        name=name,
        questions=len(tried),
        ndcg=_share([ndcg(one.found, one.probe.relevant) for one in ranked]),
        recall=_share([recall(one.found, one.probe.relevant) for one in ranked]),
        reciprocal_rank=_share([reciprocal_rank(one.found, one.probe.relevant) for one in ranked]),
        refusal_precision=_share([not one.probe.is_answerable for one in refused]) if both else None,
        refusal_recall=_share([one.declined for one in no]),
        wrong_when_answered=_ratio(answered_no or 0.0, answered_yes or 0.0) if both else None,
        wrong_bound=upper_bound(wrong, len(tried) - len(refused)) if both else None,
        calibration_error=calibration_error([one.best for one in tried], [one.probe.is_answerable for one in tried])
        if both
        else None,
        containment=_share([one.holds and not one.declined for one in told]),
        seconds_p50=percentile([one.seconds for one in tried], 0.5),
        seconds_p95=percentile([one.seconds for one in tried], 0.95),
        kinds=tuple(_kind(kind, tried, yes) for kind in dict.fromkeys(one.probe.kind for one in tried)),
    )


def _kind(kind: str, tried: Sequence[Tried], answerable: Sequence[Tried]) -> KindResult:
    own = [one for one in tried if one.probe.kind == kind]
    is_answerable = own[0].probe.is_answerable
    others = [one.best for one in answerable if one.probe.kind != kind]
    return KindResult(
        kind,
        is_answerable,
        len(own),
        refused=sum(one.declined for one in own) / len(own),
        refused_by_007=sum(one.best < 0.1 for one in own) / len(own),
        refused_by_003=sum(sum(score >= 0.7 for score in one.scores) < 2 for one in own) / len(own),
        auroc=None if is_answerable or not others else auroc(others, [one.best for one in own]),
    )


def _share(values: Sequence[float]) -> float | None:
    return sum(values) / len(values) if values else None


def _ratio(wrong: float, right: float) -> float | None:
    return wrong / (wrong + right) if wrong + right else None


_HIGHER_IS_BETTER = ("ndcg", "recall", "reciprocal_rank", "refusal_precision", "refusal_recall", "containment")
_LOWER_IS_BETTER = ("wrong_when_answered", "calibration_error")


def worse_than(baseline: dict[str, object], now: Results, slack: float = 0.01) -> list[str]:
    """What became worse than in the baseline by more than the slack, in words."""
    found = []
    for name, value in asdict(now).items():
        before = baseline.get(name)
        if not isinstance(before, float) or not isinstance(value, float):
            continue
        change = value - before
        if (name in _HIGHER_IS_BETTER and change < -slack) or (name in _LOWER_IS_BETTER and change > slack):
            found.append(f"{name.replace('_', ' ')}: {before:.3f} → {value:.3f}")
    return found
