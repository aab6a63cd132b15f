"""A fable table as one viewer sees it: characters, the clock, the story. It is drawn from what that viewer may know (redact.py)."""

from collections.abc import Sequence

from ludex.core.deeds import Deed, Gap, deed
from ludex.core.effects.sentences import sentence
from ludex.core.principals import Viewer, actor
from ludex.core.say import Say, say, term
from ludex.core.view import (
    AnyPart,
    Empty,
    Fact,
    Facts,
    Gauge,
    Gauges,
    Rows,
    Section,
    Stations,
    Strip,
    Tag,
    Tags,
    Text,
    Token,
    View,
    filled,
)
from ludex.systems.fable.content import FeatEntry, SpellEntry, called_of, entries_of, feat_text, shipped
from ludex.systems.fable.redact import ATTACKS, NUMBERS, TRAITS, UNSEEN
from ludex.systems.fable.rules.arms import arms_of
from ludex.systems.fable.rules.attributes import defence, die_size, magic_defence
from ludex.systems.fable.rules.conflict import next_actor
from ludex.systems.fable.rules.counting import WORDS, label, plus
from ludex.systems.fable.rules.equipment import item_called
from ludex.systems.fable.rules.feats import called_as, feat_called
from ludex.systems.fable.rules.initiative import HIGHEST_SPD, forecast
from ludex.systems.fable.rules.superiority import MOST_POINTS
from ludex.systems.fable.rules.trading import most_ip
from ludex.systems.fable.rules.using import use_of
from ludex.systems.fable.sheet import Character, known_feats
from ludex.systems.fable.state import ROUND_TICKS, Conflict, State
from ludex.systems.fable.terms import Affinity, Attribute, Kind

AHEAD = 8
"""So many turns are forecast."""


# ---------------------------------------------------------------------- a character
def character_section(state: State, viewer: Viewer, who: str) -> Section:
    """One character as far as the viewer knows her: everything that play needs of a sheet (FAB-LIV-47)."""
    character = state.characters[who]
    tier = character.shown
    covered = state.characters.get(character.covering)
    parts: list[AnyPart] = [*gauge_parts(character), *_marks(character, covered), *_lasting(state, who)]
    if tier >= NUMBERS:
        parts.append(Facts(_numbers(character, state, tier)))
    if character.sheet.goal:
        parts.append(Facts((Fact(say("view.goal"), character.sheet.goal),)))
    if tier >= TRAITS or character.affinities or character.shown_types or character.traits:
        parts.extend(_character_tags(character))
    if tier >= ATTACKS:
        parts.append(_arms(state, who))
        parts.extend(_spells(state, character))
        parts.extend(_feats(state, character, own=viewer.gm or who in viewer.controls))
    if tier >= ATTACKS and character.kind is Kind.PC:
        parts.append(Facts(_possessions(state, character)))
    return Section(
        f"character.{who}",
        character.called,
        tuple(parts),
        hidden=character.hidden,
        note=say("view.of_team", team=team_called(character.team), kind=term(character.kind)),
    )


def team_called(team: str) -> Say | str:
    """A team's name: the two usual ones have words."""
    return term(team) if team in ("heroes", "foes") else team


def segments(now: Sequence[int], cap: Sequence[int], *, numbers: bool) -> tuple[Gauge, ...]:
    """Gauges as they may be seen: with numbers, or only whether each is broken."""
    if numbers:
        return tuple(Gauge(float(n), float(c), broken=n <= 0) for n, c in zip(now, cap, strict=True))
    return tuple(Gauge(float(n > 0), 1.0, broken=n <= 0) for n in now)


def gauge_parts(character: Character) -> tuple[AnyPart, ...]:
    """Five hit gauges and five mind gauges, with what they add up to where that is known."""
    numbers = character.shown >= NUMBERS
    state = "crisis" if character.crisis else "steady"
    hp_note = say("view.hp_note", now=character.hp, top=sum(character.hg_cap), state=say(f"view.{state}"))
    if character.penalty:
        hp_note = say("view.hp_penalty", note=hp_note, penalty=character.penalty)
    mp_note = say("view.mp_note", now=character.mp, top=sum(character.mg.cap))
    return (
        Gauges(
            say("view.hp"),
            segments(character.hg_now, character.hg_cap, numbers=numbers),
            hp_note
            if numbers
            else _bands(character.hg_now, character.hg.cap, state)
            if character.banded
            else say(f"view.{state}"),
        ),
        Gauges(
            say("view.mp"), segments(character.mg_now, character.mg.cap, numbers=numbers), mp_note if numbers else ""
        ),
    )


