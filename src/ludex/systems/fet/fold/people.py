"""The fold, people: sheets, losses, what lies on somebody, what years bring; and what the group has."""

import msgspec
from msgspec.structs import asdict, replace

from ludex.systems.fet import events as ev
from ludex.systems.fet.fold.parts import changed, fights_on, most_points, with_character
from ludex.systems.fet.options import Options
from ludex.systems.fet.sheet import Extension
from ludex.systems.fet.state import Character, Dealing, Raised, State
from ludex.systems.fet.terms import Resource, tidy

HISTORY = 60
"""How many levels and dealings a character remembers."""


# People


def sheet_written(state: State, event: ev.SheetWritten) -> State:
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
    return with_character(state, event.who, new)


def draft_ended(state: State, event: ev.DraftEnded) -> State:
    """A sheet plays."""
    return changed(state, event.who, draft=False)


def sheet_worn(state: State, event: ev.SheetWorn) -> State:
    """Another sheet is in use; the own one is kept meanwhile."""
    found = state.characters.get(event.who)
    if found is None:
        return state
    own = (found.own or found.sheet) if event.whose else None
    return changed(state, event.who, sheet=event.sheet, own=own, worn=event.whose)


def level_raised(state: State, event: ev.LevelRaised) -> State:
    """One more line of the log of levels."""
    found = state.characters.get(event.who)
    levels = (*found.levels, Raised(event.before, event.after, state.day, state.session)) if found else ()
    return changed(state, event.who, levels=levels[-HISTORY:])


def dealt_with(state: State, event: ev.DealtWith) -> State:
    """An NPC has been spoken to."""
    found = state.characters.get(event.whom)
    dealings = (*found.dealings, Dealing(event.who, event.rp, event.result, state.day)) if found else ()
    return changed(state, event.whom, dealings=dealings[-HISTORY:])


def scars_kept(state: State, event: ev.ScarsKept) -> State:
    """What is scarred is the character's, and its fighter's too."""
    scars = {"stamina_scar": event.stamina, "will_scar": event.will}
    return fights_on(changed(state, event.who, **scars), event.who, **scars)


def weapon_wielded(state: State, event: ev.WeaponWielded) -> State:
    """A weapon is in hand."""
    return changed(state, event.who, wielded=event.weapon)


def character_removed(state: State, event: ev.CharacterRemoved) -> State:
    """A character is gone, and what she would have had."""
    left = {who: c for who, c in state.characters.items() if who != event.who}
    return replace(state, characters=left, wishes=tuple(wish for wish in state.wishes if wish.who != event.who))


def losses_kept(state: State, event: ev.LossesKept) -> State:
    """Losses are the character's, and its fighter's too."""
    state = changed(state, event.who, stamina_lost=event.stamina, will_lost=event.will)
    fighter = state.fighter(event.who)
    if event.who not in state.characters or fighter is None:
        return state
    stamina = max(0, tidy(fighter.maximum(Resource.STAMINA) - event.stamina))
    will = max(0, tidy(fighter.maximum(Resource.WILL) - event.will))
    return fights_on(state, event.who, stamina=stamina, will=will)


def points_kept(state: State, event: ev.PointsKept) -> State:
    """Action points are the character's, and its fighter's too."""
    found = state.characters.get(event.who)
    if found is None:
        return state
    most = most_points(found, event)
    state = changed(state, event.who, action_points=event.points, action_points_max=most)
    return fights_on(state, event.who, action_points=event.points)


def burden_kept(state: State, event: ev.BurdenKept) -> State:
    """What lies on a character is its own; on somebody without a sheet, the fighter's."""
    if event.who in state.characters:
        return changed(state, event.who, **asdict(event.burden))
    return fights_on(state, event.who, burden=event.burden)


# What the group has


def session_begun(state: State, event: ev.SessionBegun) -> State:
    """Another session."""
    return replace(state, session=event.number)


def day_passed(state: State, event: ev.DayPassed) -> State:
    """Another day."""
    return replace(state, day=event.day)


def darkened(state: State, event: ev.Darkened) -> State:
    """Dark, or light."""
    return replace(state, dark=event.dark)


def card_refused(state: State, event: ev.CardRefused) -> State:
    """A card stays with its builder."""
    kept = tuple(c for c in state.refused if (c.who, c.name) != (event.card.who, event.card.name))
    return replace(state, refused=(*kept, event.card))


def wish_made(state: State, event: ev.WishMade) -> State:
    """Something waits for the GM's word."""
    return state if event.wish in state.wishes else replace(state, wishes=(*state.wishes, event.wish))


def wish_settled(state: State, event: ev.WishSettled) -> State:
    """It waits no longer."""
    return replace(state, wishes=tuple(wish for wish in state.wishes if wish != event.wish))


def content_removed(state: State, event: ev.ContentRemoved) -> State:
    """The table's own thing is gone from its library."""
    left = {kind: {k: v for k, v in getattr(state, kind).items() if k != event.key} for kind in OWN_KINDS}
    return replace(state, **left)


OWN_KINDS = ("skills", "traits", "weapons", "blocks", "races", "items", "builders", "places", "extensions")


def words_settled(state: State, event: ev.WordsSettled) -> State:
    """What of acts in words is yet to be settled."""
    return replace(state, words_due=event.due)


def axis_kept(state: State, event: ev.AxisKept) -> State:
    """A named timeline is new, changed or gone; one that is gone is no longer in use."""
    axes = {name: axis for name, axis in state.axes.items() if name != event.name or event.axis is not None}
    if event.axis is not None:
        axes[event.name] = event.axis
    return replace(state, axes=axes, axis=state.axis if state.axis in axes else "")


def axis_picked(state: State, event: ev.AxisPicked) -> State:
    """A named timeline is in use."""
    return replace(state, axis=event.name)


def target_set(state: State, event: ev.TargetSet) -> State:
    """The group has a target value."""
    return replace(state, target=event.target, target_by=event.by)


def partner_set(state: State, event: ev.PartnerSet) -> State:
    """The group has somebody to negotiate with."""
    return replace(state, partner=event.partner)


def timeline_kept(state: State, event: ev.TimelineKept) -> State:
    """The group's chat timeline is this."""
    return replace(state, timeline=event.rows)


def place_changed(state: State, event: ev.PlaceChanged) -> State:
    """The place changes everybody's values."""
    return replace(state, place=event.modifiers, place_name=event.name)


def counted(state: State, _event: ev.Counted) -> State:
    """Something for the evening's reckoning; nothing changes."""
    return state


def content_added(state: State, event: ev.ContentAdded) -> State:
    """The table has something of its own, under a key."""
    fields = {
        "skill": "skills",
        "trait": "traits",
        "weapon": "weapons",
        "block": "blocks",
        "race": "races",
        "item": "items",
        "place": "places",
        "extension": "extensions",
    }
    added = {
        field: {**getattr(state, field), event.key: getattr(event, kind)}
        for kind, field in fields.items()
        if getattr(event, kind) is not None
    }
    card = event.skill or event.trait or event.weapon
    refused = tuple(c for c in state.refused if card is None or (c.who, c.name) != (event.builder, card.name))
    builders = {**state.builders, **({event.key: event.builder} if event.builder else {})}
    state = replace(state, **added, builders=builders, refused=refused)
    return replace(state, options=_extended(state.options, event.extension)) if event.extension else state


def _extended(options: Options, extension: Extension) -> Options:
    """The table's options with those that an extension sets."""
    return msgspec.convert({**msgspec.to_builtins(options), **extension.options}, Options)
