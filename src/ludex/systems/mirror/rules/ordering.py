"""Standing orders (常令) and play without the GM's hand (MIR-LIV-30): how an order is written, and who plays until a player must decide.

An order is a kind of question, its answer, and if wanted a condition or a least chance.
"""

import re
from typing import Annotated

from ludex.core.declaring import Actor, Deed, Meant
from ludex.core.deeds import PERSON, REST, Asked, Field
from ludex.core.effects.records import Effect
from ludex.core.errors import RuleError
from ludex.core.events import happen
from ludex.core.fields import flag
from ludex.core.names import folded, split_list
from ludex.core.orders import Order, bad_order, kind_named, least_chance, unknown_order, wish
from ludex.core.principals import GM
from ludex.core.rule import rule
from ludex.systems.mirror.content import ActionRecord, library, own_actions
from ludex.systems.mirror.effects.vocabulary import effect_of
from ludex.systems.mirror.events import PlaySet, ThrowingSet
from ludex.systems.mirror.kinds import GmDeed
from ludex.systems.mirror.kinds.reading import EVERYONE, people_named
from ludex.systems.mirror.state import State, groups
from ludex.systems.mirror.terms import key_of

KINDS = {
    "boost": ("加力", "优势", "量谱", "自我", "boost"),
    "intercept": ("截击", "intercept"),
    "block": ("阻挡", "block"),
    "part": ("瞄准", "部位", "aim", "part"),
    "effect": ("大成功", "great"),
    "keep_effect": ("保留", "keep"),
    "attribute": ("属性", "attribute"),
}
"""Kinds of questions that can be ordered, with how people say them; any other reaction goes by its own name."""

YES_OR_NO = ("boost", "intercept", "block", "effect", "reaction")
WHEN = re.compile(r"\s*(?:当|若|when|if)\s*[:：]?\s*")
COMPARED = re.compile(r"\s*(.+?)\s*(>=|≥|>|<=|≤|<)\s*(\d{1,3})\s*")
OTHERS = ("对方", "other's ", "other ")
WINDOWS = ("window", "window_unseen", "reaction", "reaction_unseen")
"""Questions whose answers are reactions."""


@rule("MIR-LIV-30")
def order(state: State, actor: str, said: Order) -> Order:
    """An order as it is kept: its kind by its key, its answer and condition as they were said; anything else is refused."""
    kind = kind_named(said, KINDS)
    reaction = None if kind else _reaction_named(state, actor, folded(said.name))
    if kind is None and reaction is None:
        raise unknown_order(said, (names[0] for names in KINDS.values()), clause="MIR-LIV-30")
    value, when = parts_of(said.value)
    if (kind or "reaction") in YES_OR_NO and not _understood(value):
        raise bad_order(Order(said.name, value), clause="MIR-LIV-30")
    if when and condition_of(when) is None:
        raise RuleError("bad_order_condition", clause="MIR-LIV-33", value=when[:40])
    name = kind or f"reaction:{reaction.called if reaction else ''}"
    return Order(name, said.value.strip() if when else value)


def _reaction_named(state: State, actor: str, wanted: str) -> ActionRecord | None:
    c = state.characters.get(actor)
    actions = {**library(state.catalogue).actions, **(own_actions(c) if c is not None else {})}
    waiting = (a for a in actions.values() if a.trigger)
    return next((a for a in waiting if wanted in (folded(a.name), folded(a.called))), None)


def parts_of(said: str) -> tuple[str, str]:
    value, *when = WHEN.split(said.strip(), maxsplit=1)
    return value.strip() or "用", (when[0].strip() if when else "")


def _understood(value: str) -> bool:
    return bool(wish(value)) or least_chance(value) is not None or key_of(value) in ("ego", "gauge")


@rule("MIR-LIV-33")
def condition_of(when: str) -> Effect | None:
    """A condition as effects have it; a number may be compared by a sign («AP>=2», «对方SP<=0»). None: it cannot be read."""
    phrases = [_compared(one) for one in re.split(r"\s*(?:且|,|，|&| and )\s*", when) if one]
    effect, problems = effect_of({"modifiers": [{"of": "atk", "bonus": 0, "when": phrases}]}, "order")
    return None if problems else effect


def _compared(text: str) -> str:
    found = COMPARED.fullmatch(text)
    if found is None:
        return text
    name, sign, number = found.groups()
    other = next((o for o in OTHERS if name.startswith(o)), "")
    bound = int(number) + (1 if sign == ">" else -1 if sign == "<" else 0)
    word = "至少" if sign[0] in ">≥" else "至多"
    return f"{'对方' if other else ''}{word} {name.removeprefix(other).strip()} {max(0, bound)}"


def written_orders(texts: tuple[str, ...]) -> tuple[Order, ...]:
    """The orders of an NPC's block, as they are typed («阻挡=用»)."""
    return tuple(Order(*(part.strip() for part in text.replace("＝", "=").partition("=")[::2])) for text in texts)


class SetThrowing(Deed, does="set_throwing", group="conflict", names=("自掷", "throw"), example=".自掷"):
    """`.自掷`, `.自掷 关`: whose dice her own player throws wherever the table would roll for her, or no longer."""

    actor: Actor
    said: Annotated[bool, flag("on", "开", "on")] = False
    on: Annotated[bool, flag("off", "关", "off"), Meant(lambda _asked, off: not off)] = True


@rule("MIR-LIV-4")
async def set_throwing(state: State, given: SetThrowing) -> SetThrowing:
    """From now on she is asked for her dice where nobody else's line rolls them: defences, initiative, the start of a round."""
    state.who(given.actor)
    await happen(ThrowingSet(given.actor, given.on))
    return given


def _own_people(asked: Asked, said: str | None) -> tuple[str, ...]:
    """Those whom the GM plays, by their names or sides; all of them where nobody is named. A player's character plays so only by her own name."""
    state, names = asked.state, split_list(said or "")
    mine = {i: c.called for i, c in state.characters.items() if c.gm_played and not i.startswith("@")}
    everyone = not names or any(folded(name) in EVERYONE for name in names)
    wanted = list(mine) if everyone else [one for name in names for one in people_named(asked, name)]
    if any(name in groups(state) for name in names):
        wanted = [who for who in wanted if who in mine]
    if state.conflict is None:
        raise RuleError("no_conflict", clause="MIR-LIV-30")
    return tuple(wanted)


class LetPlay(
    GmDeed,
    names=("代行", "selfplay"),
    does="let_play",
    group="conflict",
    audience=(GM,),
    together="whom",
    beside=PERSON,
    example=".代行",
):
    """`.代行`, `.代行 敌方`, `.代行 山贼1,山贼2`: who plays by itself until a player must decide; nobody ends it."""

    ids: Annotated[tuple[str, ...], Field("whom", REST, required=False), Meant(_own_people)]


@rule("MIR-LIV-30")
async def let_play(state: State, given: LetPlay) -> LetPlay:
    """The GM lets these play their turns and answer their questions until a player has to decide."""
    for who in given.ids:
        state.who(who)
    await happen(PlaySet(given.ids))
    return given
