"""What a measure is called and counted in: "how heavy" asks for a weight, said in kilograms or pounds.

Knows English and common units; whether a sentence gives a number at all is features.py's to say.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from footnoted.domain.words import words


@dataclass(frozen=True, slots=True)
class Measure:
    """One thing that can be measured."""

    names: frozenset[str]
    """Words that say it, as ``words`` gives them."""
    given: re.Pattern[str]
    """How it looks in a text: a number in its units, or a word that says as much."""
    rivals: frozenset[str]
    """Names of other measures in the same units: "93 km wide" does not say how deep."""


_LENGTH = (
    r"[munkcd]?m|miles?|mi|(?:kilo|centi|milli|micro|nano)?met(?:re|er)s?|feet|foot|ft|inch(?:es)?|in|yards?|″|\"|"
    r"light-years?|parsecs?|stor(?:ey|ie|y)s?|fingers?|hands?|paces?|blocks?"
)
_ANGLE = r"°|degrees?|arc ?(?:second|minute)s?|[′″']"
_TIME = (
    r"(?:milli)?seconds?|s|min(?:ute)?s?|hours?|hrs?|h|days?|nights?|weeks?|fortnights?|months?|years?|yrs?|decades?|"
    r"centur(?:y|ies)|moments?|instant|generations?"
)
_MONEY = r"dollars?|euros?|pounds?|cents?|pence|yen|rupees?|USD|EUR|GBP|€"
_MASS = r"[km]?g|(?:kilo|milli)?grams?|tons?|tonnes?|pounds?|lbs?|ounces?|oz|stones?"
_RATE = rf"(?:\w+ ?(?:/|per|an?) ?)?(?:{_TIME})|knots|mph|kph|[km]?Hz|bps"
_HEAT = r"°|degrees?|[CFK]|kelvin|celsius|fahrenheit"
_AREA = rf"{_LENGTH}|{_ANGLE}|acres?|hectares?|[km]?m²|square|cubic|lit(?:re|er)s?|[kMGT]i?B|bytes?|bits?|times|%"
_REPEATS = r"once|twice|times|every|daily|weekly|monthly|yearly|annual(?:ly)?|always|never|rarely|hourly|each"

_WIDE, _DEEP, _HIGH = "wide width diameter across broad breadth", "deep depth", "high tall height altitude elevation"
_LONG, _FAR = "long length", "far distance away"
_SPANS = (_WIDE, _DEEP, _HIGH, _LONG, _FAR)
_MEASURES = (
    # The words that ask for it, the words that name it, the units it is counted in, and words that say it without one.
    ("wide broad width diameter", _WIDE, rf"{_LENGTH}|{_ANGLE}", ""),
    ("deep depth", _DEEP, _LENGTH, ""),
    ("high tall height", _HIGH, rf"{_LENGTH}|{_ANGLE}|%", ""),
    ("far distance", _FAR, rf"{_LENGTH}|{_ANGLE}|{_TIME}|AU", ""),
    (
        "long",
        f"{_LONG} duration period time last",
        rf"{_TIME}|{_LENGTH}|pages?|words?|characters?|lines?",
        r"until|since|forever|permanent(?:ly)?|(?:from|between) \d{4} (?:to|and) \d{4}",
    ),
    ("length", _LONG, rf"{_LENGTH}|{_TIME}|pages?|words?|characters?|lines?", ""),
    ("thick", "thick thickness", _LENGTH, ""),
    ("heavy weight weigh", "heavy weight weigh mass", _MASS, ""),
    ("old age", "old age aged born", r"years?|months?|days?|weeks?|centur(?:y|ies)|old", r"aged?|\d{4}"),
    ("fast quick slow speed", "fast quick slow speed velocity rate", _RATE, "instant(?:ly)?|immediately|at once"),
    ("often", "often frequency frequent", _TIME, _REPEATS),
    ("hot warm cold temperature", "hot warm cold temperature heat", _HEAT, ""),
    ("bright", "bright brightness magnitude luminosity", r"mag(?:nitudes?)?|lumens?|lux|candelas?|times", ""),
    ("steep", "steep slope tilt tilted angle inclined inclination gradient", rf"{_ANGLE}|%", ""),
    ("big large", "big large size diameter area wide width across", _AREA, ""),
    (
        "percent percentage proportion fraction",
        "percent percentage proportion fraction share",
        "%|per ?cent",
        r"half|thirds?|quarters?|majority|(?:\d+|one|two|three) (?:in|out of) (?:every )?(?:\d+|three|four|five|ten|"
        r"hundred)",
    ),
    ("expensive cost price", "expensive cost price pay", _MONEY, r"[$€£¥]\s?\d|free|nothing"),
)
_COUNT = (
    r"(?:\d|[×½¼¾]|\b(?:an?|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|fifteen|twenty|thirty|forty|"
    r"fifty|sixty|ninety|hundred|thousand|million|billion|half|few|several|dozen|couple|many)\b)"
)


def _measure(names: str, units: str, plain: str) -> Measure:
    counted = rf"{_COUNT}[\s-]*(?:(?:of|an?|\(?[\w.]+\)?) ){{0,2}}(?:{units})(?![^\W\d_])"
    return Measure(
        frozenset(words(names)),
        re.compile(rf"{counted}|(?<!\w)(?i:{plain})(?![^\W\d_])" if plain else counted),
        frozenset(words(" ".join(span for span in _SPANS if span != names))) if names in _SPANS else frozenset(),
    )


MEASURES = {word: measure for asked, *said in _MEASURES for measure in [_measure(*said)] for word in words(asked)}
"""The measure that each word asks for."""
SYMBOLS = {
    words(word)[0]: re.compile(rf"(?<![^\W\d_])(?:{symbols})(?![^\W\d_])")
    for word, symbols in {
        "degree": r"°",
        "percent": r"%|per cent",
        "percentage": r"%|per cent|percent",
        "times": r"×|once|twice|thrice|times",
        "dollar": r"\$",
        "euro": r"€",
        "kilometre": r"km",
        "kilometer": r"km",
        "metre": r"m",
        "meter": r"m",
        "centimetre": r"cm",
        "centimeter": r"cm",
        "millimetre": r"mm",
        "millimeter": r"mm",
        "nanometre": r"nm",
        "nanometer": r"nm",
        "kilogram": r"kg",
        "gram": r"g",
        "second": r"s",
        "minute": r"min",
        "hour": r"h|hrs?",
        "arcsecond": r"″|\"",
        "arcminute": r"′|'",
        "watt": r"W",
        "volt": r"V",
        "voltage": r"m?V|volts?",
        "people": r"population|inhabitants|persons",
    }.items()
}
"""How units of measure are written when they are not spelled out."""
