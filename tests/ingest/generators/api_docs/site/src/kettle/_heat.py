from dataclasses import dataclass

from .errors import Dry

#: The heat at which water boils
#: at sea level.
DEGREES = 100


class Boiler:
    """Anything that makes water hot."""

    def heat(self, degrees: int = DEGREES) -> None:
        """Bring the water to this many degrees and keep it there."""

    def empty(self) -> None:
        """Pour the water away."""


class Kettle(Boiler):
    """A kettle with a lid.

    Args:
        litres: How much water it holds when it is full.
        lid: Whether the lid is closed while it boils.
    """

    #: What is stamped on the bottom of every kettle.
    maker = "Hearth & Sons"

    def __init__(self, litres: float, *, lid: bool = True) -> None:
        self.litres = litres

    def heat(self, degrees: int = DEGREES) -> None:
        if not self.litres:
            raise Dry

    def whistle(self, times: int = 1, *notes: str) -> str:
        """Whistle until somebody comes.

        Note:
            A kettle without a lid stays silent.

        Args:
            times: How often it whistles before it gives up.

        Returns:
            The tune that it whistled.

        Raises:
            Dry: If there is no water left in it.
        """
        return ""

    def _descale(self) -> None:
        """Nobody should call this from outside."""

    def undocumented(self) -> None:
        pass

    @property
    def is_hot(self) -> bool:
        """Whether touching it would hurt."""
        return True


@dataclass
class Cup:
    """A cup to pour into."""

    size: int = 1


def boil(water: str, minutes: int = 3) -> str:
    """Boil the water and hand it back.

    Args:
        water: The water, however cold it is.
        minutes: How long it boils for.
    """
    return water
