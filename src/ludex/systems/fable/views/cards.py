"""Cards shown on request (sheets, tables, entries), and plain facts as people read them."""

from collections.abc import Iterator, Mapping, Sequence

import msgspec
from msgspec.structs import replace

from ludex.core.effects.sentences import sentence
from ludex.core.events import Event
from ludex.core.names import named
from ludex.core.principals import Viewer
from ludex.core.say import Filling, Label, Say, say, term
from ludex.core.view import AnyPart, Card, Fact, Facts, Rows, Text
from ludex.systems.fable.content import all_entries, feat_text, marks_of, shipped
from ludex.systems.fable.effects import WORDS
from ludex.systems.fable.events.changing import COUNTED
from ludex.systems.fable.redact import redact
from ludex.systems.fable.rules.equipment import alike, piece_called
from ludex.systems.fable.rules.feats import feat_called
from ludex.systems.fable.rules.npcs import from_block
from ludex.systems.fable.rules.points import team_called
from ludex.systems.fable.sheet import Character
from ludex.systems.fable.sheet.entries import AccessoryEntry, BlockEntry, FeatEntry, Thing
from ludex.systems.fable.state import Session, State
from ludex.systems.fable.terms import Kind
from ludex.systems.fable.views.look import character_section

Given = Mapping[str, str]
"""What a card is about."""

OWN_WORDS = ("character", "feats", "heroic", "key", "name", "scene", "text", "traits", "turn")
"""Outputs that hold people's own words, shown as they are."""


def scalars(result: msgspec.Struct, without: Sequence[str]) -> tuple[Fact, ...]:
    """The outputs that can be shown as they are, with their names."""
    shown = []
    for name in getattr(result, "__struct_fields__", ()):
        value = getattr(result, name)
        if name in (*without, "why") or value is None or value == () or (isinstance(value, dict) and not value):
            continue
        shown.append(Fact(say(f"outputs.{name.rstrip('_')}"), value if name in OWN_WORDS else _in_words(value)))
    return tuple(shown)


def _in_words(value: Filling | msgspec.Struct) -> Filling:
    """A value in the reader's words: words of the game by their terms, structures as plain maps."""
    if isinstance(value, bool | int):
        return value
    if isinstance(value, str):
        return term(value) if value.isascii() and value.replace("_", "").isalpha() else value
    if isinstance(value, tuple):
        return [_in_words(v) for v in value]
    if isinstance(value, msgspec.Struct):
        return {name: getattr(value, name) for name in value.__struct_fields__}
    return value


def sheet_card(state: State, viewer: Viewer, given: Given) -> Card:
    """A character's sheet, as far as the person who asks may know it."""
    who = given["who"]
    if who not in state.characters:
        return Card(say("view.somebody"))
    section = character_section(state, viewer, who)
    return Card(section.title, parts=section.parts)


def table_card(state: State, viewer: Viewer, given: Given) -> Card:
    """The entries of one of the rulebook's tables; of stat blocks the numbers to those who may know an NPC's (FAB-LIV-39)."""
    table = given["table"]
    short = _in_short if table != "npcs" or viewer.gm or viewer.numbers == "open" else _about
    rows = tuple(
        (_title(state, table, key, entry), short(state, table, key, entry))
        for key, entry in all_entries(table, state.things).items()
    )
    return Card(term(table), parts=(Rows((say("view.name"), say("view.in_short")), rows),))


def _in_short(state: State, table: str, key: str, entry: Thing) -> Label:
    """A row of a table in one line: its numbers, a feat's with what it does, else what the rulebook says of it (FAB-LIV-52)."""
    marks, about = [*marks_of(entry), *_worn(entry)], _about(state, table, key, entry)
    return say("view.marked", marks=marks, text=about) if marks else about


def _worn(entry: Thing) -> tuple[Label, ...]:
    return tuple(sentence(WORDS, entry.effect)) if isinstance(entry, AccessoryEntry) and entry.effect.acts else ()


