"""A table's settings: what the GM, or a seat for itself, has settled about how this table is run.

A change is one of the structs here, in the log as it was made; `Settings` is what they come to.
"""

import msgspec
from msgspec.structs import replace

from ludex.core.principals import Who


class Automatic(msgspec.Struct, frozen=True, tag="automatic", forbid_unknown_fields=True):
    """The default policy answers for somebody, or no longer."""

    who: Who
    on: bool


class Phrased(msgspec.Struct, frozen=True, tag="phrased", forbid_unknown_fields=True):
    """This table's own wording of a reply; empty: the original again."""

    key: str
    phrase: str


class Current(msgspec.Struct, frozen=True, tag="current", forbid_unknown_fields=True):
    """The character that a seat's plain lines are about."""

    seat: str
    actor: str


Setting = Automatic | Phrased | Current


class Settings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How this table is run."""

    automatic: frozenset[Who] = frozenset()
    phrases: dict[str, str] = {}
    current: dict[str, str] = {}


def settled(settings: Settings, setting: Setting) -> Settings:
    """The settings after one change."""
    match setting:
        case Automatic():
            switched_off = settings.automatic - {setting.who}
            return replace(settings, automatic=switched_off | {setting.who} if setting.on else switched_off)
        case Phrased():
            others = {key: phrase for key, phrase in settings.phrases.items() if key != setting.key}
            return replace(settings, phrases={**others, **({setting.key: setting.phrase} if setting.phrase else {})})
        case Current():
            return replace(settings, current={**settings.current, setting.seat: setting.actor})
