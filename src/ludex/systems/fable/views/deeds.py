"""What a viewer can do now, what is most urgent first: each deed with what it costs and what may be filled in.

No rule is decided here: whose turn it is and what is left of it is asked of the rules.
"""

from collections.abc import Mapping

from msgspec.structs import replace

from ludex.core.deeds import Deed, Gap, Value, deed
from ludex.core.effects.records import Use
from ludex.core.errors import RuleError
from ludex.core.principals import Viewer, Who, actor
from ludex.core.say import Label, say, term
from ludex.systems.fable.commands.offers import CHECKS, DLS, STORIES, open_clocks, wares
from ludex.systems.fable.content import BlockEntry, E, FeatEntry, ItemEntry, SpellEntry, called_of, entries_of
from ludex.systems.fable.may import may
from ludex.systems.fable.redact import visible
from ludex.systems.fable.rules.actions import ip_cost
from ludex.systems.fable.rules.arms import arms_of, hands_paired, mp_cost
from ludex.systems.fable.rules.attributes import LIGHT_STATUSES
from ludex.systems.fable.rules.conflict import next_actor
from ludex.systems.fable.rules.equipment import may_hold
from ludex.systems.fable.rules.feats import feat_called
from ludex.systems.fable.rules.growth import LEVEL_XP
from ludex.systems.fable.rules.initiative import spd_now, turn_cost
from ludex.systems.fable.rules.property import handles, item_called
from ludex.systems.fable.rules.trading import most_ip
from ludex.systems.fable.rules.using import check_costs, use_of, uses_left
from ludex.systems.fable.sheet import Character, known_feats
from ludex.systems.fable.state import Conflict, State
from ludex.systems.fable.terms import Emotion, Kind

ACTION = say("can.cost_action")
CLOCK_SIZES = Gap("size", tuple(Value(size, size) for size in ("4", "6", "8", "10", "12")))
NAME = Gap("name")


def deeds(state: State, viewer: Viewer) -> tuple[Deed, ...]:
    """Everything that this viewer can do now."""
    held = [who for who in (state.characters if viewer.gm else viewer.controls) if who in state.characters]
    mine = [who for who in held if may(state, who, "c") is None or not state.live]  # FAB-LIV-7, FAB-LIV-14
    found: list[Deed] = []
    for who in mine:
        found.extend(_of(state, who, _urgent(state, who), among=mine))
    if state.conflict is not None:
        found.extend(_turn(state, state.conflict, mine))
    elif mine:
        found.append(deed("c", say("can.check"), of=actor(mine[0]), attributes=CHECKS, dl=DLS))
        for who in mine:
            free = [*_growth(state, who), *(_at_peace(state, who) if state.live and not viewer.gm else ())]
            found.extend(_of(state, who, free, among=mine))
    if state.conflict is None and (viewer.gm or viewer.player):
        found.append(Deed("make", say("can.make"), gaps=(NAME,), primary=not mine and not viewer.gm))
    return (*found, *(_gm(state) if viewer.gm else ()))


def _of(state: State, who: str, found: list[Deed], *, among: list[str]) -> list[Deed]:
    """Deeds stand under whose they are, for a viewer who has several characters."""
    return [replace(one, group=state.characters[who].called) for one in found] if len(among) > 1 else found


def _growth(state: State, who: str) -> list[Deed]:
    """A level, if she has the experience."""
    character = state.characters[who]
    if character.kind is not Kind.PC or character.sheet.xp < LEVEL_XP:
        return []
    return [deed("lvup", say("can.level_up"), of=actor(who), cost=say("can.cost_xp", n=LEVEL_XP))]


def _at_peace(state: State, who: str) -> list[Deed]:
    """What can be done outside a conflict (FAB-LIV-14)."""
    character, one = state.characters[who], actor(who)
    others = {key: c.called for key, c in state.characters.items() if key != who and not c.fate}
    sold = handles(state, character.sheet.items)
    found = [*_free_acts(state, who, others)]
    found += [deed("group", say("can.group"), of=one, attributes=CHECKS, helpers=others)] if others else []
    if may(state, who, "buy") is None:
        prices = {key: item_called(state, key) for key in wares(state, who)}
        found += [deed("buy", say("can.buy"), of=one, item=prices)]
        found += [deed("sell", say("can.sell"), of=one, item=sold)] if sold else []
        found += (
            [deed("supply", say("can.supply"), of=one, n=("1",))] if character.ip < most_ip(state, character) else []
        )
    return [*found, deed("rest", say("can.rest"), of=one)]


