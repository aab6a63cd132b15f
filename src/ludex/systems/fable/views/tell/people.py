"""How it is told that people come, grow and equip themselves, and that the story's clocks move."""

from collections.abc import Mapping

from ludex.core.principals import GM
from ludex.core.say import say, term
from ludex.core.system import Told, Viewer
from ludex.core.view import Card, Fact, Label, filled
from ludex.systems.fable.content import (
    FeatEntry,
    SpellEntry,
    WeaponEntry,
    called_of,
    entries_of,
    feat_text,
    shipped,
    spell_named,
)
from ludex.systems.fable.rules.attributes import defence, magic_defence
from ludex.systems.fable.rules.feats import feat_called, feat_of, free_of
from ludex.systems.fable.rules.property import BARE_HANDS, item_called, piece_called
from ludex.systems.fable.rules.using import use_of
from ludex.systems.fable.sheet import known_feats
from ludex.systems.fable.sheet.pieces import HAND_SLOTS
from ludex.systems.fable.state import State
from ludex.systems.fable.terms import Kind
from ludex.systems.fable.views.cards import scalars
from ludex.systems.fable.views.tell.names import Known, Teller, bars_of, name_of, names_of, rested_facts, title_of, whom


def _summoned(told: Told, _viewer: Viewer) -> Card:
    return Card(title_of(told, who=names_of(told, told.result.characters)), lines=_entrance(told))


def _dismissed(told: Told, _viewer: Viewer) -> Card:
    """Whether the roster keeps her (FAB-LIV-57)."""
    who = told.result.character
    key = "told.dismiss" if who in told.after.away else "told.struck_off"
    return Card(say(key, who=name_of(told, who)))


def _revealed(told: Told, viewer: Viewer) -> Card:
    key, who = "told.hidden" if told.result.hidden else "told.reveal", told.result.character
    conflict = told.after.conflict
    apart = viewer.gm and conflict is not None and conflict.of(who) is None and not told.result.hidden
    more = (say("told.not_on_clock", who=name_of(told, who)),) if apart else ()
    return Card(say(key, who=name_of(told, who)), lines=(*_entrance(told), *more))


def _entrance(told: Told) -> tuple[Label, ...]:
    """Everybody who gained Fabula Points because a villain came in."""
    gained = [
        c.called
        for who, c in told.after.characters.items()
        if who in told.before.characters and c.fp > told.before.characters[who].fp
    ]
    return (say("told.entrance", who=gained),) if gained else ()


def _made(told: Told, _viewer: Viewer) -> Card:
    """A new character: her numbers as they stand, and what is left to learn."""
    done, who = told.result, told.after.characters[told.result.id]
    facts = (
        Fact(say("view.hp"), who.hp),
        Fact(say("view.mp"), who.mp),
        Fact(say("view.def"), defence(told.after, who)),
        Fact(say("view.mdef"), magic_defence(told.after, who)),
        Fact(say("view.money"), done.money),
    )
    lines: list[Label] = [say("told.points_lost", n=done.numbers.points_lost)] if done.numbers.points_lost else []
    free = free_of(told.after, who)
    domain = sum(free.domain_free.values())
    if free.general_free or domain:
        lines.append(say("told.feats_waiting", general=free.general_free, domain=domain))
    if told.given.asks == GM:
        lines.append(say("told.hand_over", who=done.id))
    return Card(title_of(told, who=name_of(told, done.id)), None, facts, tuple(lines))


def _block(told: Told, _viewer: Viewer) -> Card:
    """A new stat block: its numbers as they follow from level, rank and dice."""
    done = told.result
    facts = [Fact(say("view.level"), done.level), Fact(say("view.rank"), term(done.rank))]
    shown = ("max_hp", "max_mp", "def_", "mdef", "init_mod", "spd", "turns", "check_bonus", "damage_bonus")
    facts += [Fact(say(f"outputs.{name.rstrip('_')}"), getattr(done.numbers, name)) for name in shown]
    return Card(title_of(told, who=done.key), None, tuple(facts), (say("told.block_ready", who=done.key),))


def _equipped(told: Told, _viewer: Viewer) -> Card:
    """What she wears and holds now, by name."""
    sheet = told.after.characters[told.given.character].sheet
    weapons = entries_of(WeaponEntry, told.after.things)
    facts = [Fact(say("view.armor"), called_of(sheet.worn.name or shipped().armors["none"].name))]
    facts += [Fact(say("view.shield"), called_of(sheet.held.name))] if sheet.shield else []
    held = [piece for slot in HAND_SLOTS for piece in sheet.items if piece.slot is slot and piece.key in weapons]
    named = [piece_called(told.after, piece) for piece in held] or [item_called(told.after, BARE_HANDS)]
    facts.append(Fact(say("outputs.weapons"), named))
    facts += [Fact(say("view.accessory"), item_called(told.after, sheet.accessory))] if sheet.accessory else []
    return Card(title_of(told, who=whom(told)), None, tuple(facts))