def entry_card(state: State, viewer: Viewer, given: Given) -> Card:
    """One entry of a table, by its key or by the name people call it."""
    table, said = given["table"], given["key"]
    entries = all_entries(table, state.things)
    names = {key: (key, key.replace("_", " "), entry.name) for key, entry in entries.items()}
    keys = [entry.name or key for key, entry in entries.items()]
    key = named(said, names, unknown="unknown_key", table=term(table), key=said, keys=keys)
    entry = entries[key]
    about = _about(state, table, key, entry)
    told = (Text(about),) if about and not isinstance(entry, FeatEntry) else ()
    return Card(_title(state, table, key, entry), parts=(*told, *_entry_parts(state, viewer, key, entry)))


def _entry_parts(state: State, viewer: Viewer, key: str, entry: Thing) -> tuple[AnyPart, ...]:
    """What an entry says: a stat block as the NPC that it makes, as far as the viewer may know one (FAB-LIV-39), a feat with what it does,
    anything else by its numbers."""
    if isinstance(entry, BlockEntry):
        npc = from_block(state, entry, name=entry.name or key)
        there = redact(replace(state, characters={**state.characters, npc.id: npc}), viewer)
        return character_section(there, viewer, npc.id).parts
    facts = _feat_facts(state, key, entry) if isinstance(entry, FeatEntry) else _thing_facts(entry)
    return (Facts(facts),) if facts else ()


def _thing_facts(entry: Thing) -> tuple[Fact, ...]:
    marks, effect = marks_of(entry), getattr(entry, "effect", None)
    facts = [Fact(say("view.in_short"), marks)] if marks else []
    facts += [Fact(say("view.acts"), list(sentence(WORDS, effect)))] if effect is not None and effect.acts else []
    return tuple(facts)


def _about(state: State, table: str, key: str, entry: Thing) -> Say | str:
    """What a row says in words: the rulebook's and what ships in ours, a table's own in its author's (FAB-LIV-52)."""
    if table == "questions":
        return say(f"hints.{key}")
    if isinstance(entry, FeatEntry):
        return feat_text(key, entry)
    return say(f"about.{key}") if _ships(state, table, key) else str(getattr(entry, "text", ""))


def _title(state: State, table: str, key: str, entry: Thing) -> Say | str:
    """What a row is called: what ships has a name in every language."""
    return term(key) if _ships(state, table, key) else entry.name or key


def _ships(state: State, table: str, key: str) -> bool:
    """Whether a row comes with the system; a table's own laid over it does not."""
    return key in getattr(shipped(), table) and key not in state.things.get(table, {})


def _feat_facts(state: State, key: str, entry: FeatEntry) -> tuple[Fact, ...]:
    """A feat: where it belongs, what it changes and costs, what it says; nothing of what it does not have."""
    plain = {"domain": term(entry.domain), "times": entry.times if entry.times != 1 else 0}
    plain |= {"heroic": entry.heroic, "bonus_feat": entry.bonus, "needs": [feat_called(state, n) for n in entry.needs]}
    plain |= {"needs_level": entry.needs_level, "needs_domain": [term(d) for d in entry.needs_domain]}
    plain |= {"class": term(entry.class_) if entry.class_ else ""}
    shown = [Fact(say(f"outputs.{name}"), value) for name, value in plain.items() if value]
    teaches = entry.teaches is not None
    acts = list(sentence(WORDS, entry.effect)) if entry.effect.acts or not teaches else []
    shown += [Fact(say("view.acts"), acts)] if acts else []
    text = feat_text(key, entry)
    return (*shown, *((Fact(say("view.feat_does"), text),) if text else ()))


def waiting_card(state: State, _viewer: Viewer, _given: Given) -> Card:
    """The opportunities that wait for somebody, and what the GM is still to tell (FAB-LIV-27)."""
    lines: list[Label] = [
        say("view.waits_for", who=c.called, n=len(c.opportunities))
        for c in state.characters.values()
        if c.opportunities
    ]
    lines += [say("view.told_by_gm", who=one.who, option=term(one.option)) for one in state.tellings]
    return Card(say("view.opportunities"), None, (), tuple(lines or [say("view.nothing_waits")]))


