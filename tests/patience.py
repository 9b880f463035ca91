"""How long a test waits for what must come about: a busy machine is no failure, and what is there is not waited for."""

from __future__ import annotations

PATIENCE = 300
"""Seconds."""
