"""A real browser for the pages' tests, and the widget's closed shadow root open to them."""

from __future__ import annotations

import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Error, Page, Request, expect, sync_playwright

CHROMIUM = "/usr/bin/chromium"
ARGUMENTS = "--no-sandbox --headless=new --disable-gpu --disable-background-networking --disable-component-update"
PATIENCE = 120_000
"""Milliseconds: a busy machine is no failure, and what is there is not waited for."""
expect.set_options(timeout=PATIENCE)
WIDGET = Path(__file__).parents[2] / "widget"
AXE = WIDGET / "node_modules" / "axe-core" / "axe.min.js"

# A test looks inside; that a page cannot is a test of its own. And what is shown for some seconds only, as "Copied" is,
# stays until a busy machine comes to look at it.
OPEN_SHADOW = f"""const attach = Element.prototype.attachShadow;
Element.prototype.attachShadow = function (options) {{ return attach.call(this, {{ ...options, mode: "open" }}); }};
const later = window.setTimeout;
window.setTimeout = (act, time, ...given) => later(act, time > 2000 ? {PATIENCE} : time, ...given);"""

OpenPage = Callable[..., Page]


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """For one file: while it is open, no asyncio loop runs in this process, and tests of other folders need one."""
    if not Path(CHROMIUM).exists():
        pytest.skip(f"needs Chromium at {CHROMIUM}")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=[*ARGUMENTS.split(), "--disable-sync"])
        yield browser
        browser.close()


@pytest.fixture
def open_page(browser: Browser) -> Iterator[OpenPage]:
    """Opens pages; at the end asserts that nothing failed, no payload ran, and no request went to another origin."""
    contexts: list[BrowserContext] = []
    elsewhere: list[str] = []
    faults: list[str] = []

    def open_one(url: str, *origins: str, context: BrowserContext | None = None, **options: object) -> Page:
        given = {"viewport": {"width": 1280, "height": 860}, "reduced_motion": "reduce"} | options
        if context is None:
            context = browser.new_context(**given)  # type: ignore[arg-type]
            contexts.append(context)
            context.add_init_script(OPEN_SHADOW)

        def watch(request: Request) -> None:
            if not request.url.startswith((url, *origins, "data:", "blob:")):
                elsewhere.append(request.url)

        context.on("request", watch)
        page = context.new_page()
        page.set_default_timeout(PATIENCE)
        page.on("pageerror", lambda error: faults.append(str(error)))
        page.on(
            "console",
            lambda message: faults.append(message.text) if "Content Security Policy" in message.text else None,
        )
        page.goto(url)
        return page

    yield open_one
    ran = [page.evaluate("window.ran") for context in contexts for page in context.pages]
    for context in contexts:
        context.close()
    assert ([each for each in ran if each], elsewhere, faults) == ([], [], [])


def violations(page: Page, within: str = "document") -> list[Any]:
    """What axe finds fault with, and where."""
    page.evaluate(AXE.read_text())
    found = page.evaluate(f"axe.run({within})")["violations"]
    return [(each["id"], [node["html"][:120] for node in each["nodes"]]) for each in found]


def until(page: Page, holds: Callable[[], Any]) -> Any:
    """Wait for what happens outside of the page, such as on the server; gives what it came to."""
    for _ in range(PATIENCE // 50):
        if came := holds():
            return came
        page.wait_for_timeout(50)
    raise AssertionError("it did not come about")


def when(page: Page, script: str, given: object = None) -> Any:
    """What a script gives, as soon as it gives something.

    Asked from outside each time: `wait_for_function` asks again by an `eval` within the page, which a strict policy
    forbids, so there it works only for what is so at once.
    """

    def ask() -> Any:
        try:
            return page.evaluate(script, given)
        except Error as error:
            if "context was destroyed" in error.message:  # the page is on its way to another
                return None
            raise

    return until(page, ask)


def highlighted(page: Page) -> str:
    """The words that the widget has marked on the host page, as soon as there are any."""
    script = "[...(CSS.highlights.get('footnoted') ?? [])].map((range) => range.toString()).join('')"
    return " ".join(when(page, script).split())


@pytest.fixture(scope="session")
def parts_of_the_widget(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The widget's own modules as one script, for tests that feed them directly."""
    esbuild = WIDGET / "node_modules" / ".bin" / "esbuild"
    if not esbuild.exists():
        pytest.skip("needs the widget's build: npm ci --prefix widget")
    entry = """export { paint } from "./src/answer/markdown";
export { elementsOf } from "./src/reading/tree";
export { sentenceUrl } from "./src/reading/place";
export { Turn } from "./src/answer/turn";"""
    command = [str(esbuild), "--bundle", "--format=iife", "--global-name=parts", "--loader=ts", "--log-level=error"]
    built = subprocess.run(command, input=entry, text=True, capture_output=True, cwd=WIDGET, check=True)
    return built.stdout
