"""Every contract's tests play every scene; what each looks like on the wire stands there."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

TESTS = {
    "005-rag-agent-api": "test_book_api.py",
    "006-rag-ai-agent": "test_rag_ai_agent.py",
    "007-rag-retrieval-agent": "test_rag_retrieval_agent.py",
    "003-rag-agent": "test_rag_agent.py",
    "003-rag-agent-api": "test_rag_agent_api.py",
}
SCENES = {"answered", "refused", "searched_twice", "failed_early", "failed_midway", "model_down", "store_down"}


@pytest.mark.parametrize("contract", TESTS)
def test_every_scene_is_played(contract: str) -> None:
    source = (Path(__file__).parent / TESTS[contract]).read_text("utf-8")
    played = set(re.findall(r"scenes\.(\w+)", source))
    assert played >= SCENES
    assert played & {"low_confidence", "partly_sure"}
    # 003-rag-agent takes no selection.
    assert "selected_text" in played or contract == "003-rag-agent"
    for name in ("test_limited", "test_at_the_door", "test_bad_input_of_every_kind"):
        assert name in source
