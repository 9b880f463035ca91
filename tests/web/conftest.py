"""A real browser for the pages' tests, and the widget's closed shadow root open to them."""

from __future__ import annotations

import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, Request, sync_playwright

CHROMIUM = "/usr/bin/chromium"
ARGUMENTS = "--no-sandbox --headless=new --disable-gpu --disable-background-networking --disable-component-update"
WIDGET = Path(__file__).parents[2] / "widget"
AXE = WIDGET / "node_modules" / "axe-core" / "axe.min.js"

# A test looks inside; that a page cannot is a test of its own.
OPEN_SHADOW = """const attach = Element.prototype.attachShadow;
Element.prototype.attachShadow = function (options) { return attach.call(this, { ...options, mode: "open" }); };"""

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
    """Opens pages; at the end nothing may have gone wrong, run, or left for an origin that was not named."""
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
        page.set_default_timeout(8000)
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


def highlighted(page: Page) -> str:
    """The words that the widget has marked on the host page, as soon as there are any."""
    script = "[...(CSS.highlights.get('footnoted') ?? [])].map((range) => range.toString()).join('')"
    for _ in range(80):
        if words := str(page.evaluate(script)):
            return " ".join(words.split())
        page.wait_for_timeout(100)
    raise AssertionError("nothing was marked")


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
