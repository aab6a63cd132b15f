"""How it is told that people come, grow and equip themselves, and that the story's clocks move."""

from ludex.core.principals import GM
from ludex.core.say import say, term
from ludex.core.system import Told, Viewer
from ludex.core.view import Card, Fact, Label, filled
from ludex.systems.fable.content import called_of, feat_text, shipped, spell_named
from ludex.systems.fable.effects.kinds import entries_of
from ludex.systems.fable.events import CharacterWritten
from ludex.systems.fable.events.telling import signed
from ludex.systems.fable.rules.attributes import defence, magic_defence
from ludex.systems.fable.rules.clocks import ClockMoved
from ludex.systems.fable.rules.creation import MadeCharacter
from ludex.systems.fable.rules.data import OfThing, PackAdded, ThingsOpened
from ludex.systems.fable.rules.defeat import Risen
from ludex.systems.fable.rules.equipment import Equipped, Give, Inscribe, Traded, item_called, piece_called
from ludex.systems.fable.rules.feats import FeatDone, Learned, feat_called, feat_of, free_of, use_of
from ludex.systems.fable.rules.growth import LeveledUp, LevelTaken, SessionDone, SessionOpen
from ludex.systems.fable.rules.npcs import BlockMade, Dismiss, Reveal, Summoned
from ludex.systems.fable.rules.opportunities import Story
from ludex.systems.fable.rules.points import Paid
from ludex.systems.fable.rules.pools import Improvised
from ludex.systems.fable.rules.recovery import Rested
from ludex.systems.fable.sheet import BARE_HANDS, HAND_SLOTS
from ludex.systems.fable.sheet.entries import FeatEntry, SpellEntry, WeaponEntry
from ludex.systems.fable.state import State
from ludex.systems.fable.terms import DEAD, Kind
from ludex.systems.fable.views.cards import evening, scalars
from ludex.systems.fable.views.tell.witness import Known, bars_of, name_of, names_of, rested_facts, title_of, whom


def summoned(told: Told, _viewer: Viewer, result: Summoned) -> Card:
    return Card(title_of(told, who=names_of(told, result.characters)))


def dismissed(told: Told, _viewer: Viewer, result: Dismiss) -> Card:
    """Whether the roster keeps her (FAB-LIV-57)."""
    who = result.character
    key = "told.dismiss" if who in told.after.away else "told.struck_off"
    return Card(say(key, who=name_of(told, who)))


def revealed(told: Told, viewer: Viewer, result: Reveal) -> Card:
    key, who = "told.hidden" if result.hidden else "told.reveal", result.character
    conflict = told.after.conflict
    apart = viewer.gm and conflict is not None and conflict.of(who) is None and not result.hidden
    more = (say("told.not_on_clock", who=name_of(told, who)),) if apart else ()
    return Card(say(key, who=name_of(told, who)), lines=more)


def made(told: Told, _viewer: Viewer, result: MadeCharacter) -> Card:
    """A new character: her numbers as they stand, and what is left to learn."""
    who = told.after.characters[result.id]
    facts = (
        Fact(say("view.hp"), who.hp),
        Fact(say("view.mp"), who.mp),
        Fact(say("view.def"), defence(told.after, who)),
        Fact(say("view.mdef"), magic_defence(told.after, who)),
        Fact(say("view.money"), result.money),
    )
    lines: list[Label] = [say("told.points_lost", n=result.numbers.points_lost)] if result.numbers.points_lost else []
    free = free_of(told.after, who)
    domain = sum(free.domain_free.values())
    if free.general_free or domain:
        lines.append(say("told.feats_waiting", general=free.general_free, domain=domain))
    if told.given.asks == GM:
        lines.append(say("told.hand_over", who=result.id))
    return Card(title_of(told, who=name_of(told, result.id)), None, facts, tuple(lines))


def block(told: Told, _viewer: Viewer, result: BlockMade) -> Card:
    """A new stat block: its numbers as they follow from level, rank and dice."""
    facts = [Fact(say("view.level"), result.level), Fact(say("view.rank"), term(result.rank))]
    shown = ("max_hp", "max_mp", "def_", "mdef", "init_mod", "spd", "turns", "check_bonus", "damage_bonus")
    facts += [Fact(say(f"outputs.{name.rstrip('_')}"), getattr(result.numbers, name)) for name in shown]
    return Card(title_of(told, who=result.key), None, tuple(facts), (say("told.block_ready", who=result.key),))


