"""The fold: the state after an event, one function for each, and the only place where state changes.

Losses are the character's and its fighter's at once (FET-LVL-3); magazines go back to the sheet when a battle ends
(FET-WEP-2). No rule is decided here.
"""

from typing import cast

from msgspec.structs import asdict, replace

from ludex.core import asks
from ludex.core.fold import by_event
from ludex.systems.fet.events import (
    ActCancelled,
    ActDeclared,
    AutoSet,
    AxisKept,
    AxisPicked,
    BattleKept,
    BurdenKept,
    CardRefused,
    CharacterRemoved,
    CombatEnded,
    CombatStarted,
    ContentAdded,
    ContentRemoved,
    Darkened,
    DayPassed,
    DealtWith,
    DraftEnded,
    Event,
    FighterJoined,
    FighterLeft,
    FightersChanged,
    LevelRaised,
    LossesKept,
    MomentClosed,
    PartnerSet,
    PlaceChanged,
    PointsKept,
    ScarsKept,
    SheetWorn,
    SheetWritten,
    TargetSet,
    TimelineKept,
    TraitUsed,
    WeaponWielded,
    WordsSettled,
)
from ludex.systems.fet.sheet import hindrance
from ludex.systems.fet.state import Battle, Character, Dealing, Fighter, Raised, State, Tomb
from ludex.systems.fet.terms import Number, Resource, tidy

HISTORY = 60
"""How many past acts a battle remembers for its timeline."""


CLOSED = 20
"""How many battles that are over stay readable (FET-LIV-19)."""


async def happen(event: Event) -> State:
    """Make an event true and get the state after it."""
    return cast("State", await asks.happen(event))


# People


def _with(state: State, who: str, character: Character) -> State:
    return replace(state, characters={**state.characters, who: character})


def sheet_written(state: State, event: SheetWritten) -> State:
    """A sheet is new or changed; what the event does not say stays."""
    old = state.characters.get(event.who) or Character(event.sheet)
    new = replace(
        old,
        sheet=event.sheet,
        npc=old.npc if event.npc is None else event.npc,
        side=old.side if event.side is None else event.side,
        owner=old.owner if event.owner is None else event.owner,
        stage=old.stage if event.stage is None else event.stage,
        draft=old.draft if event.draft is None else event.draft,
    )
    return _with(state, event.who, new)


def draft_ended(state: State, event: DraftEnded) -> State:
    """A sheet plays."""
    return _changed(state, event.who, draft=False)


def sheet_worn(state: State, event: SheetWorn) -> State:
    """Another sheet is in use; the own one is kept meanwhile."""
    found = state.characters.get(event.who)
    if found is None:
        return state
    own = (found.own or found.sheet) if event.whose else None
    return _changed(state, event.who, sheet=event.sheet, own=own, worn=event.whose)


def level_raised(state: State, event: LevelRaised) -> State:
    """One more line of the log of levels."""
    found = state.characters.get(event.who)
    levels = (*found.levels, Raised(event.before, event.after, state.day)) if found else ()
    return _changed(state, event.who, levels=levels[-HISTORY:])


def dealt_with(state: State, event: DealtWith) -> State:
    """An NPC has been spoken to."""
    found = state.characters.get(event.whom)
    dealings = (*found.dealings, Dealing(event.who, event.rp, event.result, state.day)) if found else ()
    return _changed(state, event.whom, dealings=dealings[-HISTORY:])


def scars_kept(state: State, event: ScarsKept) -> State:
    """What is scarred is the character's, and its fighter's too."""
    state = _changed(state, event.who, stamina_scar=event.stamina, will_scar=event.will)
    fighter = state.fighter(event.who)
    if state.battle is None or fighter is None:
        return state
    scarred = replace(fighter, stamina_scar=event.stamina, will_scar=event.will)
    return replace(state, battle=_among(state.battle, (scarred,)))


def _changed(state: State, who: str, **fields: object) -> State:
    """A character with other fields; nobody where there is none."""
    found = state.characters.get(who)
    return state if found is None else _with(state, who, replace(found, **fields))


def weapon_wielded(state: State, event: WeaponWielded) -> State:
    """A weapon is in hand."""
    found = state.characters.get(event.who)
    return state if found is None else _with(state, event.who, replace(found, wielded=event.weapon))


def character_removed(state: State, event: CharacterRemoved) -> State:
    """A character is gone."""
    return replace(state, characters={who: c for who, c in state.characters.items() if who != event.who})


def losses_kept(state: State, event: LossesKept) -> State:
    """Losses are the character's, and its fighter's too."""
    found = state.characters.get(event.who)
    if found is None:
        return state
    state = _with(state, event.who, replace(found, stamina_lost=event.stamina, will_lost=event.will))
    fighter = state.fighter(event.who)
    if state.battle is None or fighter is None:
        return state
    stamina = max(0, tidy(fighter.maximum(Resource.STAMINA) - event.stamina))
    will = max(0, tidy(fighter.maximum(Resource.WILL) - event.will))
    return replace(state, battle=_among(state.battle, (replace(fighter, stamina=stamina, will=will),)))


