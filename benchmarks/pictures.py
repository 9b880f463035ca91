"""`python -m benchmarks.pictures SERVER [SITE]`: takes the documentation's screenshots again, in a real browser.

SERVER serves the sample book, SITE a built site of it with the widget on it. Knows no setting of either.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Browser, Locator, Page, sync_playwright

CHROMIUM = "/usr/bin/chromium"
FOLDER = Path(__file__).parents[1] / "docs" / "pictures"
DARKNESS = "How long until my eyes get used to the dark?"
WAIT = 120_000
"""Milliseconds: pictures may be taken on a busy machine."""


@contextmanager
def opened(browser: Browser, address: str, width: int, height: int, **options: object) -> Iterator[Page]:
    context = browser.new_context(viewport={"width": width, "height": height}, reduced_motion="reduce", **options)  # type: ignore[arg-type]
    # The shadow root is closed to pages; this script must look inside.
    context.add_init_script(
        "const attach = Element.prototype.attachShadow; Element.prototype.attachShadow = function (options) "
        '{ return attach.call(this, { ...options, mode: "open" }); };'
    )
    page = context.new_page()
    page.set_default_timeout(WAIT)
    page.goto(address)
    yield page
    context.close()


def ask(page: Page, question: str) -> Locator:
    page.get_by_label("Your question").fill(question)
    page.keyboard.press("Enter")
    asked = page.locator(".turn").nth(page.locator(".turn").count() - 1)
    asked.locator(".bar button").first.wait_for()
    return asked


def take(page: Page, name: str) -> None:
    page.wait_for_timeout(500)
    page.screenshot(path=FOLDER / f"{name}.png")
    print(name, flush=True)


def of_the_server(browser: Browser, server: str) -> None:
    """The page that the server itself shows, in light and in dark, and on a phone."""
    with opened(browser, server, 1280, 920) as page:
        page.get_by_label("Questions to begin with").get_by_role("button").first.wait_for()
        take(page, "front")
        asked = ask(page, DARKNESS)
        ask(page, "How do I descale an espresso machine?")
        asked.locator("sup a").first.click()
        page.locator(".reader mark").first.wait_for()
        asked.scroll_into_view_if_needed()
        take(page, "chat")
    with opened(browser, server, 1280, 820, color_scheme="dark") as page:
        ask(page, "How much eye relief do I need with glasses?").locator("sup a").first.hover()
        take(page, "dark")
    with opened(browser, server, 390, 780, device_scale_factor=2, has_touch=True, is_mobile=True) as page:
        ask(page, DARKNESS)
        take(page, "phone")
    with opened(browser, f"{server}/author", 1100, 1000) as page:
        take(page, "author")


def of_a_site(browser: Browser, site: str) -> None:
    """The widget on a page of the book's own site: an answer whose sentence is marked there, and a selection."""
    with opened(browser, f"{site}/docs/sky/seeing-and-darkness/", 1500, 860) as page:
        page.get_by_role("button", name="Ask the book").click()
        ask(page, DARKNESS).locator("sup a").first.click()
        page.wait_for_timeout(2000)
        take(page, "site")
    with opened(browser, f"{site}/docs/sky/seeing-and-darkness/#dark-adaptation", 1500, 860) as page:
        page.get_by_text("The pupil opens within seconds").click(click_count=3)
        page.get_by_role("button", name="Ask about this").wait_for()
        take(page, "select")


def main(arguments: list[str]) -> None:
    """Take all of them; without a site, those of the server alone."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox", "--headless=new"])
        of_the_server(browser, arguments[0].rstrip("/"))
        for site in arguments[1:]:
            of_a_site(browser, site.rstrip("/"))
        browser.close()


if __name__ == "__main__":
    main(sys.argv[1:])
