"""What a viewer may know of a FET table is decided here and nowhere else: rules, commands and views are given what is left.

The GM knows everything. From everybody else are kept: the hidden, but for their own side (FET-DST-2), with every reference to them;
what others have declared, until the option `acts_shown` lets it out or 野望 learns it (FET-TLN-1, FET-TRX-1); of an NPC its
numbers, skills, things and what lies on it (FET-LIV-38): stamina and will are known in words; the GM's own stat blocks.
"""

from collections.abc import Collection, Iterable, Iterator
from zlib import crc32

from msgspec.structs import replace

from ludex.core.principals import EVERYBODY, GM, Viewer, Who, actor
from ludex.core.rule import rule
from ludex.core.say import Say, say
from ludex.core.view import Label
from ludex.core.visibility import masked
from ludex.systems.fet.effects.conditions import grants, standing
from ludex.systems.fet.sheet import Sheet, hindrance
from ludex.systems.fet.state import Act, Battle, Character, Fighter, Past, State
from ludex.systems.fet.terms import DOMAINS, MENTAL, PHYSICAL, RESOURCES, SECRET, UNDISCLOSED, UNKNOWN, Number, whole

LEARNS_ACTS = "see_acts"
"""What the trait 野望 grants (FET-TRX-1)."""

FULL = 165
"""What is assumed of somebody whose numbers are not known: the all-round character's 33 and 20 percent of 500."""

PERCENTS: dict[str, Number] = {**dict.fromkeys((*PHYSICAL, *MENTAL), 33), **dict.fromkeys(DOMAINS, 20)}
VALUES: dict[str, Number] = {name: percent * 5 for name, percent in PERCENTS.items()}


def redact(state: State, viewer: Viewer) -> State:
    """The state as this viewer may know it; where a reference must stay, `UNKNOWN` stands for somebody who is not there."""
    if viewer.gm:
        return state
    marked, unseen = masked(state, viewer), _unseen(state, viewer)
    people = {who: c for who, c in state.characters.items() if who not in unseen}
    strangers = [who for who, c in people.items() if c.npc and who not in viewer.controls]
    battle = state.battle and _battle(state, state.battle, viewer, unseen)
    found = {f.id: f for f in battle.fighters} if battle else {}
    strangers += [f.id for f in found.values() if f.id not in people and not _companion(state, f, viewer)]
    asleep = entombed(state.battle, viewer)
    if asleep:  # FET-LIV-41: nobody else's numbers
        strangers += [who for who in found if who not in viewer.controls and who not in strangers]
    over = [(replace(state, battle=battle), battle) for battle in state.closed]
    closed = tuple(_battle(then, battle, viewer, _unseen(then, viewer)) for then, battle in over)
    read = [c.sheet for who, c in people.items() if who not in strangers]
    return replace(
        marked.opened({state.place_name, *_seen_cards(read, (*closed, *((battle,) if battle else ())))}),
        characters={
            who: _stranger(state, who, viewer, asleep=asleep) if who in strangers else _unwarned(c, unseen)
            for who, c in people.items()
        },
        battle=battle,
        target=None if state.target_by == SECRET else state.target,
        veiled=tuple(strangers),
        numbers="hidden" if asleep else viewer.numbers,
        closed=closed,
    )


@rule("FET-LIV-15")
def _seen_cards(sheets: Iterable[Sheet], battles: Iterable[Battle]) -> set[str]:
    """What of the GM's library is known all the same, by name: what stands on a sheet that the viewer may read, and what was used before her eyes."""
    seen: set[str] = set()
    for sheet in sheets:
        seen |= {skill.name for skill in sheet.skills} | {trait.name for trait in sheet.traits}
        seen |= {weapon.name for weapon in sheet.weapons} | {item.name for item in sheet.items} | {sheet.race}
    for battle in battles:
        acts = [f.act for f in battle.fighters if f.act is not None]
        seen |= {name for act in acts for name in (act.weapon, act.skill.name if act.skill else "")}
        seen |= {past.skill for past in battle.past}
    return seen


def assumed(state: State, viewer: Viewer) -> dict[str, Say]:
    """What a viewer's odds take for granted: an NPC is as good as an all-round character of level 10."""
    known = redact(state, viewer)
    return {who: say("told.assumed", who=known.called(who)) for who in known.veiled}


