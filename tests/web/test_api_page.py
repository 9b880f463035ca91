"""The page of an API in a real browser: drawn, by files of this server alone."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.scenes import PlayedEngine
from tests.web.conftest import OpenPage
from tests.web.test_other_origin import served

pytestmark = pytest.mark.real


def test_an_api_is_shown_and_nobody_else_is_asked(open_page: OpenPage) -> None:
    with served(PlayedEngine()) as server:
        page = open_page(f"{server}/docs", server)
        for path in ("/v1/docs", "/contracts/003-rag-agent/docs", "/docs"):
            page.goto(server + path)
            expect(page.locator(".opblock-summary-path").filter(has_text="/health")).to_be_visible()
        asking = page.locator(".opblock-summary").filter(has=page.locator("[data-path='/chat']"))
        expect(asking).to_contain_text("Ask a question and get the whole answer")
        page.locator(".opblock-summary-control").filter(has_text="/health").click()
        page.get_by_role("button", name="Try it out").click()
        page.get_by_role("button", name="Execute").click()
        expect(page.locator(".live-responses-table")).to_contain_text("healthy")
