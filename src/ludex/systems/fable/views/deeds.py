"""What a viewer can do now, what is most urgent first: each deed with what it costs and what may be filled in (FAB-LIV-8, FAB-LIV-14).

No rule is decided here: whose turn it is and what is left of it is asked of the rules.
"""

from collections.abc import Mapping

from msgspec.structs import replace

from ludex.core.deeds import Gap, Offer, Value, deed, refused
from ludex.core.effects.records import Use
from ludex.core.principals import Viewer, Who, actor
from ludex.core.say import Label, say, term
from ludex.systems.fable.content import called_of, feat_text
from ludex.systems.fable.effects.kinds import entries_of
from ludex.systems.fable.kinds.offers import CHECKS, DLS, STORIES, open_clocks, wares
from ludex.systems.fable.may import may
from ludex.systems.fable.redact import NUMBERS, visible
from ludex.systems.fable.rules.actions import SHARD_TYPES, ip_cost, no_camp
from ludex.systems.fable.rules.arms import arms_of, hands_paired, mp_cost
from ludex.systems.fable.rules.attributes import LIGHT_STATUSES
from ludex.systems.fable.rules.conflict import next_actor
from ludex.systems.fable.rules.describing import item_said, spell_said, strike_said, ware_said
from ludex.systems.fable.rules.equipment import handles, item_called, may_hold, price_for, ware_of
from ludex.systems.fable.rules.feats import check_aim, feat_called, use_of, uses_left
from ludex.systems.fable.rules.gauges import check_payment, drained
from ludex.systems.fable.rules.growth import LEVEL_XP, may_grow
from ludex.systems.fable.rules.initiative import forecast, spd_now, turn_cost
from ludex.systems.fable.rules.points import ESCALATED, most_ip, team_called
from ludex.systems.fable.rules.windows import check_costs
from ludex.systems.fable.sheet import BARE_HANDS, Character, Slot
from ludex.systems.fable.sheet.entries import BlockEntry, FeatEntry, ItemEntry, SpellEntry
from ludex.systems.fable.state import Conflict, State, team_of
from ludex.systems.fable.terms import Emotion, Fate, Item, Kind, Pool


def acts(state: State, who: str, foes: Mapping[str, str]) -> list[Offer]:
    """Every deed that takes the action of a turn and is free outside one."""
    people, character = state.characters, state.characters[who]
    there = {one: c.called for one, c in people.items() if not c.fate}
    others = {one: name for one, name in there.items() if one != who}
    side = team_of(state, who)
    covered = {one: name for one, name in others.items() if people[one].team == side and not people[one].covering}
    owned, clocks = handles(state, character.sheet.items), open_clocks(state)
    found = [*_attacks(state, who, foes), *_spells(state, who, foes), *_feats(state, character)]
    if state.conflict is None or not state.conflict.guard_used:  # FAB-PAC-2
        guarding = deed("guard", say("can.guard"), note=say("can.does_guard"))
        found.append(deed("guard", say("can.guard"), note=guarding.note, cover=covered) if covered else guarding)
    if foes:
        found += [
            deed("hinder", say("can.hinder"), note=say("can.does_hinder"), target=foes),
            deed("study", say("can.study"), note=say("can.does_study"), target=foes),
        ]
    found += _items(state, character, there, foes)
    found += [deed("obj", say("can.objective"), clock=clocks, attributes=CHECKS, dl=DLS)] if clocks else []
    found += _swaps(state, who)
    giving = owned and others
    found += [deed("give", say("can.give"), note=say("can.does_give"), target=others, item=owned)] if giving else []
    return found


# ---------------------------------------------------------------------- attacks and spells
def _attacks(state: State, who: str, foes: Mapping[str, str]) -> list[Offer]:
    """An attack with each weapon in hand, with two where they fit, and bare-handed last."""
    arms = {key: strike for key, strike in arms_of(state, who).items() if strike.versus == "def"}
    if not foes:
        return []
    armed, before = sorted(arms, key=lambda key: key == BARE_HANDS), _before(state, who)
    found = [
        deed(
            "a",
            say("can.attack_with", weapon=called_of(arms[key].name)),
            given={"weapon": key},
            note=say("can.does", does=[*strike_said(arms[key]), *before]),
            primary=key == armed[0],
            targets=foes,
        )
        for key in armed
    ]
    pairs = [
        deed(
            "dual",
            say("can.dual"),
            given={"main": main, "off": off},
            note=say("can.does_dual", main=item_called(state, main), off=item_called(state, off)),
            targets=foes,
        )
        for main, off in hands_paired(state, who)
    ]
    return [*found[:1], *pairs, *found[1:]]


def _before(state: State, who: str) -> tuple[Label, ...]:
    """Before which enemy's turn a blow falls, and when that is, as far as it is known (FAB-LIV-39)."""
    conflict = state.conflict
    if conflict is None or conflict.of(who) is None:
        return ()
    side, people = team_of(state, who), state.characters
    for round_, tick, one in forecast(state, len(conflict.combatants) + 1):
        foe = people.get(one)
        if foe is not None and foe.team != side and (round_ == conflict.round or foe.shown >= NUMBERS):
            return (say("can.before", who=foe.called, round=round_, tick=tick),)
    return ()