@rule("FET-DST-2", "FET-LIV-40")
def _unseen(state: State, viewer: Viewer) -> frozenset[str]:
    """Who is not there for the viewer: the hidden of other sides with their doubles, and who waits behind the stage."""
    battle = state.battle
    fighters = battle.fighters if battle else ()
    sides = {f.side for f in fighters if f.id in viewer.controls}
    hidden = {f.id for f in fighters if f.secret and f.side not in sides}
    hidden |= {f.id for f in fighters if f.double_of in hidden}  # it would tell that its owner is about
    there = {f.id for f in fighters}
    hidden |= {who for who, c in state.characters.items() if c.stage and who not in there}
    return frozenset(hidden - set(viewer.controls))


@rule("FET-LIV-40")
def _out_of_sight(battle: Battle, viewer: Viewer) -> frozenset[str]:
    """Who has hidden from the viewer after being seen: it is known to be there, and to be aimed at, but nothing else is."""
    sides = {f.side for f in battle.fighters if f.id in viewer.controls}
    gone = {f.id for f in battle.fighters if f.unseen_at(battle.time) and not f.secret and not f.dead}
    return frozenset(who for f in battle.fighters if (who := f.id) in gone and f.side not in sides) - set(
        viewer.controls
    )


def _shadow(fighter: Fighter) -> Fighter:
    act = Act(UNDISCLOSED, 0, 1) if fighter.act else None
    since = 0 if fighter.hid_at is None else fighter.hid_at
    known = Fighter(fighter.id, fighter.side, VALUES, FULL, FULL, FULL, FULL, hidden=True, act=act)
    return replace(known, hid_at=since, unseen=True)


@rule("FET-LIV-38")
def _stranger(state: State, who: str, viewer: Viewer, *, asleep: bool) -> Character:
    """Of an NPC: name, race, job and looks, and how it stands, as far as the table shows it and the viewer perceives anything."""
    character = state.characters[who]
    sheet = character.sheet
    known = Sheet(
        name=sheet.name, race=sheet.race, gender=sheet.gender, job=sheet.job, looks=sheet.looks, percents=PERCENTS
    )
    stranger = Character(known, side=character.side, npc=character.npc, owner=character.owner)
    if hindrance(sheet) or asleep:
        return stranger
    bands = (band(*standing(state, who, resource)) for resource in RESOURCES)
    stamina, will = (FULL - STANDS[b if viewer.numbers != "hidden" or b == "dead" else "full"] for b in bands)
    return replace(stranger, stamina_lost=stamina, will_lost=will)


@rule("FET-LIV-43", "FET-SKX-15")
def _unwarned(character: Character, unseen: Collection[str]) -> Character:
    """Somebody whose numbers are known, without what stands against one who is not there for the viewer: a warning counts nobody."""
    kept = tuple(thing for thing in character.standing if thing.at not in unseen)
    return character if len(kept) == len(character.standing) else replace(character, standing=kept)


def _battle(state: State, battle: Battle, viewer: Viewer, unseen: Collection[str]) -> Battle:
    learns = any(grants(state, who, LEARNS_ACTS) for who in viewer.controls)  # 野望
    sides = {f.side for f in battle.fighters if f.id in viewer.controls}
    there = [f for f in mirrored(state, battle, sides) if f.id not in unseen]
    fighters = tuple(_fighter(state, f, viewer, unseen, learns=learns) for f in there)
    gone = _out_of_sight(battle, viewer)
    fighters = tuple(_shadow(f) if f.id in gone else f for f in fighters)
    since = {f.id: f.hid_at or 0 for f in battle.fighters if f.id in gone and f.hid_at is not None}
    if entombed(battle, viewer):
        fighters = tuple(f if f.id in viewer.controls else _unperceived(f) for f in fighters)
    freeze = battle.freeze and replace(battle.freeze, target=_named(battle.freeze.target, unseen))
    barriers = (
        replace(b, user=_named(b.user, unseen), target=_named(b.target, unseen))
        for b in battle.barriers
        if b.user not in unseen or b.target not in unseen
    )
    return replace(
        battle,
        fighters=fighters,
        first_strike=tuple(dict.fromkeys(_named(who, unseen) for who in battle.first_strike)),
        openings={who: time for who, time in battle.openings.items() if who not in unseen},
        past=tuple(
            p
            for p in _twofold(battle.past, there)
            if p.who not in unseen and not _slept(battle, viewer, p) and p.end <= since.get(p.who, p.end)
        ),
        freeze=freeze,
        barriers=tuple(barriers),
        wounds=tuple(replace(w, source=_named(w.source, unseen)) for w in battle.wounds if w.who in viewer.controls),
    )


