"""What may stand in an argument or in the gap of a line: suggestions that both commands and buttons make.

Labels only, said in the reader's language at the edge; anything else that can be read may be typed as well.
"""

from ludex.core.say import say, term
from ludex.core.view import Label
from ludex.systems.fet.content import shipped
from ludex.systems.fet.terms import ELEVEN, GROUPS, RESOURCES, SIX, BuffKind, Effect

Fill = dict[str, tuple[Label, ...]]
"""Suggestions for the gaps of a line, by the gap's name."""

ATTRIBUTES = ("力量", "敏捷", "体质", "意志", "教育", "智力", "医学", "工程", "军事", "文学", "艺术")
"""The eleven as they are typed."""
POOLS = ("体力", "意志")
"""The two resources as they are typed."""

ELEVEN_NAMES = tuple(map(term, ELEVEN))
SIX_NAMES = tuple(map(term, SIX))
LASTS = ("10t", say("view.for_acts", n=3))
SCOPES = tuple(say(f"view.{way}_scope", of=term(of)) for way in ("less", "more") for of in (*RESOURCES, "all"))
EFFECTS = (Effect.RETALIATE, Effect.REDUCE, Effect.GUARD, Effect.EMPOWER, Effect.SUMMON)

CHECK: Fill = {"attribute": ELEVEN_NAMES}
ACT: Fill = {"impact": ("20", "50", "100"), "attribute": SIX_NAMES}
WAIT: Fill = {"time": ("1", "5", "10")}
SHOTS: Fill = {"shots": ("1", "2", "3")}
BUFF: Fill = {
    "attribute": (*ELEVEN_NAMES, *map(term, (*GROUPS, "all"))),
    "kind": tuple(map(term, BuffKind)),
    "value": ("10", "20%"),
    "lasts": LASTS,
}
WARD: Fill = {"scope": SCOPES[:-1], "value": ("20%", "10", "24d"), "lasts": LASTS}
CHANGE: Fill = {"resource": tuple(map(term, RESOURCES)), "amount": ("-10", "+10")}
STANDING: Fill = {"effect": tuple(map(term, EFFECTS)), "amount": ("20", "50"), "uses": ("x1", "x3")}
SHIELD: Fill = {"amount": ("20", "50"), "resource": tuple(map(term, (*RESOURCES, "all"))), "lasts": LASTS}
TARGET: Fill = {"level": ("10",), "difficulty": ("1", "5", "10", "15", "20")}
RANDOM_TARGET: Fill = {"level": ("10", "15", "20")}
PARTNER: Fill = {"level": ("10",), "intelligence": ("35",)}


def npcs() -> Fill:
    """The stat blocks that come with the system."""
    return {"name": tuple(say(f"things.{block}") for block in shipped().people)}
