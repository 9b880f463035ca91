"""Removes from an SVG whatever runs scripts, loads files or leads elsewhere. Knows SVG's elements; draws nothing.

In an ``<img>`` nothing of that works anyway; this protects readers who open the picture by itself.
"""

from __future__ import annotations

import re
from xml.etree.ElementTree import Element, tostring

_ELEMENTS = """
    svg g defs symbol use title desc style switch view path rect circle ellipse line polyline polygon text tspan
    textPath image marker linearGradient radialGradient stop pattern clipPath mask filter feBlend feColorMatrix
    feComponentTransfer feComposite feConvolveMatrix feDiffuseLighting feDisplacementMap feDistantLight feDropShadow
    feFlood feFuncA feFuncB feFuncG feFuncR feGaussianBlur feMerge feMergeNode feMorphology feOffset fePointLight
    feSpecularLighting feSpotLight feTile feTurbulence
"""
_DRAWN = frozenset(_ELEMENTS.split())
"""Elements that stay: https://www.w3.org/TR/SVG2/eltindex.html without script, foreignObject, a and what animates."""
_LOADS = re.compile(r"@import|url\(\s*['\"]?(?!['\"]?#)|expression\(|javascript:|\\", re.IGNORECASE)
"""What a style must not hold; a backslash could hide any of them."""
_INSIDE = re.compile(r"#|data:image/(?:png|jpeg|gif|webp);base64,", re.IGNORECASE)
"""Where a reference may lead: within the drawing, or to a picture it holds."""
_NUMBER = re.compile(r"\s*([\d.]+)(?:px)?\s*")
_USUAL = 300, 150
"""What a browser takes for a drawing that does not say: https://www.w3.org/TR/CSS2/visudet.html#inline-replaced-width."""


def harmless_svg(root: Element) -> bytes:
    """The drawing as a document; changes the given tree."""
    _strip(root)
    root.set("xmlns", "http://www.w3.org/2000/svg")
    drawing: bytes = tostring(root, encoding="utf-8")
    return drawing


def _strip(element: Element) -> None:
    element.attrib = {name: value for name, value in element.attrib.items() if _is_harmless(name, value)}
    if element.tag == "style" and _LOADS.search("".join(element.itertext())):
        element.text = ""
    for child in list(element):
        if child.tag in _DRAWN:
            _strip(child)
        else:
            element.remove(child)


def _is_harmless(name: str, value: str) -> bool:
    if name.lower().startswith("on"):
        return False
    return bool(_INSIDE.match(value.strip())) if name in ("href", "src") else not _LOADS.search(value)


def size_of(root: Element) -> tuple[int, int]:
    """Width and height in pixels; a drawing that gives only its proportions gets the usual width."""
    box = [float(part) for part in re.findall(r"-?\d+(?:\.\d+)?", root.get("viewBox", ""))]
    given = [_NUMBER.fullmatch(root.get(name, "")) for name in ("width", "height")]
    if given[0] and given[1]:
        width, height = (float(found[1]) for found in given if found)
    else:
        width, height = (box[2], box[3]) if len(box) == 4 else _USUAL
    return max(1, min(round(width), 10_000)), max(1, min(round(height), 10_000))