@rule("FET-LIV-41")
def entombed(battle: Battle | None, viewer: Viewer) -> bool:
    """Whether all of a viewer's fighters lie entombed: such a seat perceives nothing."""
    own = [f for f in battle.fighters if f.id in viewer.controls] if battle else []
    return bool(battle and own) and all(battle and f.under("entombed", battle.time) for f in own)


def _slept(battle: Battle, viewer: Viewer, past: Past) -> bool:
    own = [f.id for f in battle.fighters if f.id in viewer.controls]
    tombs = [t for t in battle.tombs if t.start < past.end <= t.until]
    return bool(own) and past.who not in own and all(any(t.who == who for t in tombs) for who in own)


def _unperceived(fighter: Fighter) -> Fighter:
    """Somebody of whom one who is entombed knows only that it was there."""
    known = Fighter(fighter.id, fighter.side, VALUES, FULL, FULL, FULL, FULL, zone=fighter.zone, pos=fighter.pos)
    return replace(known, unseen=True)


@rule("FET-LIV-41")
def mirrored(state: State, battle: Battle, sides: Collection[str]) -> list[Fighter]:
    """The fighters, as people of these sides know them: an owner of whom they cannot tell its double stands there twice, with one
    condition and the same acts."""
    fighters = {f.id: f for f in battle.fighters}
    order = [f.id for f in battle.fighters]
    for owner in dict.fromkeys(f.double_of for f in battle.fighters if f.double_of and f.side not in sides):
        if owner not in fighters or fighters[owner].shown:
            continue
        lots = {  # what settles unseen, and for as long as they are there, which of them is shown as which
            who: crc32(f"{who}:{len(state.closed)}:{fighters[who].stamina_max if who != owner else ''}".encode())
            for who in (owner, *(f.id for f in battle.fighters if f.double_of == owner))
        }
        alike = sorted(lots, key=lambda who: lots[who])
        for n, who in enumerate(alike):
            shown = f"{state.called(owner)}{CIRCLED[min(n, len(CIRCLED) - 1)]}"
            same = fighters[who]
            fighters[who] = replace(
                fighters[owner], id=who, shown=shown, zone=same.zone, pos=same.pos, double_of=same.double_of
            )
        places = sorted(order.index(who) for who in alike)
        for place, who in zip(places, alike, strict=True):  # nor does their place in the list tell who is new
            order[place] = who
    return [fighters[who] for who in order]


@rule("FET-LIV-41")
def _twofold(past: Iterable[Past], there: Iterable[Fighter]) -> Iterator[Past]:
    """What was done, once for each who is shown as having done it: acts of the past tell an owner and its double apart no more than others."""
    alike: dict[str, list[str]] = {}
    for fighter in there:
        if fighter.shown and fighter.double_of:
            alike.setdefault(fighter.double_of, []).append(fighter.id)
    for one in past:
        yield one
        yield from (replace(one, who=double) for double in alike.get(one.who, ()))


CIRCLED = "①②③④⑤⑥⑦⑧⑨"


def _fighter(state: State, fighter: Fighter, viewer: Viewer, unseen: Collection[str], *, learns: bool) -> Fighter:
    steered = fighter.act is not None and fighter.act.by in viewer.controls  # FET-LIV-35
    if fighter.id in viewer.controls or steered or learns or _disclosed(state, fighter):
        act = fighter.act and _act(fighter.act, unseen)
    else:
        now = state.battle.time if state.battle else 0
        act = Act(UNDISCLOSED, now, now + 1)
    holds = tuple(replace(hold, by=_named(hold.by, unseen)) for hold in fighter.holds)
    known = replace(fighter, act=act, holds=holds)
    return known if _companion(state, fighter, viewer) else _veiled(known, numbers=viewer.numbers)


def _companion(state: State, fighter: Fighter, viewer: Viewer) -> bool:
    """Whether somebody's numbers are known: one's own, other players' characters, and their doubles."""
    who = fighter.double_of or fighter.id
    bearer = state.characters.get(who)
    if fighter.shown and fighter.double_of:
        return bearer is not None and not bearer.npc
    return who in viewer.controls or (bearer is not None and not bearer.npc)


def _veiled(fighter: Fighter, *, numbers: str) -> Fighter:
    """A fighter whose numbers are not known: what is assumed, and how it stands as far as the table shows it."""
    top = (FULL, FULL)
    if numbers == "open":
        stamina, will = fighter.stamina, fighter.will
        top = (whole(fighter.maximum("stamina")), whole(fighter.maximum("will")))
    else:
        stamina, will = (_standing(fighter, resource, words=numbers == "bands") for resource in RESOURCES)
    return Fighter(
        fighter.id,
        fighter.side,
        VALUES,
        stamina,
        will,
        *top,
        **{name: getattr(fighter, name) for name in SEEN},
        double_of="" if fighter.shown else fighter.double_of,
        action_points=0 if fighter.action_points is not None and fighter.action_points <= 0 else None,
    )


