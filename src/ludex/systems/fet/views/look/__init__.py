"""The table for one viewer: people on the left, the battle and the group's numbers in the middle, what can be done now."""

from msgspec.structs import replace

from ludex.core.principals import Viewer
from ludex.core.rule import rule
from ludex.core.say import Say, say, term
from ludex.core.view import AnyPart, Deeds, Empty, Fact, Facts, Section, Tag, Tags, Text, View
from ludex.systems.fet.redact import WORSE, band, undoubled
from ludex.systems.fet.rules.negotiation import dealing_said
from ludex.systems.fet.rules.roster import pools
from ludex.systems.fet.sheet import WrittenModifier, hindrance
from ludex.systems.fet.state import Character, Fighter, State, check_battle
from ludex.systems.fet.terms import ELEVEN, half_up
from ludex.systems.fet.views.deeds import gm_deeds, lasting_deeds, new_sheet, set_partner, set_target, sheet_deeds
from ludex.systems.fet.views.look.battle import axis_parts, axis_rows, fighter_rows, timeline, whereabouts
from ludex.systems.fet.views.look.sheet import about, burden_parts, values_explained, vitals, whole_sheet


def look(state: State, viewer: Viewer) -> View:
    return View(who=_people(state, viewer), where=_where(state, viewer))


# Who


def _people(state: State, viewer: Viewer) -> tuple[Section, ...]:
    """One's own sheets first, then the others as one knows them; NPCs off the battle are the GM's."""
    own = [who for who in state.characters if who in viewer.controls]
    others = [who for who in state.characters if who not in viewer.controls]
    sections = [_own(state, who) for who in own]
    sections += [one for who in others for one in ([_gm(state, who)] if viewer.gm else _other(state, who))]
    mobs = [f for f in state.battle.fighters if f.id not in state.characters] if state.battle and viewer.gm else []
    sections += [_unsheeted(state, f) for f in mobs]
    if not sections:
        sections.append(Section("nobody", say("view.nobody"), (Empty(say("view.no_sheet"), deed=new_sheet()),)))
    return tuple(sections)


def _own(state: State, who: str) -> Section:
    parts = (*whole_sheet(state, who, values=values_explained), Deeds(sheet_deeds(state, who)))
    note = about(state.characters[who].sheet)
    return Section(f"sheet:{who}", state.called(who), parts, note=note, side="pc", state=_fate(state, who))


def _gm(state: State, who: str) -> Section:
    character = state.characters[who]
    dealt = tuple(Text(dealing_said(state, one), "quiet") for one in character.dealings)
    parts = (*whole_sheet(state, who, values=values_explained), *dealt, Deeds(lasting_deeds(state, who)))
    return Section(
        f"sheet:{who}",
        state.called(who),
        parts,
        bool(character.stage) or _unseen(state, who),
        folded=True,
        note=about(character.sheet),
        side=_side(character),
        state=_fate(state, who),
    )


@rule("FET-DTH-2")
def _fate(state: State, who: str) -> str:
    """What a page draws of somebody who has died, in battle and after it."""
    return "dead" if not hindrance(state.characters[who].sheet) and pools(state, who).dead else ""


@rule("FET-DST-2")
def _unseen(state: State, who: str) -> bool:
    """Whether somebody is hidden from the others in the battle, as the GM knows."""
    fighter = state.fighter(who)
    return fighter is not None and fighter.unseen_at(check_battle(state).time)


def _side(character: Character) -> str:
    return "foe" if character.npc else "pc"


def _unsheeted(state: State, fighter: Fighter) -> Section:
    """A fighter without a sheet, for the GM: what it has, its values, what lies on it."""
    values = Facts(tuple(Fact(term(n), half_up(v, 2)) for n in ELEVEN if (v := fighter.values.get(n))))
    parts = (*vitals(state, fighter.id), values, *burden_parts(state, fighter.id, own=True))
    parts = (*parts, Deeds(lasting_deeds(state, fighter.id)))
    return Section(f"fighter:{fighter.id}", fighter.id, parts, True, folded=True, note=fighter.side)