def _free_acts(state: State, who: str, others: Mapping[str, str]) -> list[Deed]:
    """The same deeds as in a turn, where none of them takes an action."""
    return [replace(one, of=actor(who), primary=False) for one in _acts(state, who, others)]


def _castable(state: State, who: str) -> dict[str, Label]:
    """Known spells that she can pay; where she would overdraw, by how much (FAB-LIV-14)."""
    character, entries = state.characters[who], entries_of(SpellEntry, state.things)
    room = max(character.hg_cap) - character.penalty
    known = _called(SpellEntry, "spells", state, tuple(key for key in character.sheet.spells if key in entries))
    found: dict[str, Label] = {}
    for key, name in known.items():
        short = mp_cost(state, who, entries[key].mp) - max(0, character.mp)
        if short <= room:
            found[key] = say("can.overdraws", spell=name, n=short) if short > 0 else name
    return found


def _urgent(state: State, who: str) -> list[Deed]:
    """Somebody at 0 HP without a fate, and opportunities that wait."""
    character = state.characters[who]
    found = []
    if character.falling:
        found.append(deed("fall", say("can.fall"), of=actor(who), primary=True))
    return [*found, *(_opportunities(state, actor(who)) if character.opportunities else ())]


def _opportunities(state: State, who: Who) -> list[Deed]:
    """What a waiting opportunity may be spent on: those that need details ask for them."""
    people, clocks = visible(state), open_clocks(state)
    statuses = {s.value: term(s) for s in LIGHT_STATUSES}
    emotions = {e.value: term(e) for e in Emotion}
    found = [
        deed("op", say("can.advantage"), given={"option": "advantage"}, primary=True, target=people),
        deed("op", say("can.affliction"), given={"option": "affliction"}, target=people, detail=statuses),
        deed("op", say("can.bonding"), given={"option": "bonding"}, target=people, detail=emotions),
        deed("op", say("can.opportunity"), option={o.value: term(o) for o in STORIES}),
    ]
    if clocks:
        found.append(deed("op", say("can.progress"), given={"option": "progress"}, target=clocks, detail=("1", "2")))
    return [replace(one, of=who) for one in found]


def _turn(state: State, conflict: Conflict, mine: list[str]) -> list[Deed]:
    """What the one who acts (or acts next) can do, if she is the viewer's; else moving the clock on."""
    who = conflict.turn or (next_actor(conflict) if conflict.started else "")
    if not who:
        return [deed("next", say("can.next"), primary=True)]
    if who not in mine:
        return []
    team, combatant = state.characters[who].team, conflict.of(who)
    spent = conflict.turn == who and conflict.actions_left < 1
    point = [deed("sup", say("can.superiority"), of=actor(who), cost=say("can.cost_point"))]
    acts = (point if conflict.points.get(team) else []) if spent else _actions(state, conflict, who)
    ticks = say("can.cost_ticks", n=turn_cost(spd_now(state, combatant))) if combatant else ""
    ending = [
        deed("end", say("can.end"), of=actor(who), cost=ticks, primary=spent),
        deed("forfeit", say("can.forfeit"), of=actor(who)),
    ]
    return _of(state, who, [*acts, *ending], among=mine)


def _actions(state: State, conflict: Conflict, who: str) -> list[Deed]:
    """What the action of a turn may be."""
    team, people = state.characters[who].team, state.characters
    foes = {one: c.called for one, c in people.items() if conflict.of(one) and c.team != team and not c.fate}
    return [replace(one, of=actor(who), cost=ACTION) for one in _acts(state, who, foes)]


