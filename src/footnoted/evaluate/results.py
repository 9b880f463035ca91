"""The figures of a run over all its trials, and a comparison with an earlier run. Knows no engine and no file."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass

from footnoted.domain.question import NO_CONFIDENCE, Confidence, Policy, Verdict
from footnoted.domain.scores.risk import upper_bound
from footnoted.evaluate.metrics import auroc, calibration_error, ndcg, percentile, recall, reciprocal_rank
from footnoted.evaluate.trial import Trial

_NONE: Mapping[str, Policy] = {}


@dataclass(frozen=True, slots=True)
class KindResult:
    """The outcomes of one kind of questions, as shares."""

    kind: str
    answerable: bool
    questions: int
    refused: float
    """By the policy asked with, or because no answer was written."""
    shown: float
    """A place was shown: neither answered nor refused."""
    refused_by: dict[str, float]
    """What the policies of other contracts would have refused, by contract."""
    auroc: float | None
    """How well the best score separates this kind from the answerable questions."""


@dataclass(frozen=True, slots=True)
class Results:
    """A whole run in figures."""

    name: str
    questions: int
    ndcg: float | None
    recall: float | None
    reciprocal_rank: float | None
    refusal_precision: float | None
    """Share of the refusals that were right."""
    refusal_recall: float | None
    """Share of the unanswerable questions that were refused."""
    wrong_when_answered: float | None
    """Share of the answers that were given to unanswerable questions; both sides weigh the same."""
    wrong_bound: float | None
    """Upper bound of that share with 95 % confidence, for questions mixed as here."""
    calibration_error: float | None
    """How far scores are from the share of questions whose first place is right."""
    containment: float | None
    """Share of the answerable questions with known answers whose answer has one of them."""
    shown_with: float | None
    """Share of the same questions that were shown a place with a known answer."""
    seconds_p50: float
    seconds_p95: float
    kinds: tuple[KindResult, ...]


def results_of(name: str, trials: Sequence[Trial], policies: Mapping[str, Policy] = _NONE) -> Results:
    """The figures of a run; ``policies`` are those of other contracts, by name."""
    ranked = [trial for trial in trials if trial.probe.relevant]
    yes = [trial for trial in trials if trial.probe.is_answerable]
    no = [trial for trial in trials if not trial.probe.is_answerable]
    refused = [trial for trial in trials if trial.declined]
    with_answers = [trial for trial in yes if trial.probe.answers]
    answered_yes = _share([trial.answered for trial in yes])
    answered_no = _share([trial.answered for trial in no])
    both = bool(yes and no)
    answers, wrong = sum(trial.answered for trial in trials), sum(trial.answered for trial in no)
    return Results(
        name=name,
        questions=len(trials),
        ndcg=_share([ndcg(trial.found, trial.probe.relevant) for trial in ranked]),
        recall=_share([recall(trial.found, trial.probe.relevant) for trial in ranked]),
        reciprocal_rank=_share([reciprocal_rank(trial.found, trial.probe.relevant) for trial in ranked]),
        refusal_precision=_share([not trial.probe.is_answerable for trial in refused]) if both else None,
        refusal_recall=_share([trial.declined for trial in no]),
        wrong_when_answered=_ratio(answered_no or 0.0, answered_yes or 0.0) if both else None,
        wrong_bound=upper_bound(wrong, answers) if both else None,
        calibration_error=calibration_error(
            [trial.best for trial in trials],
            [trial.is_right for trial in trials],
            [trial.probe.is_answerable for trial in trials],
        )
        if both
        else None,
        containment=_share([trial.has_fact and trial.answered for trial in with_answers]),
        shown_with=_share([trial.has_fact and trial.shown for trial in with_answers]),
        seconds_p50=percentile([trial.seconds for trial in trials], 0.5),
        seconds_p95=percentile([trial.seconds for trial in trials], 0.95),
        kinds=tuple(_kind(kind, trials, yes, policies) for kind in dict.fromkeys(trial.probe.kind for trial in trials)),
    )


def _kind(
    kind: str, trials: Sequence[Trial], answerable: Sequence[Trial], policies: Mapping[str, Policy]
) -> KindResult:
    own = [trial for trial in trials if trial.probe.kind == kind]
    is_answerable = own[0].probe.is_answerable
    others = [trial.best for trial in answerable if trial.probe.kind != kind]
    return KindResult(
        kind,
        is_answerable,
        len(own),
        refused=sum(trial.declined for trial in own) / len(own),
        shown=sum(trial.shown for trial in own) / len(own),
        refused_by={
            name: sum(_is_refused(trial, policy) for trial in own) / len(own) for name, policy in policies.items()
        },
        auroc=None if is_answerable or not others else auroc(others, [trial.best for trial in own]),
    )


def _is_refused(trial: Trial, policy: Policy) -> bool:
    """Whether a contract with this policy would have refused, by the passages it looks at."""
    if trial.from_selection:
        return trial.declined
    scores = tuple(score for score in trial.confidence.scores if score >= policy.threshold)
    if not scores:
        return policy.judge(NO_CONFIDENCE) is Verdict.DECLINE
    average = sum(scores) / len(scores)
    seen = Confidence(average, min(scores), max(scores), len(scores), trial.confidence.diversity, scores)
    return policy.judge(seen) is Verdict.DECLINE


def _share(values: Sequence[float]) -> float | None:
    return sum(values) / len(values) if values else None


def _ratio(wrong: float, right: float) -> float | None:
    return wrong / (wrong + right) if wrong + right else None


_HIGHER_IS_BETTER = ("ndcg", "recall", "reciprocal_rank", "refusal_precision", "refusal_recall", "containment")
_LOWER_IS_BETTER = ("wrong_when_answered", "calibration_error")
_SLACK = 0.01
"""By how much a figure may be worse than in the baseline."""


def worse_than(baseline: Mapping[str, object], now: Results) -> list[str]:
    """What is worse than in the baseline in words."""
    figures = asdict(now)
    better = {name: figures[name] for name in _HIGHER_IS_BETTER}
    lower = {name: figures[name] for name in _LOWER_IS_BETTER}
    return worse_figures(baseline, better, lower)


def worse_figures(
    baseline: Mapping[str, object], higher: Mapping[str, object], lower: Mapping[str, object]
) -> list[str]:
    """The same for figures by name: those that should be high, and those that should be low."""
    found = []
    for name, value in {**higher, **lower}.items():
        before = baseline.get(name)
        if not isinstance(before, float) or not isinstance(value, float):
            continue
        loss = before - value if name in higher else value - before
        if loss > _SLACK:
            found.append(f"{name.replace('_', ' ')}: {before:.3f} → {value:.3f}")
    return found