def roster_card(state: State, _viewer: Viewer, _given: Given) -> Card:
    """Money and gear of the party in one table; everybody whom the viewer knows of, with what became of them (FAB-LIV-57)."""
    party = [c for c in state.characters.values() if c.kind is Kind.PC]
    owned = tuple(
        (
            c.called,
            c.level,
            c.sheet.xp,
            c.fp,
            c.ip,
            c.sheet.money,
            [piece_called(state, one, n) for one, n in alike(c.sheet.items)],
        )
        for c in party
    )
    others_known = [*(c for c in state.characters.values() if c not in party), *state.away.values()]
    met = tuple((c.called, team_called(c.team), _whereabouts(state, c)) for c in others_known)
    heads = ("view.who", "view.level", "view.xp", "view.fp", "view.ip", "view.money", "view.pack")
    others = Rows(tuple(say(head) for head in ("view.who", "view.side", "view.where")), met)
    return Card(
        say("view.roster"), parts=(Rows(tuple(say(head) for head in heads), owned), *((others,) if met else ()))
    )


def _whereabouts(state: State, character: Character) -> Label:
    """What became of somebody, and the scene in which she was seen last."""
    place = character.place
    if character.id in state.away:
        left = say("view.left_scene", place=place) if place else say("view.off_stage")
        return say("view.fate_at", fate=term(character.fate), place=place) if character.fate and place else left
    if character.fate:
        return say("view.fate_at", fate=term(character.fate), place=place) if place else term(character.fate)
    return place or state.scene or say("view.here")


PEAKS = frozenset(
    f"told.{key}"
    for key in (
        "broke",
        "defeated",
        "fell",
        "rose",
        "clock_full",
        "entrance",
        "bond_new",
        "bond_add",
        "bond_drop",
        "reveal",
        "level_up",
        "grow",
    )
)
"""What a chronicle never leaves out."""

TIMES = dict.fromkeys(("told.advance", "told.advance_acting", "told.ticked", "told.ticked_acting"), "told.advance")
"""What says that a round or a moment begins, and the phrase that heads it."""


def threads(state: State) -> Iterator[Label]:
    for clock in state.clocks:
        if not clock.hidden and clock.filled < clock.size:
            yield say("told.clock_moved", clock=clock.name, filled=clock.filled, size=clock.size)


WEIGHS = frozenset(f"told.{key}" for key in ("gauges_moved", "step_damage", "overdraft"))
"""What cards tell of loss."""

SLIGHT = frozenset(f"sentences.{key}" for key in ("thing", "thing_gone", "check_made", "check_failed", "of_equip"))
"""Sentences that no chronicle needs: what the table has on its shelf, what is in whose hand, a check for nothing that anybody named."""

UNSAID = frozenset(
    {
        *(f"told.{key}" for key in ("advance", "advance_acting", "acting", "acting_then", "tick_start", "tick_end")),
        *(f"told.{key}" for key in ("start_turn", "end_turn", "turn_given", "next", "nobody_next", "offer_end")),
        *(f"told.{key}" for key in ("superiority", "superiority_gain", "spare_point", "point_spent", "feat_left")),
        *(f"told.{key}" for key in ("play_side", "play_over", "rest_bonds", "bond_skip", "worked", "expired")),
    }
)
"""What cards tell to run the clock and to count points; no part of the story."""


def tally(state: State, _events: Sequence[Event[State]]) -> Iterator[Say]:
    """What the evening that is open came to so far, as its events counted it."""
    if state.session is not None:
        yield from evening(state, state.session)


def evening(state: State, session: Session) -> Iterator[Say]:
    """What an evening held: scenes, fights, broken gauges, opportunities, emotions, levels, villains (FAB-LIV-54)."""
    yield from (say(f"told.evening_{what}", n=session.counts[what]) for what in COUNTED if session.counts.get(what))
    met = [state.characters[who].called for who in session.villains if who in state.characters]
    if met:
        yield say("told.evening_villains", who=met)


CARDS = {
    "roster": roster_card,
    "opportunities": waiting_card,
    "sheet": sheet_card,
    "table": table_card,
    "entry": entry_card,
}
"""Cards that a command shows, by name."""