def _spells(state: State, who: str, foes: Mapping[str, str]) -> list[Offer]:
    """Each known spell that she can pay, with the targets that it is for; where she would overdraw, what that costs her."""
    character, entries = state.characters[who], entries_of(SpellEntry, state.things)
    side = team_of(state, who)
    friends = {one: c.called for one, c in state.characters.items() if not c.fate and c.team == side}
    found = []
    for key in character.sheet.spells:
        if key not in entries:
            continue
        spell = entries[key]
        cost = mp_cost(state, who, spell.mp)
        targets = foes if spell.type or spell.magic else friends
        if not targets or refused(check_payment, character, cost, state.options) is not None:
            continue
        price = say("can.cost_mp", n=cost) if spell.multi == 1 else say("can.cost_mp_each", n=cost, most=spell.multi)
        note, short = say("can.does", does=spell_said(key, spell)), check_payment(character, cost, state.options)
        title = say("can.cast_spell", spell=_warned(called_of(spell.name) or key, short))
        plain = deed("cast", title, given={"spell": key}, cost=price, note=note, targets=targets)
        found.append(_overdrawing(character, plain, mp=cost, short=short))
    return found


def _warned(name: Label, short: int) -> Label:
    """What is used, marked where it would be paid by overdraft: the smallest card says so."""
    return say("can.overdrawing", name=name) if short > 0 else name


def _overdrawing(character: Character, one: Offer, *, mp: int, short: int) -> Offer:
    """A deed whose price says what it takes from her hit gauges, where her mind points do not suffice (FAB-OVD-2)."""
    if short <= 0:
        return one
    after = replace(character, mg=replace(character.mg, lost=drained(character, Pool.MP, mp).lost))
    return replace(one, cost=say("can.overdraws", price=one.cost, n=short, hp=after.hp))


# ---------------------------------------------------------------------- feats and items
def _feats(state: State, character: Character) -> list[Offer]:
    """Feats that can be used now: a use is left, and she can pay."""
    entries = entries_of(FeatEntry, state.things)
    found = []
    for key in dict.fromkeys(character.sheet.learned):
        entry = entries.get(key)
        use = use_of(entry) if entry else None
        if entry is None or use is None or uses_left(state, character, key, use) == 0:
            continue
        aims = refused(check_aim, state, character.id, use, "") is None
        if aims and refused(check_costs, state, character, use.cost) is None:
            mp = sum(int(one.by) for one in use.cost if one.how == "mp")
            short = check_payment(character, mp, state.options)
            title = say("can.use_feat", feat=_warned(feat_called(state, key), short))
            plain = deed("feat", title, given={"feat": key}, cost=_price(use), note=feat_text(key, entry))
            found.append(_overdrawing(character, plain, mp=mp, short=short))
    return found


def _price(use: Use) -> Label:
    paid = [one for one in use.cost if one.how != "action"]
    costs: list[Label] = [say("can.cost_action")] if len(paid) < len(use.cost) else []
    costs += [say("effects.give", how=say(f"effects.gives.{one.how}"), by=one.by) for one in paid]
    return say("can.cost", costs=costs) if costs else say("can.free")


def _items(state: State, character: Character, there: Mapping[str, str], foes: Mapping[str, str]) -> list[Offer]:
    """Items that she can pay, each with its price and what it does; a shard also asks for its type."""
    entries = entries_of(ItemEntry, state.things)
    prices = {key: ip_cost(state, character.id, entry.ip) for key, entry in entries.items()}
    labels: dict[str, Label] = {
        key: say("can.item_for", item=called_of(entry.name), ip=prices[key], does=item_said(key, entry))
        for key, entry in entries.items()
        if prices[key] <= character.ip and not (key == Item.MAGIC_TENT and no_camp(state))
    }
    note = say("can.does_item", n=character.ip)
    shard = labels.pop(Item.ELEMENTAL_SHARD.value, None) if Item.ELEMENTAL_SHARD in labels else None
    found = [deed("item", say("can.item"), note=note, item=labels, target=there)] if labels else []
    if shard and foes:
        types = {one.value: term(one) for one in SHARD_TYPES}
        given = {"item": Item.ELEMENTAL_SHARD.value}
        found.append(deed("item", term(Item.ELEMENTAL_SHARD), given=given, note=shard, target=foes, type=types))
    return found


def _swaps(state: State, who: str) -> list[Offer]:
    """What she owns and could put into each slot now, and nothing into one that is full; armour not in a fight (FAB-LIV-10, FAB-LIV-14)."""
    character = state.characters[who]
    found: list[Offer] = []
    packed = handles(state, character.sheet.items, packed=True)
    full = {"off" if one.slot is Slot.SHIELD else one.slot.value for one in character.sheet.items}
    for slot in ("main", "off", "accessory") if state.conflict else ("main", "off", "accessory", "armor"):
        fits = {said: name for said, name in packed.items() if may_hold(state, character, slot, said)}
        values = tuple(Value(said, name) for said, name in fits.items())
        values += (Value("none", term("none")),) if slot in full else ()
        found += [Offer("equip", say(f"can.equip_{slot}"), gaps=(Gap(slot, values),))] if values else []
    return found