def _acts(state: State, who: str, foes: Mapping[str, str]) -> list[Deed]:
    """Every deed that takes the action of a turn and is free outside one, with its lawful values (FAB-LIV-8, FAB-LIV-14)."""
    people, character = state.characters, state.characters[who]
    there = {one: c.called for one, c in people.items() if not c.fate}
    others = {one: name for one, name in there.items() if one != who}
    arms = {key: called_of(strike.name) for key, strike in arms_of(state, who).items() if strike.versus == "def"}
    known, feats, clocks = _castable(state, who), _usable(state, who), open_clocks(state)
    entries = entries_of(ItemEntry, state.things)
    items = {key: called_of(e.name) for key, e in entries.items() if ip_cost(state, who, e.ip) <= character.ip}
    covered = {one: name for one, name in others.items() if not people[one].covering}
    owned = handles(state, character.sheet.items)

    found = [deed("a", say("can.attack"), primary=True, targets=foes, weapon=arms)] if foes else []
    found += [
        deed("dual", say("can.dual"), given={"main": main, "off": off}, targets=foes)
        for main, off in (hands_paired(state, who) if foes else ())
    ]
    found += [deed("cast", say("can.cast"), spell=known, targets=there)] if known else []
    if _may_guard(state):
        found += [deed("guard", say("can.guard"), cover=covered) if covered else deed("guard", say("can.guard"))]
    if foes:
        found += [deed("hinder", say("can.hinder"), target=foes), deed("study", say("can.study"), target=foes)]
    found += [deed("item", say("can.item"), item=items, target=there)] if items else []
    found += [deed("obj", say("can.objective"), clock=clocks, attributes=CHECKS, dl=DLS)] if clocks else []
    found += [deed("feat", say("can.feat"), feat=feats)] if feats else []
    found += _swaps(state, who)
    found += [deed("give", say("can.give"), target=others, item=owned)] if owned and others else []
    return found


def _may_guard(state: State) -> bool:
    """Once a turn (FAB-PAC-2)."""
    return state.conflict is None or not state.conflict.guard_used


def _swaps(state: State, who: str) -> list[Deed]:
    """What she owns and could put into each slot now, armour not in a fight (FAB-LIV-10)."""
    character = state.characters[who]
    found: list[Deed] = []
    packed = handles(state, character.sheet.items, packed=True)
    for slot in ("main", "off", "accessory") if state.conflict else ("main", "off", "accessory", "armor"):
        fits = {said: name for said, name in packed.items() if may_hold(state, character, slot, said)}
        values = tuple(Value(said, name) for said, name in fits.items())
        found += [Deed("equip", say(f"can.equip_{slot}"), gaps=(Gap(slot, values),))] if values else []
    return found


def _usable(state: State, who: str) -> dict[str, Label]:
    """Feats that can be used now: a use is left, and she can pay."""
    entries, character = entries_of(FeatEntry, state.things), state.characters[who]
    found: dict[str, Label] = {}
    for key in dict.fromkeys(known_feats(character)):
        use = use_of(entries[key]) if key in entries else None
        if use is not None and uses_left(state, character, key, use) != 0 and _payable(state, character, use):
            found[key] = feat_called(state, key)
    return found


def _payable(state: State, character: Character, use: Use) -> bool:
    try:
        check_costs(state, character, use)
    except RuleError:
        return False
    return True


def _called(kind: type[E], table: str, state: State, keys: tuple[str, ...] | None = None) -> dict[str, Label]:
    """Things by key: in the reader's language if they come with the system, else as the table calls them."""
    own, entries = state.things.get(table, {}), entries_of(kind, state.things)
    wanted = entries if keys is None else [key for key in keys if key in entries]
    return {key: (entries[key].name or key) if key in own else term(key) for key in wanted}


def _gm(state: State) -> list[Deed]:
    """The GM's own deeds."""
    if state.conflict is not None:
        return [deed("endfight", say("can.endfight"))]
    blocks = _called(BlockEntry, "npcs", state)
    return [
        deed("fight", say("can.fight")),
        Deed("scene", say("can.scene"), gaps=(NAME,)),
        deed("summon", say("can.summon"), block=blocks, n=("1", "2", "3", "4")),
        Deed("clock", say("can.clock"), gaps=(NAME, CLOCK_SIZES)),
    ]
