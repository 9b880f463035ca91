"""`make train-support`: fits the two heads of the support check and prints them as weights.py holds them.

Reads claims with evidence from ../shared, which is not part of the repository; without it there is nothing to do.
Fitted by ridge-penalised logistic regression (Newton's method); the sets' weights below do not depend on their size.
"""

from __future__ import annotations

import gzip
import json
import random
import sys
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from footnoted.domain.text.sentences import sentences
from footnoted.engine.check.support.signals import compare
from footnoted.engine.check.support.source_text import of_sentences
from footnoted.evaluate.metrics import auroc

SHARED = Path(__file__).parents[2] / "shared"
SETS = ("vitaminc", "scifact", "wice", "faithbench", "clapnq_swap")
_ROWS = 20_000
"""Of the 55,000 of VitaminC; more changed no weight in its second digit."""
_FOLDS = 5

# FaithBench and CLAPnq are only looked at: the one may not be used commercially, the other's false claims are too easy.
_PRESENCE_SETS = {"scifact": 1.0}
_AGREEMENT_SETS = {"scifact": 1.0, "vitaminc": 0.3}
_RIDGE = {"presence": 3.0, "agreement": 8.0}

Matrix = NDArray[np.float64]


@dataclass(frozen=True)
class Claims:
    """A set of claims, compared with their evidence."""

    presence: Matrix
    agreement: Matrix
    labels: NDArray[np.str_]
    groups: NDArray[np.str_]


def main() -> None:
    if not SHARED.is_dir():
        sys.exit(f"Nothing to train on: {SHARED} is not there.")
    claims = {name: _compared(name) for name in SETS}
    presence, agreement = _fitted(claims, {})
    print(f"PRESENCE = Presence({', '.join(f'{weight:.2f}' for weight in presence)})")
    print(f"AGREEMENT = Agreement({', '.join(f'{weight:.2f}' for weight in agreement)})\n")
    print(f"AUROC against supported, {_FOLDS}-fold where the set is fitted on: support, presence, agreement")
    for name, rows in claims.items():
        scores = _held_out(name, claims)
        for label in sorted(set(rows.labels) - {"supported"}):
            figures = [
                auroc(list(score[rows.labels == "supported"]), list(score[rows.labels == label])) for score in scores
            ]
            print(f"  {name:12} {label:20} " + "  ".join(f"{figure:.3f}" for figure in figures))


def _compared(name: str) -> Claims:
    read = {"vitaminc": _vitaminc, "faithbench": _faithbench}.get(name)
    rows = list(read() if read else _pairs(name))
    readings = [compare(claim, of_sentences(evidence)) for claim, evidence, _, _ in rows]
    return Claims(
        np.array([reading.presence for reading in readings]),
        np.array([reading.agreement for reading in readings]),
        np.array([label for _, _, label, _ in rows]),
        np.array([group for _, _, _, group in rows]),
    )


Row = tuple[str, list[str], str, str]
"""Claim, evidence, label, and the group that is kept together when the rows are split."""


def _vitaminc() -> Iterator[Row]:
    with gzip.open(SHARED / "train" / "support.jsonl.gz", "rt", encoding="utf-8") as lines:
        rows = [json.loads(line) for line in lines]
    for row in random.Random(0).sample(rows, min(_ROWS, len(rows))):
        yield row["claim"], [row["evidence"]], row["label"], row["group"]


def _faithbench() -> Iterator[Row]:
    folder = SHARED / "eval" / "grounding_faithbench"
    sources = {row["id"]: sentences(row["text"]) for row in _lines(folder / "sources.jsonl")}
    for row in _lines(folder / "pairs.jsonl"):
        yield row["claim"], sources[row["source_id"]], row["label"], row["source_id"]


def _pairs(name: str) -> Iterator[Row]:
    folder = {"scifact": "grounding_scifact_claims"}.get(name, f"grounding_{name}")
    for row in _lines(SHARED / "eval" / folder / "pairs.jsonl"):
        yield row["claim"], row["evidence"], row["label"], row["claim"]


def _lines(path: Path) -> Iterator[dict[str, Any]]:
    with path.open(encoding="utf-8") as lines:
        yield from map(json.loads, lines)


def _fitted(claims: Mapping[str, Claims], kept: Mapping[str, NDArray[np.bool_]]) -> tuple[Matrix, Matrix]:
    """Both heads; of a set in ``kept`` only those rows."""
    everything: Callable[[Claims], NDArray[np.bool_]] = lambda rows: np.ones(len(rows.labels), bool)  # noqa: E731
    heads = []
    for head, sets in (("presence", _PRESENCE_SETS), ("agreement", _AGREEMENT_SETS)):
        parts = []
        for name, share in sets.items():
            rows = claims[name]
            here = kept.get(name, everything(rows))
            if head == "presence":  # a contradicted claim is mentioned too
                truth = np.isin(rows.labels, ("supported", "contradicted"))
            else:
                truth = rows.labels == "supported"
                here = here & np.isin(rows.labels, ("supported", "contradicted"))
            signals = rows.presence if head == "presence" else rows.agreement
            parts.append((signals[here], truth[here].astype(float), _balanced(truth[here]) * share))
        signals, truths, weights = (np.concatenate(column) for column in zip(*parts, strict=True))
        heads.append(fit(signals, truths, weights, _RIDGE[head]))
    return heads[0], heads[1]


def _balanced(truth: NDArray[np.bool_]) -> Matrix:
    """Weights that give both answers the same say."""
    return np.asarray(np.where(truth, 500 / max(1, truth.sum()), 500 / max(1, (~truth).sum())))


def fit(signals: Matrix, truth: Matrix, weights: Matrix, ridge: float) -> Matrix:
    """Logistic regression; the last signal is the constant."""
    mean, spread = signals.mean(0), signals.std(0) + 1e-9
    mean[-1], spread[-1] = 0.0, 1.0
    scaled = (signals - mean) / spread
    found = np.zeros(signals.shape[1])
    for _ in range(25):
        likely = 1 / (1 + np.exp(-scaled @ found))
        slope = scaled.T @ (weights * (likely - truth)) + ridge * found
        curve = (scaled.T * (weights * likely * (1 - likely))) @ scaled + ridge * np.eye(len(found))
        found = found - np.linalg.solve(curve, slope)
    plain = found / spread
    plain[-1] = found[-1] - float((found * mean / spread)[:-1].sum())
    return np.asarray(plain)


def _held_out(name: str, claims: Mapping[str, Claims]) -> tuple[Matrix, Matrix, Matrix]:
    """Support, presence and agreement of each row, by heads that saw no row of its group."""
    rows = claims[name]
    fold_of = {group: number % _FOLDS for number, group in enumerate(sorted(set(rows.groups)))}
    folds = np.array([fold_of[group] for group in rows.groups])
    presence, agreement = np.zeros(len(folds)), np.zeros(len(folds))
    for fold in range(_FOLDS):
        here = folds == fold
        heads = _fitted(claims, {name: ~here})
        presence[here] = 1 / (1 + np.exp(-rows.presence[here] @ heads[0]))
        agreement[here] = 1 / (1 + np.exp(-rows.agreement[here] @ heads[1]))
    return presence * np.sqrt(agreement), presence, agreement


if __name__ == "__main__":
    main()