def _learned(told: Told, _viewer: Viewer) -> Card:
    """Feats by domain, and how many more may be learned."""
    done = told.result
    parts = [feat.partition(":") for feat in done.feats]
    known = [say("told.feat", domain=term(domain), feat=feat_called(told.after, key)) for domain, _, key in parts]
    heroic = [feat_called(told.after, key) for key in done.heroic]
    facts = (
        *((Fact(say("outputs.feats"), known),) if known else ()),
        *((Fact(say("outputs.heroic"), heroic),) if heroic else ()),
        Fact(say("outputs.general_free"), done.general_free),
        Fact(say("outputs.domain_free"), done.domain_free),
        Fact(say("outputs.mastery_free"), done.mastery_free),
    )
    lost = feat_named(told.before, getattr(told.given, "feat", "")) if told.procedure == "forget" else ""
    return Card(title_of(told, who=whom(told), what=lost), None, facts)


def feat_named(state: State, said: str) -> Label:
    """A feat or a spell as it was typed, by its name."""
    spell = spell_named(said, state.things)
    return called_of(spell[1].name) if spell else feat_called(state, feat_of(state, said)[0])


def _feat(told: Told, _viewer: Viewer) -> Card:
    """A feat in use: what it says, what it cost, how often it is left."""
    done = told.result
    entry = entries_of(FeatEntry, told.after.things).get(done.feat)
    use = use_of(entry) if entry else None
    costs = [say(f"told.{what}_cost", n=n) for what in ("mp", "ip", "fp") if (n := getattr(done, what))]
    text = feat_text(done.feat, entry) if entry else ""
    lines: list[Label] = [text] if text else []
    lines += [say("told.feat_cost", costs=costs)] if costs else []
    lines += list(done.told)
    if use and done.uses_left is not None:
        lines.append(say("told.feat_left", n=done.uses_left, per=say(f"why.per_{use.limit.per}")))
    name = feat_called(told.after, done.feat)
    return Card(title_of(told, who=whom(told), feat=name), None, (), tuple(lines))


def _leveled(told: Told, _viewer: Viewer) -> Card:
    """A level gained: what it brought, and the gauges as they are now."""
    done = told.result
    facts = tuple(
        Fact(say(f"outputs.{name}"), getattr(done, name))
        for name in ("level", "xp", "benefit_slots", "mastery_points", "feats_general", "feats_domain")
    )
    return _grown(told, told.given.character, facts)


def _grown(told: Told, who: str, facts: tuple[Fact, ...]) -> Card:
    """Somebody with a new level: what she has learned with it, and her gauges."""
    new = _newly(told, who)
    lines = (say("told.newly_learned", what=new),) if new else ()
    return Card(say("told.grow", who=name_of(told, who)), None, facts, lines, bars_of(told, who))


def _newly(told: Told, who: str) -> list[Label]:
    """The feats and spells that somebody has learned in this act."""
    before, after = told.before.characters.get(who), told.after.characters.get(who)
    if before is None or after is None:
        return []
    feats = list(known_feats(after))
    for key in known_feats(before):
        if key in feats:
            feats.remove(key)
    spells = [key for key in after.sheet.spells if key not in before.sheet.spells]
    entries = entries_of(SpellEntry, told.after.things)
    return [
        *(feat_called(told.after, key) for key in feats),
        *(called_of(entries[key].name) for key in spells if key in entries),
    ]


def _added(told: Told, _viewer: Viewer) -> Card:
    """Content that came in, and who learned something by itself with it (FAB-LIV-12)."""
    learned = {c.called: new for who, c in told.after.characters.items() if (new := _newly(told, who))}
    lines = tuple(say("told.by_itself", who=who, what=what) for who, what in learned.items())
    return Card(title_of(told), None, scalars(told.result, ()), lines)


def _rested(told: Told, _viewer: Viewer) -> Card:
    """A rest: everybody who rested, what else came of it, and the gauges of each (FAB-LIV-55)."""
    people = told.result.people or (told.given.character,)
    bars = tuple(bar for who in people if len(people) == 1 for bar in bars_of(told, who))
    facts = rested_facts(told, people) if len(people) > 1 else ()
    out = [c for c in told.after.characters.values() if c.kind is Kind.PC and c.fate and c.id not in people]
    lines = (*told.result.told, *(say("told.rest_not", who=c.called, fate=term(c.fate)) for c in out))
    return Card(title_of(told, who=names_of(told, people)), None, facts, lines, bars)


