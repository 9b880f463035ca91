"""Mutants that behave as the code does, by module: the line's text and the change, with the reason."""

from __future__ import annotations

EQUIVALENT: dict[str, dict[tuple[str, str], str]] = {
    "contracts/door/access": {
        (
            "pattern: re.Pattern[str] = field(init=False, repr=False, compare=False)",
            "False → True",
        ): "the pattern is made of the path, so comparing and printing it too changes nothing",
    },
    "engine/check/addresses": {
        (
            'return found[0][::-1] if found else ""',
            "'' → 'X'",
        ): "the pattern also matches nothing, so it always matches",
        (
            "def _address(self, found: re.Match[str], stays: Callable[[str], bool], as_code: bool = False) -> str:",
            "False → True",
        ): "left out for code only, where what a passage holds has stayed already",
        ("break", "break → continue"): "what is decoded once more stays the same",
    },
    "contracts/door/hosts": {
        (
            'return found["name"].strip("[]").removesuffix(".") if found else ""',
            "'[]' → '[]X'",
        ): "the name is in small letters",
        (
            'return re.sub(r":\\d*$", "", bare).strip("[]").removesuffix(".")',
            "'[]' → '[]X'",
        ): "the name is in small letters",
        (
            'self._exact = {name for name in known if not name.startswith("*.")}',
            "'*.' → '*.X'",
        ): "a name with an asterisk among the exact ones is no Host's: none may hold one",
    },
    "engine/check/links": {
        (
            'self._held, self._due = "", 0',
            "0 → 1",
        ): "a piece that is not empty makes the text longer than that",
        (
            'self._last = ""',
            "'' → 'X'",
        ): "an X means nothing together with what follows",
        (
            "if self._fence or len(self._held) > _LONG or (passed := self._words(self._held + piece)) is None:",
            "len(self._held) > _LONG → len(self._held) >= _LONG",
        ): "a shortcut: nothing that is held for so long is plain words",
        (
            "self._due = len(self._held) + (len(self._held) // 8 if len(self._held) > _LONG else 0)",
            "0 → 1",
        ): "a piece that is not empty makes the text longer than that",
        (
            'self._is_blank, self._last = True, ""',
            "'' → 'X'",
        ): "an X means nothing together with what follows",
        (
            'could_close = self._at_line_start and (line.lstrip(" ")[:1] in ("", self._fence[0]))',
            "0 → 1",
        ): "a fence is three or more of the same",
        (
            'last, self._last = self._last, ""',
            "'' → 'X'",
        ): "an X means nothing together with what follows",
        (
            'case "link" | "image":',
            "'image' → 'imageX'",
        ): "no image is kept; it is named for the types",
    },
    "contracts/door/gate": {
        (
            'rule = find(self._rules, scope["method"], scope["path"].removeprefix(scope.get("root_path", "")))',
            "'' → 'X'",
        ): "a path begins with a slash",
    },
    "server/connection": {
        (
            'if end < 0 or head.count(b"\\n") > _MOST_HEAD_LINES:',
            "0 → 1",
        ): "line breaks before a head are gone, so none begins with its end",
    },
    "engine/check/spans": {
        **{
            (
                'Kind = Literal["link", "image", "autolink", "html", "code"]',
                f"'{kind}' → '{kind}X'",
            ): "for the types only"
            for kind in ("link", "image", "autolink", "html", "code")
        },
        (
            'if not any(mark in line for mark in "[<`"):',
            "'[<`' → '[<`X'",
        ): "a shortcut past the parser, which finds nothing then",
    },
    "ingest/live/addresses": {
        ('(IPv6Network("::ffff:0:0:0/96"), 0),', "0 → 1"): "reserved as a whole, whatever is written in it",
        ('(IPv6Network("64:ff9b:1::/48"), 0),', "0 → 1"): "reserved as a whole, whatever is written in it",
    },
}