@rule("FET-LIV-41")
def _other(state: State, who: str) -> list[Section]:
    """Somebody else; how an NPC stands in a battle is said there. Of two that look alike each has the same card."""
    character, fighter = state.characters[who], state.fighter(who)
    how = () if character.npc and state.battle is not None else how_is(state, who)
    title = undoubled(state, who)
    parts = (*_wounds(state, who), *how, *known_of(state, who))
    note, side = about(character.sheet), _side(character)
    card = Section(f"sheet:{who}", title, parts, note=note, side=side, state=_fate(state, who))
    if fighter is None or not fighter.shown:
        return [card]
    alike = sorted((f.shown, f.id) for f in check_battle(state).fighters if f.shown and f.shown[:-1] == title)
    return [replace(card, id=f"sheet:{one}") for _, one in alike]


@rule("FET-LIV-38")
def _wounds(state: State, who: str) -> tuple[AnyPart, ...]:
    """That an NPC is wounded, at a glance: the worse of the two words."""
    now = pools(state, who)
    worst = min((band(now.stamina, now.stamina_max), band(now.will, now.will_max)), key=WORSE.index)
    told = state.characters[who].npc and state.numbers != "hidden" and worst in ("low", "hurt")
    return (Tags((Tag(say(f"view.cond_{worst}"), "bad" if worst == "low" else "warn"),)),) if told else ()


@rule("FET-LIV-38")
def how_is(state: State, who: str) -> tuple[AnyPart, ...]:
    """How somebody else is: a companion in numbers, an NPC in words."""
    character = state.characters[who]
    if character.npc or who in state.veiled:  # FET-LIV-41: nor does one who perceives nothing know a companion's
        return _in_words(state, who)
    return () if hindrance(character.sheet) else vitals(state, who)


@rule("FET-LIV-38")
def known_of(state: State, who: str) -> tuple[AnyPart, ...]:
    """What one knows of somebody else besides: what lies on it, and its looks."""
    looks = state.characters[who].sheet.looks
    return (*burden_parts(state, who), *((Text(looks, "quiet"),) if looks else ()))


def _in_words(state: State, who: str) -> tuple[AnyPart, ...]:
    """How an NPC stands, in words; where the table hides that, only its death is known."""
    now = pools(state, who)
    bands = {"stamina": band(now.stamina, now.stamina_max), "will": band(now.will, now.will_max)}
    if state.numbers == "hidden" and "dead" not in bands.values():
        return ()
    return (Facts(tuple(Fact(term(name), say(f"view.cond_{how}")) for name, how in bands.items())),)


# Where


def _where(state: State, viewer: Viewer) -> tuple[Section, ...]:
    sections = [_group(state, viewer)]
    if state.battle is not None:
        sections.insert(0, _battle(state))
    if state.timeline:
        sections.append(Section("timeline", say("view.chat_timeline"), (axis_rows(state.timeline),)))
    if state.axis in state.axes:
        title = say("view.axis_named", name=state.axis)
        sections.append(Section("axis", title, axis_parts(state.axes[state.axis])))
    return tuple(sections)


def _battle(state: State) -> Section:
    battle = check_battle(state)
    waiting = (who for who in battle.waiting if (f := battle.find(who)) is None or f.hidden or not f.unseen)
    due = list(dict.fromkeys(undoubled(state, who) for who in waiting))  # FET-LIV-41: two that look alike are one
    first = Text(say("view.waits_for", who=due), "warn") if due else Text(say("view.runs"), "quiet")
    parts = (timeline(state), first, fighter_rows(state), *whereabouts(state))
    return Section("battle", say("view.battle"), parts, note=say("view.now", time=check_battle(state).time))


def _group(state: State, viewer: Viewer) -> Section:
    rows = [Fact(term("target"), _target(state), deed=set_target({"level": (), "difficulty": ()}))]
    if state.partner is not None:
        partner = say("view.partner", level=state.partner.level, intelligence=state.partner.intelligence)
        rows.append(Fact(term("partner"), partner, deed=set_partner()))
    parts: list[AnyPart] = [Facts(tuple(rows))]
    if state.place:
        parts.append(Tags(tuple(Tag(_modifier(m), "warn") for m in state.place), say("view.place")))
    if viewer.gm:
        parts.append(Deeds(gm_deeds()))
    return Section("group", say("view.group"), tuple(parts))


def _target(state: State) -> Say | int | str:
    if state.target is None:
        return "？" if state.target_by else say("view.none")
    return state.target


def _modifier(modifier: WrittenModifier) -> Say:
    return say("view.modifier", of=term(modifier.of), kind=term(modifier.kind), value=modifier.value)
