"""A fable table as one viewer sees it: characters, the clock, the story. It is drawn from what that viewer may know (redact)."""

from collections.abc import Sequence

from msgspec.structs import replace

from ludex.core.deeds import Gap, Offer, deed
from ludex.core.effects.records import Effect
from ludex.core.effects.sentences import phrases, sentence
from ludex.core.errors import RuleError
from ludex.core.principals import Viewer, actor
from ludex.core.say import Label, Say, say, term
from ludex.core.scenery import backdrop
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
from ludex.systems.fable.content import called_of, feat_text, shipped
from ludex.systems.fable.effects import WORDS
from ludex.systems.fable.effects.kinds import entries_of
from ludex.systems.fable.redact import ATTACKS, NUMBERS, TRAITS, UNSEEN
from ludex.systems.fable.rules.arms import arms_of, attack_with
from ludex.systems.fable.rules.attacks import occasion_of
from ludex.systems.fable.rules.attributes import defence, die_size, label, magic_defence, plus
from ludex.systems.fable.rules.conflict import next_actor
from ludex.systems.fable.rules.describing import called_as
from ludex.systems.fable.rules.equipment import HANDS, alike, piece_called
from ludex.systems.fable.rules.feats import feat_called, free_of, use_of
from ludex.systems.fable.rules.initiative import HIGHEST_SPD, forecast
from ludex.systems.fable.rules.points import MOST_POINTS, most_ip, team_called
from ludex.systems.fable.sheet import Character, Sheet, Slot
from ludex.systems.fable.sheet.entries import FeatEntry, SpellEntry, WeaponEntry
from ludex.systems.fable.state import ROUND_TICKS, Conflict, State, TimedEffect
from ludex.systems.fable.terms import DEAD, GENERAL, Affinity, Attribute, EffectKind, Kind


# ---------------------------------------------------------------------- a character
def character_section(state: State, viewer: Viewer, who: str) -> Section:
    """One character as far as the viewer knows her: everything that play needs of a sheet (FAB-LIV-47)."""
    character = state.characters[who]
    tier = character.shown
    covered = state.characters.get(character.covering)
    parts: list[AnyPart] = [*gauge_parts(character), *_marks(character, covered)]
    if lasting := lasting_on(state, who):
        parts.append(Tags(lasting))
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
        note=_standing(state, viewer, character),
        side=character.team,
        state="dead" if character.fate in DEAD else "out" if character.fate else "",
    )


def _standing(state: State, viewer: Viewer, character: Character) -> Say:
    """Whose side somebody is on, and the points that she has to spend: a PC's for all, a villain's for the GM."""
    spent = viewer.gm and character.kind is Kind.VILLAIN and not character.ultima  # an ordinary NPC (FAB-LIV-56)
    listed = term(Kind.NPC if spent else character.kind)
    kind = say("view.of_team", team=team_called(character.team), kind=listed)
    if character.kind is Kind.PC:
        points = {"fp": character.fp, "ip": character.ip, "most": most_ip(state, character)}
        return say("view.of_pc", kind=kind, money=character.sheet.money, **points)
    return say("view.of_villain", kind=kind, n=character.ultima) if character.tier and character.ultima else kind


def segments(now: Sequence[int], cap: Sequence[int], *, numbers: bool) -> tuple[Gauge, ...]:
    """Gauges as they may be seen: with numbers, or only whether each is broken."""
    if numbers:
        return tuple(Gauge(float(n), float(c), broken=n <= 0) for n, c in zip(now, cap, strict=True))
    return tuple(Gauge(float(n > 0), 1.0, broken=n <= 0) for n in now)


