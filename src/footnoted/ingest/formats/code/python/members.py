"""Which members of a class or module its documentation lists, and in which order. Knows autodoc's options.

https://www.sphinx-doc.org/en/master/usage/extensions/autodoc.html
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from footnoted.ingest.formats.code.python.package import docstring_of, member_of

_PRIVATE = re.compile(r"^[ \t]*:meta private:", re.MULTILINE)
_GROUPS = ("module", "class", "function", "attribute", "type alias")


def members(target: Any, options: Mapping[str, str], *, inherits_words: bool = True) -> list[tuple[str, Any]]:
    """Name and object of each member that ``:members:`` and similar options ask for.

    With ``inherits_words``, a method without a docstring has that of the method it overrides.
    """
    listed = options.get("members")
    names = _named(listed)
    special, private = options.get("special-members"), options.get("private-members")
    chosen: dict[str, Any] = {}
    if listed is not None and not names:
        chosen = dict(_all(target, options, inherits_words))
    chosen |= members_named(target, (*names, *_named(special), *_named(private)))
    for marks, is_kind in ((special, _is_special), (private, _is_private)):
        if marks is not None and not _named(marks):
            own = ((name, member) for name, member in own_members(target).items() if is_kind(name))
            chosen |= {name: found for name, found in own if "undoc-members" in options or docstring_of(found)}
    excluded = set(_named(options.get("exclude-members")))
    found = [(name, member) for name, member in chosen.items() if name not in excluded and not _is_hidden(member)]
    return _sorted(found, options.get("member-order", "alphabetical"))


def _all(target: Any, options: Mapping[str, str], inherits_words: bool) -> Iterator[tuple[str, Any]]:
    """The public members that have documentation, or all of them if that is asked for."""
    own = own_members(target)
    if target.is_module and target.exports is not None and "ignore-module-all" not in options:
        own = members_named(target, target.exports)
    elif target.is_class and "inherited-members" in options:
        own = members_named(target, target.all_members)
    for name, member in own.items():
        if name.startswith("_") or member.is_module:
            continue
        has_words = documented(target, name, member) if inherits_words else bool(docstring_of(member))
        if has_words or ("undoc-members" in options and _exists_on_class(name, member)):
            yield name, member


def documented(target: Any, name: str, member: Any) -> bool:
    """Whether the member has a docstring, or the method that it overrides has one."""
    return bool(docstring_of(member) or (target.is_class and inherited_docstring(target, name)))


def inherited_docstring(target: Any, name: str) -> str:
    """The docstring that a member without one inherits from a base class."""
    try:
        bases = target.mro()
    except Exception:  # bases that are outside of the book, or that Griffe cannot put in order
        return ""
    found = (base.members[name] for base in bases if name in base.members)
    return next((words for member in found if not member.is_alias and (words := docstring_of(member))), "")


def _is_hidden(member: Any) -> bool:
    return bool(_PRIVATE.search(docstring_of(member)))


def _exists_on_class(name: str, member: Any) -> bool:
    """Whether a member without a docstring can be shown; attributes only if they are set in the class body."""
    owner = member.parent
    if not member.is_attribute or owner is None:
        return True
    if owner.is_module:
        return False
    if "__slots__" in owner.members:
        return f"'{name}'" in str(owner.members["__slots__"].value).replace('"', "'")
    methods = (found for found in owner.members.values() if not found.is_alias and found.is_function)
    at = member.lineno or 0
    return not any((found.lineno or 0) <= at <= (found.endlineno or 0) for found in methods)


def own_members(target: Any) -> dict[str, Any]:
    """The members that are defined there; names that a module only imports are left out."""
    return {name: member for name, member in target.members.items() if not member.is_alias}


def members_named(target: Any, names: Iterable[object]) -> dict[str, Any]:
    """The members of these names, as far as their source is in the book."""
    found = {str(name): member_of(target, str(name)) for name in names}
    return {name: member for name, member in found.items() if member is not None}


def place_of_kind(member: Any, kinds: Sequence[str]) -> int:
    """Position of a member's kind in this order; last if it is not in it."""
    kind = str(member.kind.value)
    return kinds.index(kind) if kind in kinds else len(kinds)


def _named(value: str | None) -> list[str]:
    return [name.strip() for name in (value or "").replace("\n", ",").split(",") if name.strip()]


def _is_special(name: str) -> bool:
    return name.startswith("__") and name.endswith("__")


def _is_private(name: str) -> bool:
    return name.startswith("_") and not _is_special(name)


def _sorted(found: list[tuple[str, Any]], order: str) -> list[tuple[str, Any]]:
    match order:
        case "bysource":
            return sorted(found, key=lambda item: item[1].lineno or 0)
        case "groupwise":
            return sorted(found, key=lambda item: (place_of_kind(item[1], _GROUPS), item[0]))
        case _:
            return sorted(found, key=lambda item: item[0].lower())
