"""Every setting, read once from the environment and `.env`. Only doors and wiring read it."""

from footnoted.settings.fields import Settings
from footnoted.settings.read import read_settings, refuse_open_doors

__all__ = ["Settings", "read_settings", "refuse_open_doors"]
