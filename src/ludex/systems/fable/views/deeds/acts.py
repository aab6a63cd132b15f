"""What somebody can do with the action of a turn, each deed with its lawful values, its price and what it does (FAB-LIV-8, FAB-LIV-14)."""

from collections.abc import Mapping

from msgspec.structs import replace

from ludex.core.deeds import Deed, Gap, Value, deed, refused
from ludex.core.effects.records import Use
from ludex.core.say import Label, say, term
from ludex.systems.fable.commands.offers import CHECKS, DLS, open_clocks
from ludex.systems.fable.content import called_of, feat_text
from ludex.systems.fable.effects.kinds import entries_of
from ludex.systems.fable.redact import NUMBERS
from ludex.systems.fable.rules.actions import SHARD_TYPES, ip_cost, no_camp
from ludex.systems.fable.rules.arms import arms_of, hands_paired, mp_cost
from ludex.systems.fable.rules.describing import item_said, spell_said, strike_said
from ludex.systems.fable.rules.equipment import may_hold
from ludex.systems.fable.rules.feats import feat_called
from ludex.systems.fable.rules.gauges import check_payment, drained
from ludex.systems.fable.rules.initiative import forecast
from ludex.systems.fable.rules.property import BARE_HANDS, handles, item_called
from ludex.systems.fable.rules.using import check_aim, use_of, uses_left
from ludex.systems.fable.rules.windows import check_costs
from ludex.systems.fable.sheet import Character, known_feats
from ludex.systems.fable.sheet.entries import FeatEntry, ItemEntry, SpellEntry
from ludex.systems.fable.sheet.pieces import Slot
from ludex.systems.fable.state import State, team_of
from ludex.systems.fable.terms import Item, Pool


def acts(state: State, who: str, foes: Mapping[str, str]) -> list[Deed]:
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
def _attacks(state: State, who: str, foes: Mapping[str, str]) -> list[Deed]:
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


def _spells(state: State, who: str, foes: Mapping[str, str]) -> list[Deed]:
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


def _overdrawing(character: Character, one: Deed, *, mp: int, short: int) -> Deed:
    """A deed whose price says what it takes from her hit gauges, where her mind points do not suffice (FAB-OVD-2)."""
    if short <= 0:
        return one
    after = replace(character, mg=replace(character.mg, lost=drained(character, Pool.MP, mp).lost))
    return replace(one, cost=say("can.overdraws", price=one.cost, n=short, hp=after.hp))


# ---------------------------------------------------------------------- feats and items
def _feats(state: State, character: Character) -> list[Deed]:
    """Feats that can be used now: a use is left, and she can pay."""
    entries = entries_of(FeatEntry, state.things)
    found = []
    for key in dict.fromkeys(known_feats(character)):
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
    """What using a feat costs."""
    paid = [one for one in use.cost if one.how != "action"]
    costs: list[Label] = [say("can.cost_action")] if len(paid) < len(use.cost) else []
    costs += [say("effects.give", how=say(f"effects.gives.{one.how}"), by=one.by) for one in paid]
    return say("can.cost", costs=costs) if costs else say("can.free")


def _items(state: State, character: Character, there: Mapping[str, str], foes: Mapping[str, str]) -> list[Deed]:
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


def _swaps(state: State, who: str) -> list[Deed]:
    """What she owns and could put into each slot now, and nothing into one that is full; armour not in a fight (FAB-LIV-10, FAB-LIV-14)."""
    character = state.characters[who]
    found: list[Deed] = []
    packed = handles(state, character.sheet.items, packed=True)
    full = {"off" if one.slot is Slot.SHIELD else one.slot.value for one in character.sheet.items}
    for slot in ("main", "off", "accessory") if state.conflict else ("main", "off", "accessory", "armor"):
        fits = {said: name for said, name in packed.items() if may_hold(state, character, slot, said)}
        values = tuple(Value(said, name) for said, name in fits.items())
        values += (Value("none", term("none")),) if slot in full else ()
        found += [Deed("equip", say(f"can.equip_{slot}"), gaps=(Gap(slot, values),))] if values else []
    return found