def gauge_parts(character: Character) -> tuple[AnyPart, ...]:
    """Five hit gauges and five mind gauges, with what they add up to where that is known.

    Capacity that overdraft takes (FAB-OVD-2) stays on the bars as an empty part: it comes back with the mind points.
    """
    numbers = character.shown >= NUMBERS
    state = "crisis" if character.crisis else "steady"
    hp_note = say("view.hp_note", now=character.hp, top=sum(character.hg.cap), state=say(f"view.{state}"))
    if character.penalty:
        hp_note = say("view.hp_penalty", note=hp_note, penalty=character.penalty, top=sum(character.hg_cap))
    mp_note = say("view.mp_note", now=character.mp, top=sum(character.mg.cap))
    return (
        Gauges(
            say("view.hp"),
            segments(character.hg_now, character.hg.cap, numbers=numbers),
            hp_note if numbers else _masked(character, character.hg_now, character.hg.cap, state),
            numbers,
        ),
        Gauges(
            say("view.mp"),
            segments(character.mg_now, character.mg.cap, numbers=numbers),
            mp_note if numbers else _masked(character, character.mg_now, character.mg.cap, "steady"),
            numbers,
        ),
    )


def _masked(character: Character, now: Sequence[int], cap: Sequence[int], state: str) -> Say:
    """What everybody can see of gauges whose numbers are not known (FAB-LIV-39)."""
    if character.banded:
        return _bands(now, cap, state)
    return say("view.unbroken", n=sum(one > 0 for one in now), state=say(f"view.{state}"))


def _bands(now: Sequence[int], cap: Sequence[int], state: str) -> Say:
    words = [
        say("view.band_broken" if n <= 0 else "view.band_hurt" if n < c else "view.band_full")
        for n, c in zip(now, cap, strict=True)
    ]
    return say("view.bands", bands=words, state=say(f"view.{state}"))


def _marks(character: Character, covered: Character | None) -> tuple[AnyPart, ...]:
    tags = [Tag(say("view.crisis"), "bad")] if character.crisis and not character.defeated else []
    if character.penalty and character.shown >= NUMBERS:
        penalty = {"n": character.penalty, "top": sum(character.hg_cap)}
        tags.append(Tag(say("view.overdrawn", **penalty), "bad", note=say("view.overdrawn_note", **penalty)))
    tags += [Tag(term(status), "status") for status in character.statuses]
    tags += [Tag(say("view.guarding"), "good")] if character.guarding else []
    tags += [Tag(say("view.covers", who=covered.called), "good")] if covered else []
    tags += [Tag(say("view.defeated"), "bad")] if character.defeated else []
    tags += [Tag(term(character.fate), "bad")] if character.fate else []
    tags += [Tag(say("view.opportunity"), "good") for _ in character.opportunities]
    tags += [Tag(say("view.edge", edge=character.edge), "good")] if character.edge else []
    tags += [Tag(say("view.lasting", spell=term(spell)), "plain") for spell in character.spells_on]
    return (Tags(tuple(tags)),) if tags else ()


def lasting_on(state: State, who: str) -> tuple[Tag, ...]:
    """What lasts on somebody: what it changes, whose it is, and until when (FAB-LIV-37)."""
    timed = [e for e in state.conflict.effects if e.anchor == who and e.record] if state.conflict else []
    found = [(e, sentence(WORDS, e)) for e in state.effects if e.bearer == who]
    found += [(e.record, _counted(e)) for e in timed if e.record]
    return tuple(Tag(label(state, effect), note=_noted(state, effect, does)) for effect, does in found)


def _noted(state: State, effect: Effect, does: tuple[Say, ...]) -> Say:
    """What an effect does and until when, and whose it is, if it is anybody's."""
    if not effect.by:
        return say("view.effect_plain", does=list(does))
    by = state.characters[effect.by].called if effect.by in state.characters else say("view.somebody")
    return say("view.effect_note", by=by, does=list(does))


def _counted(effect: TimedEffect) -> tuple[Say, ...]:
    """What an effect of the clock changes and does each time that it passes, and how often it is still to pass, or until when."""
    assert effect.record is not None
    kept = replace(effect.record, uses=(), lasts=())
    steps = [step for use in effect.record.uses for step in phrases(WORDS, "steps", use.do)]
    unit = effect.kind in (EffectKind.TICK, EffectKind.ROUND)
    each, rest = ("view.each_unit", "view.units_left") if unit else ("view.each_time", "view.times_left")
    does = (say(each, kind=term(effect.kind), does=steps),) if steps else ()
    left = (say(rest, kind=term(effect.kind), n=effect.left) if effect.left else term(effect.kind),)
    return (*(sentence(WORDS, kept) if kept.acts else ()), *does, *left)


