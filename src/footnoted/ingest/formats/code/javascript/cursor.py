"""Steps through the tokens of a JavaScript file: over brackets, and to the end of an expression. Knows no values."""

from __future__ import annotations

from footnoted.ingest.formats.code.javascript.tokens import Token, tokens

CLOSING = {"(": ")", "[": "]", "{": "}"}
_STATEMENTS = frozenset(["const", "let", "var", "export"])
_END = Token("mark", ";")


class Cursor:
    """A place among a file's tokens."""

    def __init__(self, source: str) -> None:
        self.tokens = tokens(source)
        self.at = 0

    def peek(self) -> Token:
        return self.tokens[self.at] if self.at < len(self.tokens) else _END

    def take(self) -> Token:
        token = self.peek()
        self.at += 1
        return token

    def at_mark(self, *marks: str) -> bool:
        token = self.peek()
        return token.kind == "mark" and token.text in marks

    def done(self) -> bool:
        return self.at >= len(self.tokens)

    def skip_group(self) -> None:
        """Step over a bracketed group, the opening bracket being next."""
        depth = 0
        while not self.done():
            token = self.take()
            if token.kind != "mark":
                continue
            depth += (token.text in CLOSING) - (token.text in ")]}")
            if depth <= 0:
                return

    def skip_expression(self) -> None:
        """Step to the comma, semicolon, closing bracket or next statement that ends the expression."""
        while not self.done() and not self.at_mark(",", ";", ")", "]", "}") and not self.at_statement():
            if self.at_mark(*CLOSING):
                self.skip_group()
            else:
                self.take()

    def at_statement(self) -> bool:
        """Whether a statement begins here, even without a semicolon before it."""
        token, follows = self.peek(), self.tokens[self.at + 1 : self.at + 3]
        if token.kind != "name" or self.tokens[self.at - 1] == Token("mark", "."):
            return False
        is_export = token.text == "module" and [part.text for part in follows] == [".", "exports"]
        return is_export or token.text in _STATEMENTS