def _hazard(told: Told, _viewer: Viewer) -> Card:
    """Improvised damage: how much, and what it did."""
    who = told.given.character
    facts = (Fact(say("outputs.amount"), told.result.amount),)
    character = told.after.characters.get(who)
    name = whom(told)
    lines = ((say("told.defeated", who=name),) if character and character.defeated else ()) + told.result.told
    return Card(title_of(told, who=name), None, facts, lines, bars_of(told, who))


# ---------------------------------------------------------------------- the story's clocks
def _clock(told: Told, _viewer: Viewer) -> Card:
    """A clock put up, set, moved or put away."""
    done = told.result
    name = getattr(told.given, "name", "") or getattr(told.given, "clock", "")
    if not done.size:
        return Card(say("told.clock_gone", clock=name))
    lines: tuple[Label, ...] = (say("told.clock_full", clock=name),) if done.full else ()
    track = filled(name or say("view.story_clock"), done.filled, done.size)
    return Card(title_of(told), None, (), lines, (track,))


def _risen(told: Told, viewer: Viewer) -> Card:
    """A villain of the next tier; which, and with how many points, is the GM's to know."""
    done = told.result
    facts = (Fact(say("view.tier"), say(f"tiers.{done.tier}")), Fact(say("view.ultima"), done.ultima))
    return Card(title_of(told, who=name_of(told, done.character)), None, facts if viewer.gm else (), _entrance(told))


def _offered(told: Told, _viewer: Viewer) -> Card:
    """A level that was offered: taken, or left for later."""
    if told.result.taken:
        return _grown(told, told.given.character, (Fact(say("view.level"), told.result.level),))
    return Card(title_of(told, who=whom(told)), None, (), (say("told.level_later"),))


def _traded(told: Told, _viewer: Viewer) -> Card:
    """Something bought, sold or given."""
    done = told.result
    who = name_of(told, getattr(told.given, "character", "") or getattr(told.given, "target", ""))
    facts: dict[str, Known] = {"who": who, "item": item_called(told.after, done.item), "n": done.n}
    if told.procedure == "give":
        return Card(title_of(told, **facts))
    return Card(title_of(told, **facts, price=done.price, money=done.money))


def _inscribed(told: Told, _viewer: Viewer) -> Card:
    """What stands on something now."""
    item = item_called(told.after, told.result.item)
    text = (told.result.text,) if told.result.text else ()
    return Card(title_of(told, who=whom(told), item=item), None, (), text)


def _session(told: Told, _viewer: Viewer) -> Card:
    """A session opens or closes: who gained, what it brought."""
    done = told.result
    gained = getattr(done, "gained", ())
    lines = (say("told.session_fp", who=names_of(told, gained)),) if gained else ()
    lines += tuple(getattr(done, "told", ()))
    called = getattr(done, "title", "")
    title = (Fact(say("outputs.title"), called),) if called else ()
    return Card(title_of(told), None, (*title, *scalars(done, ("gained", "pcs", "ultima", "told", "title"))), lines)


def _points(told: Told, viewer: Viewer) -> Card:
    """Points that came or went: those of the purse, Ultima Points for the GM alone."""
    villain = viewer.gm and told.after.characters[told.given.character].kind is Kind.VILLAIN
    return Card(title_of(told, who=whom(told)), None, scalars(told.result, () if villain else ("ultima",)))


def _story(told: Told, _viewer: Viewer) -> Card:
    """What the GM tells of an opportunity."""
    one = told.given.telling
    return Card(title_of(told, who=name_of(told, one.who), option=term(one.option)), None, (), (told.result.text,))


TELLERS: Mapping[str, Teller] = {
    "add_thing": _added,
    "add_pack": _added,
    "tell_story": _story,
    "summon": _summoned,
    "dismiss": _dismissed,
    "reveal": _revealed,
    "points": _points,
    "escalate": _risen,
    "buy": _traded,
    "sell": _traded,
    "give": _traded,
    "inscribe": _inscribed,
    "session_open": _session,
    "session_close": _session,
    "forget": _learned,
    "make_character": _made,
    "build_block": _block,
    "level_up": _leveled,
    "grow": _leveled,
    "offer_level": _offered,
    "equip": _equipped,
    "learn": _learned,
    "use_feat": _feat,
    "rest": _rested,
    "improvised_damage": _hazard,
    "clock_set": _clock,
    "clock_advance": _clock,
}