def _numbers(character: Character, state: State, tier: int) -> tuple[Fact, ...]:
    rows = [Fact(say("view.level"), character.level)]
    if character.kind is not Kind.PC:
        rows.append(Fact(say("view.rank"), term(character.rank)))
    if character.sheet.life:
        rows.append(Fact(say("view.life"), being_of(character.sheet)))
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
    if character.tier:  # the GM's alone: nobody else's view has it (FAB-LIV-39)
        rows.append(Fact(say("view.tier"), say(f"tiers.{character.tier}")))
        rows.append(Fact(say("view.ultima"), character.ultima))
    return tuple(rows)


def being_of(sheet: Sheet) -> Say:
    return say("view.being", life=term(sheet.life), species=term(sheet.species)) if sheet.species else term(sheet.life)


def traits_of(character: Character) -> list[Label]:
    """Her traits: a player's in the player's words, those of a shipped NPC in the reader's."""
    return list(character.traits) if character.kind is Kind.PC else [called_of(trait) for trait in character.traits]


def _character_tags(character: Character) -> tuple[AnyPart, ...]:
    found: list[AnyPart] = []
    if character.traits:
        found.append(Tags(tuple(Tag(t) for t in traits_of(character)), say("view.traits")))
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
    """What she has learned, and how many places are free; her player uses a feat by a click."""
    entries = entries_of(FeatEntry, state.things)
    tags = []
    for key in dict.fromkeys(character.sheet.learned):
        entry = entries.get(key)
        usable = own and entry is not None and use_of(entry) is not None
        use = deed("feat", feat_called(state, key), of=actor(character.id), given={"feat": key}) if usable else None
        note = _feat_note(character, key, entry) if entry else ""
        tags.append(Tag(_feat_name(state, character, key, entry), note=note, deed=use))
    tags += [Tag(say("view.feat_open", domain=term(domain), n=n)) for domain, n in _open(state, character) if n]
    return (Tags(tuple(tags), say("view.feats")),) if tags else ()


def _feat_name(state: State, character: Character, key: str, entry: FeatEntry | None) -> Say | str:
    """A feat by name, with how often she has it, what she picked with it, and whether it came by itself."""
    name, times = feat_called(state, key), character.sheet.learned.count(key)
    name = say("view.feat_times", feat=name, times=times) if times > 1 else name
    picked = [say(f"effects.values.{one}") for one in character.sheet.picks.get(key, ())]
    name = say("view.feat_picked", feat=name, picks=picked) if picked else name
    return say("view.feat_bonus", feat=name) if entry is not None and entry.bonus else name


def _open(state: State, character: Character) -> list[tuple[str, int]]:
    """Free places for feats by domain, and for heroic ones; none where a GM's hand has made a sheet of its own."""
    if character.kind is not Kind.PC or not character.sheet.domains:
        return []
    try:
        free = free_of(state, character)
    except RuleError:
        return []
    return [(GENERAL, free.general_free), *free.domain_free.items(), ("heroic", free.mastery_free)]


def _feat_note(character: Character, key: str, entry: FeatEntry) -> Say:
    left: Say | str = ""
    limits = [*(u.limit for u in entry.effect.uses), *(t.limit for t in entry.effect.triggers)]
    limits = [limit for limit in limits if limit.n]
    if limits:
        uses, per = limits[0].n, limits[0].per
        times = uses - character.used.get(per, {}).get(key, 0)
        left = say("view.feat_uses_left", left=times, uses=uses)
    text = feat_text(key, entry) or say("view.feat_acts", does=list(sentence(WORDS, entry.effect)))
    return say("view.feat_note", text=text, left=left)


def _arms(state: State, who: str) -> AnyPart:
    """What she can attack with, with what her effects add to each."""
    arms = arms_of(state, who)
    at = {key: occasion_of(state, attack_with(state, one, attacker=who, targets=())) for key, one in arms.items()}
    rows = tuple(
        (
            say("view.ranged_strike", name=called_of(strike.name)) if strike.ranged else called_of(strike.name),
            say(
                "view.strike_dice",
                first=term(strike.attributes[0]),
                second=term(strike.attributes[1]),
                bonus=strike.accuracy + plus(state, who, ("check", str(at[key].fact("kind"))), at[key]),
            ),
            say(
                "view.strike_damage",
                damage=strike.damage + plus(state, who, "damage", at[key]),
                type=term(strike.type),
            ),
            strike.mp or "",
        )
        for key, strike in arms.items()
    )
    return Rows((say("view.weapon"), say("view.dice"), say("view.damage"), "MP"), rows)


