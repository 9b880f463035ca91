"""What tests do on the chat page and in the widget alike: ask, and wait for a turn."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Page, expect


def put(page: Page, question: str) -> None:
    """Type the question and send it."""
    page.get_by_label("Your question").fill(question)
    page.keyboard.press("Enter")


def turn(page: Page, state: str) -> Any:
    """The last turn in this state, once it is visible."""
    found = page.locator(f".turn[data-state={state}]").last
    expect(found).to_be_visible()
    return found