def _bands(now: Sequence[int], cap: Sequence[int], state: str) -> Say:
    """Gauges as full, hurt or broken."""
    words = [
        say("view.band_broken" if n <= 0 else "view.band_hurt" if n < c else "view.band_full")
        for n, c in zip(now, cap, strict=True)
    ]
    return say("view.bands", bands=words, state=say(f"view.{state}"))


def _marks(character: Character, covered: Character | None) -> tuple[AnyPart, ...]:
    """Statuses and whatever else anybody can see."""
    tags = [Tag(term(status), "status") for status in character.statuses]
    tags += [Tag(say("view.guarding"), "good")] if character.guarding else []
    tags += [Tag(say("view.covers", who=covered.called), "good")] if covered else []
    tags += [Tag(say("view.defeated"), "bad")] if character.defeated else []
    tags += [Tag(term(character.fate), "bad")] if character.fate else []
    tags += [Tag(say("view.opportunity"), "good") for _ in character.opportunities]
    tags += [Tag(say("view.edge", edge=character.edge), "good")] if character.edge else []
    tags += [Tag(say("view.lasting", spell=term(spell)), "plain") for spell in character.spells_on]
    return (Tags(tuple(tags)),) if tags else ()


def _lasting(state: State, who: str) -> tuple[AnyPart, ...]:
    """What lasts on her: what it changes, whose it is, and until when (FAB-LIV-37)."""
    timed = [e.record for e in state.conflict.effects if e.anchor == who and e.record] if state.conflict else []
    found = [*(e for e in state.effects if e.bearer == who), *timed]
    tags = tuple(
        Tag(
            say(
                "view.effect_on",
                effect=label(state, effect),
                by=_maker(state, effect.by),
                does=list(sentence(WORDS, effect)),
            )
        )
        for effect in found
    )
    return (Tags(tags, say("view.effects")),) if tags else ()


def _maker(state: State, who: str) -> Say | str:
    return state.characters[who].called if who in state.characters else say("view.somebody")


def _numbers(character: Character, state: State, tier: int) -> tuple[Fact, ...]:
    """Level and rank; with more knowledge dice and defences."""
    rows = [Fact(say("view.level"), character.level)]
    if character.kind is not Kind.PC:
        rows.append(Fact(say("view.rank"), term(character.rank)))
    if character.sheet.life:
        rows.append(Fact(say("view.life"), term(character.sheet.species or character.sheet.life)))
    if tier >= TRAITS:
        dice = [(a, die_size(state, character, a), character.base.of(a)) for a in Attribute]
        rows += [
            Fact(term(a), f"D{size}", note="" if size == base else say("view.base_die", size=base))
            for a, size, base in dice
        ]
        rows.append(Fact(say("view.def"), defence(state, character)))
        rows.append(Fact(say("view.mdef"), magic_defence(state, character)))
    rows.append(Fact(say("view.init_mod"), character.sheet.init_mod + plus(state, character.id, "init")))
    rows.append(Fact(say("view.spd"), min(HIGHEST_SPD, character.sheet.spd + plus(state, character.id, "spd"))))
    rows.append(Fact(say("view.crisis_value"), character.crisis_value))
    if character.kind is Kind.VILLAIN and character.ultima:
        rows.append(Fact(say("view.ultima"), character.ultima))
    return tuple(rows)


def _character_tags(character: Character) -> tuple[AnyPart, ...]:
    """Traits, bonds and affinities."""
    found: list[AnyPart] = []
    if character.traits:
        found.append(Tags(tuple(Tag(t) for t in character.traits), say("view.traits")))
    if character.bonds:
        bonds = tuple(
            Tag(say("view.bond", target=b.target, emotions=[term(e) for e in b.emotions])) for b in character.bonds
        )
        found.append(Tags(bonds, say("view.bonds")))
    plain = {t: (Affinity.NORMAL,) for t in character.shown_types if t not in character.affinities}
    if character.affinities or plain:
        known = tuple(
            Tag(say("view.affinity", type=term(t), state=[term(a) for a in states]))
            for t, states in {**character.affinities, **plain}.items()
        )
        found.append(Tags(known, say("view.affinities")))
    return tuple(found)


