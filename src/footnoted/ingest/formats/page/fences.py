"""Code blocks: language, caption and code, without what only colours them. Knows Docusaurus' code block syntax."""

from __future__ import annotations

import html
import re
from dataclasses import dataclass

from footnoted.ingest.manuscript import GAP

CODE = (
    r"(?P<code>^[ \t]*+(?P<fence>`{3,}+|~{3,}+)[^\n]*+\n.*?(?:^[ \t]*+(?P=fence)[`~]*+[ \t]*$|\Z)"
    r"|(?<!`)(?P<tick>`++)[^`\n]++(?P=tick))"
)
"""Fenced code and code in back-ticks, in Markdown; for patterns that must not match inside of code."""
_CAPTION = re.compile(r"""\b(?:title|caption|filename|file-name)=(?:"([^"]*)"|'([^']*)')""")
_LANGUAGE = re.compile(r"[\w+#.-]+")
# https://docusaurus.io/docs/markdown-features/code-blocks#highlighting-with-comments
_MAGIC = re.compile(
    r"^[ \t]*(?://|#|--|%|;|'|REM|/\*|\{/\*|<!--|\(\*)[ \t]*highlight-(?:next-line|start|end)"
    r"[ \t]*(?:\*/\}?|-->|\*\))?[ \t]*\n?",
    re.MULTILINE,
)
# https://shiki.style/packages/transformers, which VitePress and Nextra use
_NOTATION = re.compile(
    r"(?:(?<![ \t])[ \t]++)?(?://|#|--|%|;|/\*|\{/\*|<!--)[ \t]*+\[!code[^\]\n]{0,200}+\][ \t]*+(?:\*/\}?|-->)?"
)


@dataclass(frozen=True, slots=True)
class Fenced:
    """A code block with fences, and its caption."""

    text: str
    caption: str
    code: str
    """As the page shows it, without fences."""


def fenced(content: str, info: str) -> Fenced:
    """
    >>> fenced("// highlight-next-line\\nlet x;\\n", 'js title="a.js" {1,3}')
    Fenced(text='```js\\nlet x;\\n```', caption='a.js', code='let x;')
    >>> fenced("let x // [!code ++]\\n", "js").text
    '```js\\nlet x\\n```'
    """
    info = html.unescape(info).strip()
    caption = _CAPTION.search(info)
    language = _LANGUAGE.match(info)
    name = language[0] if language and not info[language.end() :].startswith("=") else ""
    code = _NOTATION.sub("", _MAGIC.sub("", content)).strip("\n")
    runs = re.findall(r"`{3,}", code)
    fence = "`" * (max(map(len, runs)) + 1 if runs else 3)
    text = f"{fence}{name}\n{code}\n{fence}" if code.strip(f"{GAP}\n\t ") else ""
    return Fenced(text, (caption[1] or caption[2] or "") if caption else "", code)
