"""The default of an argument for which None has a meaning of its own."""

from __future__ import annotations

import enum


class Unset(enum.Enum):
    UNSET = 0


UNSET = Unset.UNSET