def _feats(state: State, character: Character, *, own: bool) -> tuple[AnyPart, ...]:
    """What she has learned; her player uses it by a click."""
    entries = entries_of(FeatEntry, state.things)
    tags = []
    for key in dict.fromkeys(known_feats(character)):
        entry = entries.get(key)
        name = feat_called(state, key)
        usable = own and entry is not None and use_of(entry) is not None
        use = deed("feat", name, of=actor(character.id), given={"feat": key}) if usable else None
        tags.append(Tag(name, note=_feat_note(character, key, entry) if entry else "", deed=use))
    return (Tags(tuple(tags), say("view.feats")),) if tags else ()


def _feat_note(character: Character, key: str, entry: FeatEntry) -> Say:
    left: Say | str = ""
    limits = [*(u.limit for u in entry.effect.uses), *(t.limit for t in entry.effect.triggers)]
    limits = [limit for limit in limits if limit.n]
    if limits:
        uses, per = limits[0].n, limits[0].per
        times = uses - character.used.get(per, {}).get(key, 0)
        left = say("view.feat_uses_left", left=times, uses=uses, per=say(f"why.per_{per}"))
    return say("view.feat_note", text=feat_text(key, entry), left=left)


def _arms(state: State, who: str) -> AnyPart:
    """What she can attack with."""
    rows = tuple(
        (
            say("view.ranged_strike", name=called_of(strike.name)) if strike.ranged else called_of(strike.name),
            say(
                "view.strike_dice",
                first=term(strike.attributes[0]),
                second=term(strike.attributes[1]),
                bonus=strike.accuracy,
            ),
            say("view.strike_damage", damage=strike.damage, type=term(strike.type)),
            strike.mp or "",
        )
        for strike in arms_of(state, who).values()
    )
    return Rows((say("view.weapon"), say("view.dice"), say("view.damage"), "MP"), rows)


def _possessions(state: State, character: Character) -> tuple[Fact, ...]:
    """Points, money, domains and what she wears."""
    sheet = character.sheet
    rows = [
        Fact(say("view.fp"), character.fp),
        Fact(say("view.ip"), f"{character.ip}/{most_ip(state, character)}"),
        Fact(say("view.money"), sheet.money),
        Fact(say("view.xp"), sheet.xp),
    ]
    rows += [Fact(term(domain), levels) for domain, levels in sheet.domains.items() if levels]
    rows.append(Fact(say("view.armor"), called_of(sheet.worn.name or shipped().armors["none"].name)))
    if sheet.shield:
        rows.append(Fact(say("view.shield"), called_of(sheet.held.name)))
    if sheet.accessory:
        rows.append(Fact(say("view.accessory"), item_called(state, sheet.accessory)))
    if sheet.pack:
        rows.append(Fact(say("view.pack"), [item_called(state, key) for key in sheet.pack]))
    return tuple(rows)


def _spells(state: State, character: Character) -> tuple[AnyPart, ...]:
    """Known spells, offensive or not, and lessons that are still open (FAB-LIV-12)."""
    entries = entries_of(SpellEntry, state.things)
    known = [key for key in character.sheet.spells if key in entries]
    tags = [Tag(called_as(entries[key], key)) for key in known]
    tags += [Tag(say("view.lesson", list=term(lesson.partition(":")[0]))) for lesson in character.sheet.lessons]
    return (Tags(tuple(tags), say("view.spells")),) if tags else ()


def background_section(state: State, who: str) -> Section:
    """The eight questions about somebody's background, each with its answer and a line to change it (FAB-QNA-1)."""
    character = state.characters[who]
    rows = tuple(
        Fact(
            term(question),
            character.sheet.answers.get(question, "…"),
            deed=deed("story", term(question), of=actor(who), given={"question": question}, text=()),
        )
        for question in shipped().questions
    )
    return Section(f"background.{who}", say("view.background", who=character.called), (Facts(rows),), folded=True)