def equipped(told: Told, _viewer: Viewer, _result: Equipped) -> Card:
    sheet = told.after.characters[told.given.character].sheet
    weapons = entries_of(WeaponEntry, told.after.things)
    facts = [Fact(say("view.armor"), called_of(sheet.worn.name or shipped().armors["none"].name))]
    facts += [Fact(say("view.shield"), called_of(sheet.held.name))] if sheet.shield else []
    held = [piece for slot in HAND_SLOTS for piece in sheet.items if piece.slot is slot and piece.key in weapons]
    named = [piece_called(told.after, piece) for piece in held] or [item_called(told.after, BARE_HANDS)]
    facts.append(Fact(say("outputs.weapons"), named))
    facts += [Fact(say("view.accessory"), item_called(told.after, sheet.accessory))] if sheet.accessory else []
    return Card(title_of(told, who=whom(told)), None, tuple(facts))


def learned(told: Told, _viewer: Viewer, result: Learned) -> Card:
    parts = [feat.partition(":") for feat in result.feats]
    known = [say("told.feat", domain=term(domain), feat=feat_called(told.after, key)) for domain, _, key in parts]
    heroic = [feat_called(told.after, key) for key in result.heroic]
    facts = (
        *((Fact(say("outputs.feats"), known),) if known else ()),
        *((Fact(say("outputs.heroic"), heroic),) if heroic else ()),
        Fact(say("outputs.general_free"), result.general_free),
        Fact(say("outputs.domain_free"), result.domain_free),
        Fact(say("outputs.mastery_free"), result.mastery_free),
    )
    lost = feat_named(told.before, getattr(told.given, "feat", "")) if told.procedure == "forget" else ""
    return Card(title_of(told, who=whom(told), what=lost), None, facts)


def feat_named(state: State, said: str) -> Label:
    spell = spell_named(said, state.things)
    return called_of(spell[1].name) if spell else feat_called(state, feat_of(state, said)[0])


def feat(told: Told, _viewer: Viewer, result: FeatDone) -> Card:
    entry = entries_of(FeatEntry, told.after.things).get(result.feat)
    use = use_of(entry) if entry else None
    text = feat_text(result.feat, entry) if entry else ""
    lines: list[Label] = [text] if text else []
    lines += list(result.told)
    if use and result.uses_left is not None:
        lines.append(say("told.feat_left", n=result.uses_left, per=say(f"why.per_{use.limit.per}")))
    name = feat_called(told.after, result.feat)
    return Card(title_of(told, who=whom(told), feat=name), None, (), tuple(lines))


def leveled(told: Told, _viewer: Viewer, result: LeveledUp) -> Card:
    facts = tuple(
        Fact(say(f"outputs.{name}"), getattr(result, name))
        for name in ("level", "xp", "benefit_slots", "mastery_points", "feats_general", "feats_domain")
    )
    return _grown(told, told.given.character, facts)


def _grown(told: Told, who: str, facts: tuple[Fact, ...]) -> Card:
    """Somebody with a new level: what she has learned with it, and her gauges."""
    new = newly(told, who)
    lines = (say("told.newly_learned", what=new),) if new else ()
    return Card(say("told.grow", who=name_of(told, who)), None, facts, lines, bars_of(told, who))


def newly(told: Told, who: str) -> list[Label]:
    grown = [one for one in told.events if isinstance(one, CharacterWritten) and one.character.id == who]
    entries = entries_of(SpellEntry, told.after.things)
    return [
        *(feat_called(told.after, key) for one in grown for key in one.feats),
        *(called_of(entries[key].name) for one in grown for key in one.spells if key in entries),
    ]


def thing_written(told: Told, _viewer: Viewer, result: OfThing) -> Card:
    """A thing of the table's own by its name, and who learned it by itself; one that was taken away (FAB-LIV-12)."""
    if told.procedure != "add_thing":
        return Card(title_of(told), None, scalars(result, ()))
    body = told.after.things.get(result.table, {}).get(result.key, {})
    title = title_of(told, kind=term(result.table), name=str(body.get("name") or result.key))
    return Card(title, None, (), _learned_with_it(told))


def pack_added(told: Told, _viewer: Viewer, result: PackAdded) -> Card:
    """Content that came in, and who learned something by itself with it (FAB-LIV-12)."""
    return Card(title_of(told), None, scalars(result, ()), _learned_with_it(told))


