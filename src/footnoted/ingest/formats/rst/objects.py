"""Names and ids of what Sphinx' domains describe: functions, classes, options, settings. Knows names, no nodes.

https://www.sphinx-doc.org/en/master/usage/domains/index.html
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from footnoted.ingest.formats.rst.words import names

_PYTHON = names(
    "function class method attribute data exception staticmethod classmethod property decorator decoratormethod "
    "type coroutinefunction coroutinemethod"
)
_CALLED = ("function", "method", "staticmethod", "classmethod", "decorator", "decoratormethod")
_CLASSES = ("class", "exception")
_GENERIC = ("envvar", "confval", "setting", "directive", "role")
_SIGNATURE = re.compile(r"(?P<prefix>[\w.]*\.)?(?P<name>\w++)\s*+(?:[\[(].*(?:[\])]|->.*)|->.*)?", re.DOTALL)
_C_NAME = {
    ")": re.compile(r"(?<!\w)(?P<name>\w++)\s*+\("),
    "]": re.compile(r"(?<!\w)(?P<name>\w++)\s*+\["),
}
"""By the declaration's last character: what is before the brackets that it closes."""
_LAST_WORD = re.compile(r"(?<!\w)(?P<name>\w++)\Z")
_OPTION = re.compile(r"(?P<name>(?:/|--|-|\+)?[^\s=\[,]+)")
_NOT_IN_ID = re.compile(r"[^a-zA-Z0-9._]+")
_NOT_AT_ENDS = re.compile(r"^[-0-9._]+|-+$")


@dataclass(slots=True)
class Scope:
    """The module, class or program that the page is about; names inside it are short."""

    module: str = ""
    owner: str = ""
    """The class whose members are being described."""
    program: str = ""


@dataclass(frozen=True, slots=True)
class Described:
    """A description's heading and id, and the class that its members belong to."""

    heading: str
    anchor: str
    owner: str = ""


def described(directive: str, argument: str, scope: Scope) -> Described | None:
    """What a directive describes; None where its id is not known here.

    >>> scope = Scope("kettle", "Kettle")
    >>> described("py:method", "boil(water)", scope)
    Described(heading='Kettle.boil()', anchor='kettle.Kettle.boil', owner='Kettle')
    >>> described("option", "--hot <degrees>, -h", Scope(program="brew")).anchor
    'cmdoption-brew-hot'
    >>> described("option", "cups", Scope(program="brew")).anchor, described("option", "cups", Scope()).anchor
    ('cmdoption-brew-arg-cups', 'cmdoption-arg-cups')
    >>> described("envvar", "KETTLE_HOME", scope).anchor, described("c:function", "int boil(int water)", scope).anchor
    ('envvar-KETTLE_HOME', 'c.boil')
    """
    domain, _, kind = directive.rpartition(":")
    argument = argument.strip().split("\n")[0].strip().rstrip("\\").strip()
    if domain in ("", "py") and kind in _PYTHON:
        return python_object(kind, argument, scope)
    if kind in ("option", "cmdoption") and (option := _OPTION.match(argument)):
        place = "" if option["name"].startswith(("-", "/")) else "arg"
        return Described(argument, node_id(f"cmdoption-{scope.program}-{place}-{option['name']}"))
    if kind in _GENERIC and domain in ("", "std", "rst") and argument:
        name = argument.strip(":").split(" ")[0] if domain == "rst" else argument
        return Described(argument, node_id(f"{kind}-{name}"))
    declared = argument.rstrip().removesuffix(";").rstrip()
    if domain == "c" and (match := _C_NAME.get(declared[-1:], _LAST_WORD).search(declared)):
        return Described(match["name"], f"c.{match['name']}")
    return None


def python_object(kind: str, argument: str, scope: Scope) -> Described | None:
    match = _SIGNATURE.fullmatch(argument.removeprefix("@"))
    if match is None:
        return None
    prefix, name = match["prefix"] or "", match["name"]
    if scope.owner and not prefix.startswith(f"{scope.owner}."):
        full = f"{scope.owner}.{prefix}{name}"
    else:
        full = prefix + name
    heading = f"{full}()" if kind in _CALLED else full
    anchor = node_id(f"{scope.module}.{full}" if scope.module else full)
    return Described(heading, anchor, full if kind in _CLASSES else full.rpartition(".")[0])


def node_id(text: str) -> str:
    """An id as Sphinx makes it of a name, with its capitals, dots and underscores.

    >>> node_id("cmdoption---no-color"), node_id("a.b_c.D")
    ('cmdoption-no-color', 'a.b_c.D')
    """
    return _NOT_AT_ENDS.sub("", _NOT_IN_ID.sub("-", " ".join(text.split())))