def points_kept(state: State, event: PointsKept) -> State:
    """Action points are the character's, and its fighter's too."""
    found = state.characters.get(event.who)
    if found is None:
        return state
    state = _with(state, event.who, replace(found, action_points=event.points, action_points_max=_most(found, event)))
    fighter = state.fighter(event.who)
    if state.battle is None or fighter is None:
        return state
    return replace(state, battle=_among(state.battle, (replace(fighter, action_points=event.points),)))


def _most(character: Character, given: PointsKept | Fighter) -> Number | None:
    """The most action points that the GM has given."""
    points = given.points if isinstance(given, PointsKept) else given.action_points
    return character.action_points_max if points is None else max(points, character.action_points_max or 0)


def burden_kept(state: State, event: BurdenKept) -> State:
    """What lies on a character is its own; on somebody without a sheet, the fighter's."""
    found = state.characters.get(event.who)
    if found is not None:
        return _with(state, event.who, replace(found, **asdict(event.burden)))
    fighter = state.fighter(event.who)
    if state.battle is None or fighter is None:
        return state
    return replace(state, battle=_among(state.battle, (replace(fighter, burden=event.burden),)))


# What the group has


def day_passed(state: State, event: DayPassed) -> State:
    """Another day."""
    return replace(state, day=event.day)


def darkened(state: State, event: Darkened) -> State:
    """Dark, or light."""
    return replace(state, dark=event.dark)


def card_refused(state: State, event: CardRefused) -> State:
    """A card stays with its builder."""
    kept = tuple(c for c in state.refused if (c.who, c.name) != (event.card.who, event.card.name))
    return replace(state, refused=(*kept, event.card))


def content_removed(state: State, event: ContentRemoved) -> State:
    """The table's own thing is gone from its library."""
    left = {kind: {k: v for k, v in getattr(state, kind).items() if k != event.key} for kind in OWN_KINDS}
    return replace(state, **left)


OWN_KINDS = ("skills", "traits", "weapons", "blocks", "races", "items", "builders")


def words_settled(state: State, event: WordsSettled) -> State:
    """What of acts in words is yet to be settled."""
    return replace(state, words_due=event.due)


def axis_kept(state: State, event: AxisKept) -> State:
    """A named timeline is new, changed or gone; one that is gone is no longer in use."""
    axes = {name: axis for name, axis in state.axes.items() if name != event.name or event.axis is not None}
    if event.axis is not None:
        axes[event.name] = event.axis
    return replace(state, axes=axes, axis=state.axis if state.axis in axes else "")


def axis_picked(state: State, event: AxisPicked) -> State:
    """A named timeline is in use."""
    return replace(state, axis=event.name)


def target_set(state: State, event: TargetSet) -> State:
    """The group has a target value."""
    return replace(state, target=event.target, target_by=event.by)


def partner_set(state: State, event: PartnerSet) -> State:
    """The group has somebody to negotiate with."""
    return replace(state, partner=event.partner)


def timeline_kept(state: State, event: TimelineKept) -> State:
    """The group's chat timeline is this."""
    return replace(state, timeline=event.rows)


def place_changed(state: State, event: PlaceChanged) -> State:
    """The place changes everybody's values."""
    return replace(state, place=event.modifiers)


def content_added(state: State, event: ContentAdded) -> State:
    """The table has something of its own, under a key."""
    fields = {
        "skill": "skills",
        "trait": "traits",
        "weapon": "weapons",
        "block": "blocks",
        "race": "races",
        "item": "items",
    }
    added = {
        field: {**getattr(state, field), event.key: getattr(event, kind)}
        for kind, field in fields.items()
        if getattr(event, kind) is not None
    }
    card = event.skill or event.trait or event.weapon
    refused = tuple(c for c in state.refused if card is None or (c.who, c.name) != (event.builder, card.name))
    builders = {**state.builders, **({event.key: event.builder} if event.builder else {})}
    return replace(state, **added, builders=builders, refused=refused)


# The battle


def combat_started(state: State, event: CombatStarted) -> State:
    """A battle runs."""
    return replace(state, battle=event.battle)


def auto_set(state: State, event: AutoSet) -> State:
    """Others are declared for by default."""
    return replace(state, auto=event.who)


def battle_kept(state: State, event: BattleKept) -> State:
    """The battle goes on."""
    return replace(state, battle=replace(state.battle, kept_on=event.sides)) if state.battle else state


def act_declared(state: State, event: ActDeclared) -> State:
    """A fighter has an act."""
    if (battle := state.battle) is None:
        return state
    start = _start(battle, event.passive_start)
    return _fought(state, replace(_among(battle, (event.fighter,)), openings=event.openings, passive_start=start))


def act_cancelled(state: State, event: ActCancelled) -> State:
    """A fighter's act is over before its end."""
    if (battle := state.battle) is None:
        return state
    return _fought(
        state,
        replace(
            _among(battle, (event.fighter,)), past=(*battle.past, *((event.past,) if event.past else ()))[-HISTORY:]
        ),
    )


