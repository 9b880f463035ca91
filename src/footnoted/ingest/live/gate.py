"""Recognises pages that a site shows instead of the book: a sign-in, a consent or browser check, or an empty shell.

Knows one page's HTML, not the site. A page with much text is never taken for one of these, whatever it says.
"""

from __future__ import annotations

import re

from selectolax.lexbor import LexborHTMLParser, LexborNode

_LITTLE = 600
"""Characters beside its form that a gate may have: a sentence or two of why, and the site's name."""
_NOTHING = 20
"""Characters that a page without its script may show: "Loading, please wait"; a short sentence has more."""
_ASKS_BROWSER = re.compile(r"cookie|java ?script|captcha|\bbrowser\b|クッキー|куки|کوکی", re.IGNORECASE)
_UNSEEN = "script, style, noscript, template, svg, nav, header, footer"
_INSTEAD = "give the folder of its sources, or of its build, instead"

SIGN_IN = f"it shows a sign-in, not the book; {_INSTEAD}"
CHECK = f"it shows a question about cookies or the browser, not the book; {_INSTEAD}"
EMPTY = f"its text is made by JavaScript when a browser opens it; {_INSTEAD}"


def gate(page: LexborHTMLParser, main: LexborNode) -> str:
    """What the page is instead of a page of the book; empty if it is one."""
    words = _words(main)
    if len(words) < _LITTLE:
        if page.css_first("input[type=password]") is not None:
            return SIGN_IN
        asks = main.css_first("button, form, input, iframe, [role=dialog], [role=button]") is not None
        if _ASKS_BROWSER.search(words) and (asks or not page.css_first("a[href]")):
            return CHECK
    if len(words) < _NOTHING and page.css_first("script") is not None:
        return EMPTY
    return ""


def _words(main: LexborNode) -> str:
    copy = LexborHTMLParser(main.html or "")
    for node in copy.css(_UNSEEN):
        node.decompose()
    body = copy.body
    return " ".join(body.text(separator=" ").split()) if body is not None else ""
