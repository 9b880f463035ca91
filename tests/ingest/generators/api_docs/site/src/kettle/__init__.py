"""Kettles that tell when the water is hot.

Everything that callers need is here; the modules below are private.
"""

from ._heat import DEGREES, Boiler, Kettle, boil
from .errors import Dry

__all__ = ["DEGREES", "Boiler", "Dry", "Kettle", "boil"]