SEEN = (
    *("size", "zone", "pos", "hidden", "overloaded", "shield", "denied_until", "steered_until", "act"),
    *("race", "holds", "shown"),
)
"""What everybody sees of a fighter whose numbers are not known."""


def band(now: Number, top: Number) -> str:
    """How somebody stands, in a word: dead, low, hurt or full."""
    share = now / top if top else 0
    return "dead" if now <= 0 else "low" if share <= 1 / 3 else "hurt" if share < 1 else "full"


WORSE = ("dead", "low", "hurt", "full")
"""The words, the worst first."""
STANDS: dict[str, Number] = {"dead": 0, "low": FULL // 4, "hurt": FULL // 2, "full": FULL}


def _standing(fighter: Fighter, resource: str, *, words: bool) -> Number:
    """What a word stands for; where no words are told, only death is."""
    found = band(fighter.now(resource), fighter.maximum(resource))
    return STANDS[found if words or found == "dead" else "full"]


@rule("FET-TLN-1")
def _disclosed(state: State, fighter: Fighter) -> bool:
    shown, battle = state.options.acts_shown, state.battle
    if shown == "open" or fighter.act is None or battle is None:
        return True
    if fighter.act.kind == UNDISCLOSED:
        return False
    return shown == "together" and not (fighter.act.start == battle.time and in_the_open(battle, battle.waiting))


def _act(act: Act, unseen: Collection[str]) -> Act:
    """An act; whom it is aimed at may be a secret."""
    if not any(who in unseen for who in (act.by, *act.targets)):
        return act
    return replace(act, targets=tuple(_named(who, unseen) for who in act.targets), by=_named(act.by, unseen))


def _named(who: str, unseen: Collection[str]) -> str:
    return UNKNOWN if who in unseen else who


@rule("FET-LIV-40", "FET-LIV-41", "FET-LIV-43")
def known_as(state: State, who: str) -> Label:
    """How a reader calls somebody of whom something is told: the number that sets a double apart is for those at whom something is aimed."""
    fighter = state.fighter(who)
    if fighter is not None and fighter.unseen and fighter.hidden:
        return say("view.somebody")
    return undoubled(state, who) if fighter is not None and fighter.shown else aimed_at(state, who)


def aimed_at(state: State, who: str) -> Label:
    """How a reader calls somebody at whom something is aimed: who is not in the state has no name."""
    return state.called(who) if who in state.people else say("view.somebody")


def heard_by(state: State, who: str) -> tuple[Who, ...]:
    """Who may read somebody's numbers: everybody at the table; of an NPC, the GM."""
    found = state.bearer(who)
    return (GM,) if found is not None and found.npc else (EVERYBODY,)


@rule("FET-LIV-8", "FET-LIV-40")
def fate_heard_by(state: State, who: str) -> tuple[Who, ...]:
    """Who learns that somebody dies or is brought back: everybody who knows of it."""
    fighter, character = state.fighter(who), state.characters.get(who)
    secret = fighter.secret if fighter is not None else character is not None and bool(character.stage)
    return (GM,) if secret else (EVERYBODY,)


@rule("FET-TLN-1")
def act_heard_by(state: State, who: str) -> tuple[Who, ...]:
    """Who reads at once what somebody has declared."""
    return (EVERYBODY,) if state.options.acts_shown == "open" else (actor(who),)


def in_the_open(battle: Battle, who: tuple[str, ...]) -> list[str]:
    """Those of them who are not hidden: a refusal names nobody who may be a secret."""
    return [f.id for f in battle.fighters if f.id in who and not f.secret]


@rule("FET-SKX-11")
def unheld(state: State, who: str) -> bool:
    """Whether somebody is nobody's to play, no matter whose line let it appear: a double, which never declares."""
    fighter = state.fighter(who)
    return fighter is not None and bool(fighter.double_of)


@rule("FET-LIV-41")
def undoubled(state: State, who: str) -> str:
    """Somebody's name where doing would tell an owner from its double: without the number that sets the two apart."""
    fighter = state.fighter(who)
    return fighter.shown[:-1] if fighter and fighter.shown else state.called(who)