# ---------------------------------------------------------------------- everything that stands open
ACTION = say("can.cost_action")
CLOCK_SIZES = Gap("size", tuple(Value(size, size) for size in ("4", "6", "8", "10", "12")))
NAME = Gap("name")
SECTIONS = {str(n): say("can.sections", n=n) for n in (1, 2, 3)}
"""How far a clock is moved by hand."""


def deeds(state: State, viewer: Viewer) -> tuple[Offer, ...]:
    held = [who for who in (state.characters if viewer.gm else viewer.controls) if who in state.characters]
    mine = [who for who in held if may(state, who, "c") is None or not state.live]  # FAB-LIV-7, FAB-LIV-14
    found: list[Offer] = []
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
        found.append(Offer("make", say("can.make"), gaps=(NAME,), primary=not mine and not viewer.gm))
    return (*found, *(_gm(state) if viewer.gm else ()))


def _of(state: State, who: str, found: list[Offer], *, among: list[str]) -> list[Offer]:
    """Deeds stand under whose they are, for a viewer who has several characters."""
    return [replace(one, group=state.characters[who].called) for one in found] if len(among) > 1 else found


def _growth(state: State, who: str) -> list[Offer]:
    character = state.characters[who]
    if character.kind is not Kind.PC or not may_grow(state, character):
        return []
    return [deed("lvup", say("can.level_up"), of=actor(who), cost=say("can.cost_xp", n=LEVEL_XP))]


def _at_peace(state: State, who: str) -> list[Offer]:
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


def _urgent(state: State, who: str) -> list[Offer]:
    """Somebody at 0 HP without a fate, and opportunities that wait."""
    character = state.characters[who]
    found = []
    if character.falling:
        found.append(deed("fall", say("can.fall"), of=actor(who), primary=True))
    return [*found, *(_opportunities(state, actor(who)) if character.opportunities else ())]


def _opportunities(state: State, who: Who) -> list[Offer]:
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


def _turn(state: State, conflict: Conflict, mine: list[str]) -> list[Offer]:
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


def _actions(state: State, conflict: Conflict, who: str) -> list[Offer]:
    team, people = state.characters[who].team, state.characters
    foes = {one: c.called for one, c in people.items() if conflict.of(one) and c.team != team and not c.fate}
    return [replace(one, of=actor(who), cost=_priced(one)) for one in [*acts(state, who, foes), *_villain(state, who)]]


def _blocks(state: State) -> dict[str, Label]:
    """Stat blocks by key: in the reader's language if they come with the system, else as the table calls them."""
    own, entries = state.things.get("npcs", {}), entries_of(BlockEntry, state.things)
    return {key: (entry.name or key) if key in own else term(key) for key, entry in entries.items()}


def _priced(one: Offer) -> Label:
    """What a deed of a turn costs: the action, and what it costs beside; a feat says itself whether it takes the action."""
    if one.name == "feat":
        return one.cost
    return say("can.cost", costs=[ACTION, one.cost]) if one.cost else ACTION


def _villain(state: State, who: str) -> list[Offer]:
    """What a villain's Ultima Points do in its turn (FAB-LIV-56)."""
    villain = state.characters[who]
    if villain.kind is not Kind.VILLAIN or villain.ultima < 1:
        return []
    return [deed("rally", say("can.rally"), cost=say("can.cost_ultima", n=1), note=say("can.does_rally"))]


def _gm(state: State) -> list[Offer]:
    blocks, clocks = _blocks(state), {one.name: one.name for one in state.clocks if one.filled < one.size}
    rising = [
        deed("escalate", say("can.escalate"), of=actor(who), note=say("can.does_escalate"), block=blocks)
        for who, c in state.characters.items()
        if c.kind is Kind.VILLAIN and c.tier in ESCALATED and c.fate not in (Fate.SLAIN, Fate.CAPTURED)
    ]
    winding = [deed("wind", say("can.wind"), name=clocks, sections=SECTIONS)] if clocks else []
    up = [c for c in state.characters.values() if c.kind is Kind.PC and not c.out]  # FAB-LIV-7
    if state.conflict is not None:
        return [*_running(state, state.conflict), *winding, *rising]
    return [
        deed("fight", say("can.fight")),
        Offer("scene", say("can.scene"), note=say("can.does_scene"), gaps=(replace(NAME, wanted=True),)),
        *([deed("rest", say("can.rest_now"), note=say("can.does_rest"))] if up else ()),
        *winding,
        deed("summon", say("can.summon"), block=blocks, n=("1", "2", "3", "4")),
        Offer("clock", say("can.clock"), gaps=(NAME, CLOCK_SIZES)),
        *rising,
    ]


def _running(state: State, conflict: Conflict) -> list[Offer]:
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