def _possessions(state: State, character: Character) -> tuple[Fact, ...]:
    sheet = character.sheet
    rows = [
        Fact(say("view.fp"), character.fp),
        Fact(say("view.ip"), f"{character.ip}/{most_ip(state, character)}"),
        Fact(say("view.money"), sheet.money),
        Fact(say("view.xp"), sheet.xp),
    ]
    rows += [Fact(term(domain), levels) for domain, levels in sheet.domains.items() if levels]
    rows += _in_hands(state, sheet)
    at = {piece.slot: piece for piece in sheet.items}
    bare = called_of(sheet.worn.name or shipped().armors["none"].name)
    rows.append(Fact(say("view.armor"), piece_called(state, at[Slot.ARMOR]) if Slot.ARMOR in at else bare))
    if Slot.ACCESSORY in at:
        rows.append(Fact(say("view.accessory"), piece_called(state, at[Slot.ACCESSORY])))
    if packed := alike(tuple(piece for piece in sheet.items if piece.packed)):
        rows.append(Fact(say("view.pack"), [piece_called(state, piece, n) for piece, n in packed]))
    return tuple(rows)


def _in_hands(state: State, sheet: Sheet) -> list[Fact]:
    """What each hand holds (FAB-LIV-9)."""
    weapons = entries_of(WeaponEntry, state.things)
    both = any(weapons[key].hands == HANDS for key in sheet.weapons if key in weapons)
    main = "view.both_hands" if both else "view.main_hand"
    slots = {Slot.MAIN: main, Slot.OFF: "view.off_hand", Slot.SHIELD: "view.off_hand"}
    held = sorted((piece for piece in sheet.items if piece.slot in slots), key=lambda one: list(slots).index(one.slot))
    return [Fact(say(slots[piece.slot]), piece_called(state, piece)) for piece in held]


def _spells(state: State, character: Character) -> tuple[AnyPart, ...]:
    """Known spells, offensive or not, and lessons that are still open (FAB-LIV-12)."""
    entries = entries_of(SpellEntry, state.things)
    known = [key for key in character.sheet.spells if key in entries]
    tags = [Tag(called_as(entries[key], key)) for key in known]
    tags += [
        Tag(say("view.lesson", list=say(f"lists.{lesson.partition(':')[0]}"))) for lesson in character.sheet.lessons
    ]
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


# ---------------------------------------------------------------------- the clock and the story
LAST_TICK = 1
"""The last tick of a round (FAB-CLK-1)."""

AHEAD = 8
"""So many turns are forecast."""


def conflict_section(state: State, viewer: Viewer) -> Section:
    """The clock: who stands where, whose turn it is, who comes next, what lasts, and the sides' points."""
    conflict = state.conflict
    if conflict is None:
        start = deed("fight", say("view.start_conflict")) if viewer.gm else None
        return Section(
            "conflict",
            say("view.conflict"),
            (Empty(say("view.no_conflict"), deed=start),),
            note=state.scene,
            timed=True,
        )
    parts: list[AnyPart] = [
        Stations((say("view.tick_start"), say("view.tick_course"), say("view.tick_end")), _step(conflict)),
        _strip(state, conflict),
    ]
    parts += [filled(say("view.points", team=team_called(team)), n, MOST_POINTS) for team, n in conflict.points.items()]
    parts.append(_coming(state, conflict))
    if conflict.effects:
        parts.append(_effects(state, conflict))
    title = say("view.conflict_at", round=conflict.round, tick=conflict.tick)
    return Section("conflict", title, tuple(parts), note=_turn_note(state, conflict), folded=True, timed=True)


def _step(conflict: Conflict) -> int:
    if not conflict.started:
        return 0
    return 1 if conflict.turn or next_actor(conflict) else 2