def _learned_with_it(told: Told) -> tuple[Label, ...]:
    learned = {c.called: new for who, c in told.after.characters.items() if (new := newly(told, who))}
    return tuple(say("told.by_itself", who=who, what=what) for who, what in learned.items())


def things_opened(told: Told, _viewer: Viewer, result: ThingsOpened) -> Card:
    return Card(title_of(told), None, (), (say("told.listed", items=list(result.names)),))


def rested(told: Told, _viewer: Viewer, result: Rested) -> Card:
    """A rest: everybody who rested, what else came of it, and the gauges of each (FAB-LIV-55)."""
    people = result.people or (told.given.character,)
    bars = tuple(bar for who in people if len(people) == 1 for bar in bars_of(told, who))
    facts = rested_facts(told, people) if len(people) > 1 else ()
    others = (c for c in told.after.characters.values() if c.kind is Kind.PC and c.id not in people)
    out = [c for c in others if c.fate and c.fate not in DEAD]
    lines = (*result.told, *(say("told.rest_not", who=c.called, fate=term(c.fate)) for c in out))
    return Card(title_of(told, who=names_of(told, people)), None, facts, lines, bars)


def hazard(told: Told, _viewer: Viewer, result: Improvised) -> Card:
    facts = (Fact(say("outputs.amount"), result.amount),)
    return Card(title_of(told, who=whom(told)), None, facts, result.told, bars_of(told, told.given.character))


# ---------------------------------------------------------------------- the story's clocks
def clock(told: Told, _viewer: Viewer, result: ClockMoved) -> Card:
    name = getattr(told.given, "name", "") or getattr(told.given, "clock", "")
    if not result.size:
        return Card(say("told.clock_gone", clock=name))
    track = filled(name or say("view.story_clock"), result.filled, result.size)
    return Card(say("told.clock_moved", clock=name, filled=result.filled, size=result.size), None, (), (), (track,))


def risen(told: Told, viewer: Viewer, result: Risen) -> Card:
    """A villain of the next tier; which, and with how many points, is the GM's to know."""
    facts = (Fact(say("view.tier"), say(f"tiers.{result.tier}")), Fact(say("view.ultima"), result.ultima))
    return Card(title_of(told, who=name_of(told, result.character)), None, facts if viewer.gm else ())


def offered(told: Told, _viewer: Viewer, result: LevelTaken) -> Card:
    if result.taken:
        return _grown(told, told.given.character, (Fact(say("view.level"), result.level),))
    return Card(title_of(told, who=whom(told)), None, (), (say("told.level_later"),))


def traded(told: Told, _viewer: Viewer, result: Give | Traded) -> Card:
    who = name_of(told, getattr(told.given, "character", "") or getattr(told.given, "target", ""))
    facts: dict[str, Known] = {"who": who, "item": item_called(told.after, result.item), "n": result.n}
    if isinstance(result, Give):
        return Card(title_of(told, **facts))
    return Card(title_of(told, **facts, price=result.price, money=result.money))


def inscribed(told: Told, _viewer: Viewer, result: Inscribe) -> Card:
    item = item_called(told.after, result.item)
    text = (result.text,) if result.text else ()
    return Card(title_of(told, who=whom(told), item=item), None, (), text)


def session(told: Told, _viewer: Viewer, result: SessionDone | SessionOpen) -> Card:
    """A session opens or closes: who gained, what it brought and came to."""
    if isinstance(result, SessionDone):
        facts = scalars(result, ("pcs", "ultima", "held"))
        return Card(title_of(told), None, facts, tuple(evening(told.after, result.held)))
    title = (Fact(say("outputs.title"), result.title),) if result.title else ()
    return Card(title_of(told), None, title)


def points(told: Told, viewer: Viewer, result: Paid) -> Card:
    """All of the purse where nothing moved; of Ultima Points what came or went, for the GM alone."""
    by, villain = told.given.ultima, viewer.gm and told.after.characters[told.given.character].kind is Kind.VILLAIN
    what = say("outputs.ultima")
    lines = (
        (say("told.points_of", who=whom(told), what=what, by=signed(by), now=result.ultima),) if by and villain else ()
    )
    moved = any(getattr(told.given, name) for name in Paid.__struct_fields__)
    totals = () if moved else scalars(result, () if villain else ("ultima",))
    return Card(title_of(told, who=whom(told)), None, totals, lines)


def story(told: Told, _viewer: Viewer, result: Story) -> Card:
    one = told.given.telling
    return Card(title_of(told, who=name_of(told, one.who), option=term(one.option)), None, (), (result.text,))