def fighters_changed(state: State, event: FightersChanged) -> State:
    """Time stands where the event says, and these fighters are so."""
    if (battle := state.battle) is None:
        return state
    past = (*battle.past, *event.past)[-HISTORY:]
    start, tombs = _start(battle, event.passive_start), (*battle.tombs, *_closed_in(battle, event))
    changed = replace(_among(battle, event.fighters), time=event.time, past=past, passive_start=start, tombs=tombs)
    return _fought(state, changed)


def _closed_in(battle: Battle, event: FightersChanged) -> list[Tomb]:
    """Who lies entombed from now on (FET-LIV-41)."""
    before = {f.id: f.under("entombed", battle.time) for f in battle.fighters}
    now = [(f.id, f.under("entombed", event.time)) for f in event.fighters]
    return [Tomb(who, event.time, hold.until) for who, hold in now if hold is not None and hold != before.get(who)]


def moment_closed(state: State, event: MomentClosed) -> State:
    """So stand frozen time, barriers and open wounds."""
    if (battle := state.battle) is None:
        return state
    start = battle.passive_start if event.passive_start is None else event.passive_start
    after = replace(battle, freeze=event.freeze, barriers=event.barriers, wounds=event.wounds, passive_start=start)
    return replace(state, battle=after)


def trait_used(state: State, event: TraitUsed) -> State:
    """One use more."""
    if (battle := state.battle) is None:
        return state
    key = f"{event.who}:{event.trait}"
    return replace(state, battle=replace(battle, used={**battle.used, key: battle.used.get(key, 0) + 1}))


def fighter_joined(state: State, event: FighterJoined) -> State:
    """One more fights."""
    if (battle := state.battle) is None:
        return state
    return _fought(state, replace(battle, fighters=(*battle.fighters, event.fighter)))


def fighter_left(state: State, event: FighterLeft) -> State:
    """One fewer fights."""
    if (battle := state.battle) is None:
        return state
    left = tuple(f for f in battle.fighters if f.id != event.who)
    return _fought(state, replace(battle, fighters=left, passive_start=_start(battle, event.passive_start)))


def combat_ended(state: State, event: CombatEnded) -> State:
    """The battle is over; its losses and magazines are the characters'."""
    if state.battle is None:
        return state
    over = replace(_among(state.battle, event.fighters), live=False)
    after = replace(_unloaded(_kept(state, event.fighters), event.fighters), battle=None, words_due=())
    return replace(after, closed=(*after.closed, over)[-CLOSED:]) if state.battle.live else after


def _start(battle: Battle, found: Number | None) -> Number | None:
    """When the passive side starts is fixed once."""
    return found if battle.passive_start is None else battle.passive_start


def _among(battle: Battle, changed: tuple[Fighter, ...]) -> Battle:
    """The battle with these fighters in their places."""
    now = {f.id: f for f in changed}
    return replace(battle, fighters=tuple(now.get(f.id, f) for f in battle.fighters))


def _fought(state: State, battle: Battle) -> State:
    """The battle is so; fighters with a sheet keep their losses on it."""
    return _kept(replace(state, battle=battle), battle.fighters)


def _kept(state: State, fighters: tuple[Fighter, ...]) -> State:
    """Carry what fighters have lost over to their characters."""
    characters = dict(state.characters)
    for fighter in fighters:
        found = characters.get(fighter.id)
        if found is None or hindrance(found.sheet):
            continue
        stamina = tidy(fighter.maximum(Resource.STAMINA) - fighter.stamina)
        will = tidy(fighter.maximum(Resource.WILL) - fighter.will)
        characters[fighter.id] = replace(
            found,
            stamina_lost=stamina,
            will_lost=will,
            stamina_scar=fighter.stamina_scar,
            will_scar=fighter.will_scar,
            action_points=fighter.action_points,
            action_points_max=_most(found, fighter),
        )
    return replace(state, characters=characters)


def _unloaded(state: State, fighters: tuple[Fighter, ...]) -> State:
    """Magazines are as the battle has left them."""
    characters = dict(state.characters)
    for fighter in (f for f in fighters if f.id in characters):
        sheet = characters[fighter.id].sheet
        arms = tuple(
            replace(w, loaded=fighter.weapons[w.name].loaded) if w.magazine and w.name in fighter.weapons else w
            for w in sheet.weapons
        )
        characters[fighter.id] = replace(characters[fighter.id], sheet=replace(sheet, weapons=arms))
    return replace(state, characters=characters)


fold = by_event(
    sheet_written,
    draft_ended,
    sheet_worn,
    level_raised,
    dealt_with,
    scars_kept,
    day_passed,
    darkened,
    card_refused,
    content_removed,
    words_settled,
    weapon_wielded,
    character_removed,
    losses_kept,
    points_kept,
    burden_kept,
    axis_kept,
    axis_picked,
    target_set,
    auto_set,
    battle_kept,
    partner_set,
    timeline_kept,
    place_changed,
    content_added,
    combat_started,
    act_declared,
    act_cancelled,
    fighters_changed,
    moment_closed,
    trait_used,
    fighter_joined,
    fighter_left,
    combat_ended,
)
