"""What a viewer can do now, what is most urgent first: each deed with what it costs and what may be filled in.

No rule is decided here: whose turn it is and what is left of it is asked of the rules.
"""

from msgspec.structs import replace

from ludex.core.deeds import Deed, Gap, Value, deed
from ludex.core.principals import Viewer, Who, actor
from ludex.core.say import Label, say, term
from ludex.systems.fable.commands.offers import CHECKS, DLS, STORIES, open_clocks, wares
from ludex.systems.fable.effects.kinds import entries_of
from ludex.systems.fable.may import may
from ludex.systems.fable.redact import visible
from ludex.systems.fable.rules.attributes import LIGHT_STATUSES
from ludex.systems.fable.rules.conflict import next_actor
from ludex.systems.fable.rules.describing import ware_said
from ludex.systems.fable.rules.growth import LEVEL_XP, may_grow
from ludex.systems.fable.rules.initiative import spd_now, turn_cost
from ludex.systems.fable.rules.points import ESCALATED, most_ip
from ludex.systems.fable.rules.property import handles, item_called, ware_of
from ludex.systems.fable.rules.superiority import team_called
from ludex.systems.fable.rules.trading import price_for
from ludex.systems.fable.sheet.entries import BlockEntry
from ludex.systems.fable.state import Conflict, State
from ludex.systems.fable.terms import Emotion, Fate, Kind
from ludex.systems.fable.views.deeds.acts import acts

ACTION = say("can.cost_action")
CLOCK_SIZES = Gap("size", tuple(Value(size, size) for size in ("4", "6", "8", "10", "12")))
NAME = Gap("name")
MARGINS = {"0": say("can.sections", n=1), "3": say("can.sections", n=2), "6": say("can.sections", n=3)}
"""How far a clock is moved by hand, by the margin that a check would have had (FAB-PCL-1)."""


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
    if character.kind is not Kind.PC or not may_grow(state, character):
        return []
    return [deed("lvup", say("can.level_up"), of=actor(who), cost=say("can.cost_xp", n=LEVEL_XP))]


def _at_peace(state: State, who: str) -> list[Deed]:
    """What can be done outside a conflict (FAB-LIV-14)."""
    character, one = state.characters[who], actor(who)
    others = {key: c.called for key, c in state.characters.items() if key != who and not c.fate}
    sold = handles(state, character.sheet.items)
    hostile = {key: name for key, name in others.items() if state.characters[key].team != character.team}
    friends = {key: name for key, name in others.items() if key not in hostile}
    found = [replace(act, of=one, primary=False) for act in acts(state, who, hostile)]
    found += [deed("group", say("can.group"), of=one, attributes=CHECKS, helpers=friends)] if friends else []
    if may(state, who, "buy") is None:
        goods = _goods(state, who)
        purse = say("can.does_buy", n=character.sheet.money)
        found += [deed("buy", say("can.buy"), of=one, note=purse, item=goods)] if goods else []
        found += [deed("sell", say("can.sell"), of=one, item=sold)] if sold else []
        found += (
            [deed("supply", say("can.supply"), of=one, n=("1",))] if character.ip < most_ip(state, character) else []
        )
    return [*found, deed("rest", say("can.rest"), of=one)]


def _goods(state: State, who: str) -> dict[str, Label]:
    """What she has the money for, each with its price and numbers (FAB-LIV-11)."""
    money = state.characters[who].sheet.money
    prices = {key: price_for(state, who, ware_of(state, key)[1]) for key in wares(state, who)}
    return {
        key: say("can.ware", item=item_called(state, key), price=price, does=ware_said(state, key))
        for key, price in prices.items()
        if price <= money
    }


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
    able = (point if conflict.points.get(team) else []) if spent else _actions(state, conflict, who)
    ticks = say("can.cost_ticks", n=turn_cost(spd_now(state, combatant))) if combatant else ""
    ending = [
        deed("end", say("can.end"), of=actor(who), cost=ticks, primary=spent),
        deed("forfeit", say("can.forfeit"), of=actor(who)),
    ]
    return _of(state, who, [*able, *ending], among=mine)