# ---------------------------------------------------------------------- the clock
def conflict_section(state: State, viewer: Viewer) -> Section:
    """The clock: who stands where, whose turn it is, who comes next, what lasts, and the sides' points."""
    conflict = state.conflict
    if conflict is None:
        start = deed("fight", say("view.start_conflict")) if viewer.gm else None
        return Section("conflict", say("view.conflict"), (Empty(say("view.no_conflict"), deed=start),))
    parts: list[AnyPart] = [
        Stations((say("view.tick_start"), say("view.tick_course"), say("view.tick_end")), _step(conflict)),
        _strip(state, conflict),
    ]
    parts += [filled(say("view.points", team=team_called(team)), n, MOST_POINTS) for team, n in conflict.points.items()]
    parts.append(_coming(state, conflict))
    if conflict.effects:
        parts.append(_effects(conflict))
    title = say("view.conflict_at", round=conflict.round, tick=conflict.tick)
    return Section("conflict", title, tuple(parts), note=_turn_note(state, conflict))


def _step(conflict: Conflict) -> int:
    if not conflict.started:
        return 0
    return 1 if conflict.turn or next_actor(conflict) else 2


def _turn_note(state: State, conflict: Conflict) -> Say | str:
    """Whose turn it is, as far as the viewer may know."""
    known = state.characters
    if conflict.turn in known:
        return say("view.turn_of", who=known[conflict.turn].called, actions=conflict.actions_left)
    coming = next_actor(conflict) if conflict.started else ""
    return say("view.next_is", who=known[coming].called) if coming in known else ""


def _strip(state: State, conflict: Conflict) -> AnyPart:
    """Twenty ticks; who has no turn left in this round stands off the strip, at tick 0."""
    tokens = tuple(
        (
            max(0, min(ROUND_TICKS, c.initiative)),
            Token(
                c.id,
                state.characters[c.id].called if c.id in state.characters else c.id,
                c.team,
                "acting" if conflict.turn == c.id else "",
                say("view.initiative", initiative=c.initiative, spd=c.spd),
            ),
        )
        for c in conflict.combatants
    )
    return Strip(ROUND_TICKS, 0, conflict.tick, tokens, say("view.clock"))


def _coming(state: State, conflict: Conflict) -> AnyPart:
    known = state.characters
    rows = tuple(
        (round_, tick, known[who].called)
        for round_, tick, who in forecast(state, AHEAD)
        if _foreseen(state, who, later=round_ > conflict.round)
    )
    return Rows((say("view.round"), say("view.tick"), say("view.who")), rows)


def _foreseen(state: State, who: str, *, later: bool) -> bool:
    """Whether a turn is known beforehand: in later rounds only those of people whose SPD is known (FAB-LIV-39)."""
    character = state.characters.get(who)
    return character is not None and (not later or character.shown >= NUMBERS)


def _effects(conflict: Conflict) -> AnyPart:
    def name(who: str) -> Say | str:
        return say("view.somebody") if who == UNSEEN else who

    rows = tuple((e.id, term(e.kind), e.left or "", name(e.anchor), name(e.source)) for e in conflict.effects)
    heads = ("view.effect", "view.counted_in", "view.left", "view.anchor", "view.source")
    return Rows(tuple(say(head) for head in heads), rows)


# ---------------------------------------------------------------------- the story
def story_section(state: State, viewer: Viewer) -> Section:
    """The scene and its clocks."""
    parts: list[AnyPart] = [Text(state.scene)] if state.scene else []
    for clock in state.clocks:
        note = say("view.hidden") if clock.hidden else ""
        parts.append(filled(clock.name, clock.filled, clock.size, note=note))
    if not parts:
        begin = Deed("scene", say("view.new_scene"), gaps=(Gap("name"),)) if viewer.gm else None
        parts.append(Empty(say("view.no_scene"), deed=begin))
    return Section("story", say("view.story"), tuple(parts))


def look(state: State, viewer: Viewer) -> View:
    """Who on the left, the clock and the story in the middle, and what can be done now."""
    people = tuple(character_section(state, viewer, who) for who in _order(state, viewer))
    where = (conflict_section(state, viewer), story_section(state, viewer), *_backgrounds(state, viewer))
    return View(people, where)


def _backgrounds(state: State, viewer: Viewer) -> tuple[Section, ...]:
    """The background of the viewer's own characters."""
    return tuple(background_section(state, who) for who in viewer.controls if who in state.characters)


def _order(state: State, viewer: Viewer) -> list[str]:
    """The viewer's own first, then the others as they came."""
    known = list(state.characters)
    return [who for who in known if who in viewer.controls] + [who for who in known if who not in viewer.controls]
