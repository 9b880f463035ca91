"""How scores of the embedder that ships with us are read, for books that were not measured."""

from __future__ import annotations

from footnoted.domain.scores.calibration import Calibrations, calibration

GRANITE = Calibrations(calibration("local:granite-embedding-30m-english"))