def _actions(state: State, conflict: Conflict, who: str) -> list[Deed]:
    """What the action of a turn may be."""
    team, people = state.characters[who].team, state.characters
    foes = {one: c.called for one, c in people.items() if conflict.of(one) and c.team != team and not c.fate}
    return [replace(one, of=actor(who), cost=_priced(one)) for one in [*acts(state, who, foes), *_villain(state, who)]]


def _blocks(state: State) -> dict[str, Label]:
    """Stat blocks by key: in the reader's language if they come with the system, else as the table calls them."""
    own, entries = state.things.get("npcs", {}), entries_of(BlockEntry, state.things)
    return {key: (entry.name or key) if key in own else term(key) for key, entry in entries.items()}


def _priced(one: Deed) -> Label:
    """What a deed of a turn costs: the action, and what it costs beside; a feat says itself whether it takes the action."""
    if one.name == "feat":
        return one.cost
    return say("can.cost", costs=[ACTION, one.cost]) if one.cost else ACTION


def _villain(state: State, who: str) -> list[Deed]:
    """What a villain's Ultima Points do in its turn (FAB-LIV-56)."""
    villain = state.characters[who]
    if villain.kind is not Kind.VILLAIN or villain.ultima < 1:
        return []
    return [deed("rally", say("can.rally"), cost=say("can.cost_ultima", n=1), note=say("can.does_rally"))]


def _gm(state: State) -> list[Deed]:
    """The GM's own deeds."""
    blocks, clocks = _blocks(state), {one.name: one.name for one in state.clocks if one.filled < one.size}
    rising = [
        deed("escalate", say("can.escalate"), of=actor(who), note=say("can.does_escalate"), block=blocks)
        for who, c in state.characters.items()
        if c.kind is Kind.VILLAIN and c.tier in ESCALATED and c.fate not in (Fate.SLAIN, Fate.CAPTURED)
    ]
    winding = [deed("wind", say("can.wind"), name=clocks, margin=MARGINS)] if clocks else []
    if state.conflict is not None:
        return [*_running(state, state.conflict), *winding, *rising]
    return [
        deed("fight", say("can.fight")),
        Deed("scene", say("can.scene"), note=say("can.does_scene"), gaps=(NAME, _appearing(state))),
        *([deed("rest", say("can.rest_now"), note=say("can.does_rest"))] if _resting(state) else ()),
        *winding,
        deed("summon", say("can.summon"), block=blocks, n=("1", "2", "3", "4")),
        Deed("clock", say("can.clock"), gaps=(NAME, CLOCK_SIZES)),
        *rising,
    ]


def _appearing(state: State) -> Gap:
    """Who may come along into the next scene; nobody named: everybody who is still there."""
    return Gap("present", tuple(Value(who, c.called) for who, c in state.characters.items() if not c.fate))


def _resting(state: State) -> bool:
    """Whether somebody of the party is up to rest (FAB-LIV-7)."""
    return any(c.kind is Kind.PC and not c.out for c in state.characters.values())


def _running(state: State, conflict: Conflict) -> list[Deed]:
    """Running a conflict: who could join it, seen or not, who may play by itself, its end (FAB-LIV-30, FAB-LIV-41)."""
    people = state.characters
    joining = [
        deed("join", say("can.join", who=c.called), of=actor(who), given={"target": who}, note=say("can.does_join"))
        for who, c in people.items()
        if not c.out and conflict.of(who) is None
    ]
    sides = {people[c.id].team for c in conflict.combatants if c.id in people and people[c.id].kind is not Kind.PC}
    npcs = [people[c.id].called for c in conflict.combatants if c.id in people and people[c.id].kind is not Kind.PC]
    words: dict[str, Label] = {team: team_called(team) for team in sorted(sides)}
    words |= {name: name for name in npcs}
    playing = [deed("play", say("can.play"), note=say("can.does_play"), people=words)] if npcs else []
    return [*joining, *playing, deed("endfight", say("can.endfight"))]
