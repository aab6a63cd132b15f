"""What a viewer can do now, as buttons, what is most urgent first. No rule is decided here."""

import msgspec

from ludex.core.say import say, term
from ludex.core.system import Viewer
from ludex.core.view import Action, Label
from ludex.systems.fable.commands.offers import CHECKS, DLS, STORIES, blocks, open_clocks, spells
from ludex.systems.fable.content import shipped
from ludex.systems.fable.redact import seen, visible
from ludex.systems.fable.rules.attributes import LIGHT_STATUSES
from ludex.systems.fable.rules.conflict import next_actor
from ludex.systems.fable.rules.growth import LEVEL_XP
from ludex.systems.fable.state import State
from ludex.systems.fable.terms import Item, Kind

OBSERVER = "observer"


def deeds(state: State, viewer: Viewer) -> tuple[Action, ...]:
    """Buttons for this viewer, what is most urgent first."""
    mine = [who for who in (state.characters if viewer.gm else viewer.controls) if who in state.characters]
    buttons: list[Action] = []
    for who in mine:
        buttons.extend(_of(state, who, _urgent(state, who)) if len(mine) > 1 else _urgent(state, who))
    if state.conflict is not None:
        buttons.extend(_turn(state, viewer, mine))
    elif mine:
        buttons.append(
            _button("check", _as(state, viewer, mine[0]), ".检定{} <attributes> <dl>", attributes=CHECKS, dl=DLS)
        )
        for who in mine:
            buttons.extend(_of(state, who, _growth(state, who)) if len(mine) > 1 else _growth(state, who))
    if state.conflict is None and viewer.role != OBSERVER:
        buttons.append(_button("make", "", ".建卡 <name>", primary=not mine and not viewer.gm))
    buttons.extend(_gm(state) if viewer.gm else ())
    return tuple(buttons)


def _of(state: State, who: str, buttons: list[Action]) -> list[Action]:
    """Buttons that stand under whose they are, for a viewer who has several characters."""
    return [msgspec.structs.replace(b, group=state.characters[who].called) for b in buttons]


def _growth(state: State, who: str) -> list[Action]:
    """A level, if she has the experience."""
    character = state.characters[who]
    if character.kind is not Kind.PC or character.sheet.xp < LEVEL_XP:
        return []
    return [_button("level_up", f" @{character.called}", ".升级{}")]


def _button(name: str, whose: str, line: str, *, primary: bool = False, **fill: tuple[Label, ...]) -> Action:
    return Action(say(f"can.{name}"), line.format(whose), primary, fill=fill)


def _as(state: State, viewer: Viewer, who: str) -> str:
    """` @name` where the line is not about the viewer's first character anyway."""
    return "" if viewer.controls[:1] == (who,) else f" @{state.characters[who].called}"


def _urgent(state: State, who: str) -> list[Action]:
    """Somebody at 0 HP without a fate, and opportunities that wait."""
    character = state.characters[who]
    name = f" @{character.called}"
    found = []
    if character.defeated and not character.fate:
        found.append(_button("fall", name, ".倒下{}", primary=True))
    if character.opportunities:
        found.extend(_opportunities(state, name))
    return found


def _opportunities(state: State, name: str) -> list[Action]:
    """What a waiting opportunity may be spent on: those that need details ask for them."""
    people, clocks = visible(state), open_clocks(state)
    statuses = tuple(map(term, LIGHT_STATUSES))
    emotions = tuple(map(term, shipped().emotions))
    found = [
        _button("advantage", name, ".机会{} 优势 <target>", primary=True, target=people),
        _button("affliction", name, ".机会{} 苦厄 <target> <status>", target=people, status=statuses),
        _button("bonding", name, ".机会{} 结缘 <target> <emotion>", target=people, emotion=emotions),
        _button("opportunity", name, ".机会{} <option>", option=tuple(map(term, STORIES))),
    ]
    if clocks:
        found.append(_button("progress", name, ".机会{} 进展 <clock> <sections>", clock=clocks, sections=("1", "2")))
    return found


def _turn(state: State, viewer: Viewer, mine: list[str]) -> list[Action]:
    """What the one who acts (or acts next) can do, if she is the viewer's; else moving the clock on."""
    conflict = state.conflict
    if conflict is None:
        return []
    actor = conflict.turn or (next_actor(conflict) if conflict.started else "")
    if not actor:
        return [_button("next", "", ".推进", primary=True)]
    if actor not in mine:
        return []
    name = _as(state, viewer, actor)
    foes = tuple(
        c.called
        for who, c in seen(state, viewer).items()
        if conflict.of(who) and c.team != state.characters[actor].team and not c.fate
    )
    everybody = tuple(c.called for c in seen(state, viewer).values())
    acts = [
        _button("attack", name, ".攻击{} <target>", primary=True, target=foes),
        _button("guard", name, ".防御{}"),
        _button("hinder", name, ".妨碍{} <target> <attributes>", target=foes, attributes=CHECKS),
        _button("study", name, ".研究{} <target>", target=foes),
        _button("item", name, ".物品{} <item> <target>", item=tuple(map(term, Item)), target=everybody),
        *_optional(state, actor, name, everybody),
    ]
    spent = conflict.turn == actor and conflict.actions_left < 1
    if spent:
        acts = [_button("superiority", name, ".优势点{}")] if conflict.points.get(state.characters[actor].team) else []
    turn = [*acts, _button("end", name, ".结束{}", primary=spent), _button("forfeit", name, ".放弃{}")]
    return _of(state, actor, turn) if len(mine) > 1 else turn


def _optional(state: State, actor: str, name: str, everybody: tuple[str, ...]) -> list[Action]:
    """Spells, if she knows any, and objectives, if there is a clock to move."""
    found = []
    if known := spells(state, actor):
        found.append(_button("cast", name, ".施法{} <spell> <targets>", spell=known, targets=everybody))
    if clocks := open_clocks(state):
        line = ".目标{} <clock> <attributes> <dl>"
        found.append(_button("objective", name, line, clock=clocks, attributes=CHECKS, dl=DLS))
    return found


def _gm(state: State) -> list[Action]:
    """The GM's own buttons."""
    if state.conflict is not None:
        return [_button("endfight", "", ".收场")]
    return [
        _button("fight", "", ".冲突"),
        _button("scene", "", ".场景 <name>"),
        _button("summon", "", ".召来 <block> <n>", block=blocks(state), n=("1", "2", "3", "4")),
        _button("clock", "", ".时钟 <name> <size>", size=("4", "6", "8", "10", "12")),
    ]