def _turn_note(state: State, conflict: Conflict) -> Say | str:
    known = state.characters
    coming = next_actor(conflict) if conflict.started else ""
    note: Say | str = say("view.next_is", who=known[coming].called) if coming in known else ""
    if conflict.turn in known:
        note = say("view.turn_of", who=known[conflict.turn].called, actions=conflict.actions_left)
    points = [say("view.team_points", team=team_called(team), n=n) for team, n in conflict.points.items() if n]
    return say("view.note_points", note=note, points=points) if points else note


def _strip(state: State, conflict: Conflict) -> AnyPart:
    """Twenty ticks, 20 to 1; who has no turn left in this round stands where she will in the next. The next in order acts: a turn begins by acting."""
    acting = conflict.turn or (next_actor(conflict) if conflict.started else "")
    tokens = tuple(
        (
            min(ROUND_TICKS, c.initiative),
            Token(
                c.id,
                state.characters[c.id].called if c.id in state.characters else c.id,
                c.team,
                "acting" if acting == c.id and c.id in state.characters else "",
                say("view.initiative", initiative=c.initiative, spd=c.spd),
            ),
        )
        for c in conflict.combatants
    )
    standing = {token.id: token for _, token in tokens}
    coming = tuple((str(tick), standing[who]) for _, tick, who in _turns_ahead(state, conflict) if who in standing)
    return Strip(ROUND_TICKS, LAST_TICK, conflict.tick, tokens, say("view.clock"), coming)


def _turns_ahead(state: State, conflict: Conflict) -> list[tuple[int, int, str]]:
    """Round, tick and whose turn, as far as they are known beforehand."""
    ahead = forecast(state, AHEAD)
    return [one for one in ahead if _foreseen(state, one[2], later=one[0] > conflict.round)]


def _coming(state: State, conflict: Conflict) -> AnyPart:
    known = state.characters
    rows = tuple((round_, tick, known[who].called) for round_, tick, who in _turns_ahead(state, conflict))
    return Rows((say("view.round"), say("view.tick"), say("view.who")), rows)


def _foreseen(state: State, who: str, *, later: bool) -> bool:
    """Whether a turn is known beforehand: in later rounds only those of people whose SPD is known (FAB-LIV-39)."""
    character = state.characters.get(who)
    return character is not None and (not later or character.shown >= NUMBERS)


def _effects(state: State, conflict: Conflict) -> AnyPart:
    def name(who: str) -> Say | str:
        return say("view.somebody") if who == UNSEEN else who

    def called(effect: TimedEffect) -> Label:
        return label(state, effect.record) if effect.record is not None else effect.id

    rows = tuple((called(e), term(e.kind), e.left or "", name(e.anchor), name(e.source)) for e in conflict.effects)
    heads = ("view.effect", "view.counted_in", "view.left", "view.anchor", "view.source")
    return Rows(tuple(say(head) for head in heads), rows)


# ---------------------------------------------------------------------- the story
def story_section(state: State, viewer: Viewer) -> Section:
    parts: list[AnyPart] = [Text(state.scene)] if state.scene else []
    for clock in state.clocks:
        note = say("view.hidden") if clock.hidden else ""
        parts.append(filled(clock.name, clock.filled, clock.size, note=note))
    if not parts:
        begin = Offer("scene", say("view.new_scene"), gaps=(Gap("name"),)) if viewer.gm else None
        parts.append(Empty(say("view.no_scene"), deed=begin))
    return Section("story", say("view.story"), tuple(parts), staged=state.scene or say("view.story"))


# ---------------------------------------------------------------------- the table
def look(state: State, viewer: Viewer) -> View:
    """Who on the left, the clock and the story in the middle, and what can be done now."""
    people = tuple(character_section(state, viewer, who) for who in _order(state, viewer))
    own = [background_section(state, who) for who in viewer.controls if who in state.characters]
    where = (conflict_section(state, viewer), story_section(state, viewer), *own)
    return View(people, where, backdrop(state.scene))


def _order(state: State, viewer: Viewer) -> list[str]:
    known = list(state.characters)
    return [who for who in known if who in viewer.controls] + [who for who in known if who not in viewer.controls]
