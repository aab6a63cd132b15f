"""How the events of live play change the state: things, favour that is due, sides that play themselves, an end that was offered."""

from msgspec.structs import replace

from ludex.systems.mirror import events as e
from ludex.systems.mirror.fold.changing import changed, on_clock, with_part
from ludex.systems.mirror.sheet import Character, Favour
from ludex.systems.mirror.state import Reaction, State


def rank_set(state: State, event: e.RankSet) -> State:
    """A rank of hers."""

    def change(c: Character) -> Character:
        ranks: dict[str, int] = {**getattr(c, event.kind), event.name: event.rank}
        return replace(c, **{event.kind: {name: rank for name, rank in ranks.items() if rank}})

    return changed(state, event.who, change)


def organs_set(state: State, event: e.OrgansSet) -> State:
    """What is in a part of hers."""
    return changed(
        state,
        event.who,
        lambda c: with_part(c, event.part, lambda p: replace(p, organs=event.organs, taken=event.taken)),
    )


def end_offered(state: State, event: e.EndOffered) -> State:
    """Nobody is asked again, whether the conflict ends or goes on."""
    return on_clock(state, lambda c: replace(c, offered=True, over=event.over))


def round_opened(state: State, event: e.RoundOpened) -> State:
    """The round is open, and has begun for her."""
    return on_clock(state, lambda c: replace(c, opened=(*c.opened, event.who)))


def favour_due(state: State, event: e.FavourDue) -> State:
    """The GM is to be asked for these."""
    return replace(state, favour_due=event.who)


def throwing_set(state: State, event: e.ThrowingSet) -> State:
    """Her player throws her dice, or no longer does."""
    others = tuple(i for i in state.throwing if i != event.who)
    return replace(state, throwing=(*others, event.who) if event.on else others)


def play_set(state: State, event: e.PlaySet) -> State:
    """These play by themselves."""
    return replace(state, played=event.who)


MOST = 40
"""So many reactions are remembered, to be told."""


def reacted(state: State, event: e.Reacted) -> State:
    """An effect acted by itself."""
    number = state.reactions[-1].number + 1 if state.reactions else 1
    done = (event.effect, event.whom, event.grade, event.part, event.count, event.level, event.sp)
    made = Reaction(number, event.who, *done)
    return replace(state, reactions=(*state.reactions[1 - MOST :], made))


def limit_drawn(state: State, event: e.LimitDrawn) -> State:
    """A limit of an effect was drawn on: a running effect keeps it itself, any other her sheet."""
    if any(x.id == event.source for x in state.effects):
        kept = tuple(
            replace(x, record=replace(x.record, spent=event.spent)) if x.id == event.source else x
            for x in state.effects
        )
        return replace(state, effects=kept)
    return changed(state, event.who, lambda c: replace(c, drawn={**c.drawn, event.source: event.spent}))


def limits_restored(state: State, event: e.LimitsRestored) -> State:
    """Limits that count until a rest are whole again."""

    def whole(c: Character) -> Character:
        left = {
            source: tuple(m for m in marks if m.split("/")[1] not in event.pers) for source, marks in c.drawn.items()
        }
        return replace(c, drawn={source: marks for source, marks in left.items() if marks})

    return changed(state, event.who, whole)


def aimed(state: State, event: e.Aimed) -> State:
    """She aimed at this part of hers."""
    return changed(state, event.who, lambda c: replace(c, aims={**c.aims, event.target: event.part}))


def grown(state: State, event: e.Grown) -> State:
    """Her player is to be asked where a level goes, or has been."""
    known = state.learning if event.ability else state.growing
    others = tuple(i for i in known if i != event.who)
    now = (*others, event.who) if event.open else others
    return replace(state, learning=now) if event.ability else replace(state, growing=now)


def favour_changed(state: State, event: e.FavourChanged) -> State:
    """Her favour, and what it was for."""

    def change(c: Character) -> Character:
        noted = (*c.favours, Favour(event.favour - c.favour, event.reason)) if event.reason else c.favours
        return replace(c, favour=event.favour, favours=noted)

    return changed(state, event.who, change)


DONE = (
    e.WoundTaken, e.StaminaChanged, e.ApChanged, e.ActionUsed, e.GaugeSpent, e.StatusSet, e.LongRested, e.KnockedOut, e.Moved,
    e.PersonalityChanged, e.RelationChanged, e.FavourChanged,
)  # fmt: skip
"""After any of these a new sheet is no draft any more (MIR-LIV-48)."""


def in_play(after: State, event: e.Event) -> State:
    """A draft of whom something has come is in play."""
    if isinstance(event, DONE) and (c := after.characters.get(event.who)) is not None and c.draft:
        return replace(after, characters={**after.characters, c.id: replace(c, draft=False)})
    return after
