"""Characters, the story and sessions."""

from msgspec.structs import asdict, replace

from ludex.systems.fable import events as ev
from ludex.systems.fable.fold.changing import fresh, unguarded, with_all, with_conflict, with_one, without
from ludex.systems.fable.fold.lasting import lasting
from ludex.systems.fable.sheet import Character
from ludex.systems.fable.state import Session, State
from ludex.systems.fable.terms import Kind, Pool


# ---------------------------------------------------------------------- characters
def character_written(state: State, event: ev.CharacterWritten) -> State:
    """The record is the event's."""
    return replace(state, characters={**state.characters, event.character.id: event.character})


def character_gone(state: State, event: ev.CharacterGone) -> State:
    """Everybody but her is left."""
    characters = {who: c for who, c in state.characters.items() if who != event.who}
    return replace(state, characters=characters, entered=tuple(who for who in state.entered if who != event.who))


def character_away(state: State, event: ev.CharacterAway) -> State:
    """She is on the roster, as she was; nothing of the fight clings to her."""
    who = state.characters[event.who]
    kept = replace(who, guarding=False, covering="", break_point_taken=False, place=state.scene or who.place)
    return replace(character_gone(state, ev.CharacterGone(event.who)), away={**state.away, event.who: kept})


def character_back(state: State, event: ev.CharacterBack) -> State:
    """She is here again; or the roster forgets her."""
    away = {who: c for who, c in state.away.items() if who != event.who}
    if event.gone:
        return replace(state, away=away)
    used = {
        per: n for per, n in state.away[event.who].used.items() if per not in ("turn", "round", "conflict", "scene")
    }
    here = replace(state.away[event.who], place=state.scene, used=used, spells_on={})
    return replace(state, away=away, characters={**state.characters, event.who: here})


def placed(state: State, event: ev.Placed) -> State:
    """They were seen here."""
    return with_all(state, event.people, lambda c: replace(c, place=event.scene))


def gauges_moved(state: State, event: ev.GaugesMoved) -> State:
    """One row has new losses."""
    name = "hg" if event.pool is Pool.HP else "mg"
    return with_one(state, event.who, lambda c: replace(c, **{name: replace(c.row(event.pool), lost=event.lost)}))


def points_moved(state: State, event: ev.PointsMoved) -> State:
    """What she has of each is moved by the event's number."""

    def moved(c: Character) -> Character:
        sheet = replace(c.sheet, money=c.sheet.money + event.money, xp=c.sheet.xp + event.xp)
        return replace(c, fp=c.fp + event.fp, ultima=c.ultima + event.ultima, ip=c.ip + event.ip, sheet=sheet)

    if state.session is not None and (event.fp_spent or event.ultima_spent):
        fp, ultima = state.session.fp + event.fp_spent, state.session.ultima + event.ultima_spent
        state = replace(state, session=replace(state.session, fp=fp, ultima=ultima))
    return with_one(state, event.who, moved)


def copied(
    state: State, event: ev.StatusesSet | ev.BondsSet | ev.EdgeSet | ev.OpportunitiesSet | ev.Downed | ev.Revealed
) -> State:
    """The fields of these events are fields of the character, by the same names."""
    changes = {name: value for name, value in asdict(event).items() if name != "who"}
    return with_one(state, event.who, lambda c: replace(c, **changes))


def fate_sealed(state: State, event: ev.FateSealed) -> State:
    """Her fate is this; what brought her down is dealt with; one who is out guards nobody and strikes back at nobody."""
    left = tuple(one for one in state.pending if one.who != event.who)
    return with_one(
        replace(state, pending=left) if event.fate else state,
        event.who,
        lambda c: replace(
            unguarded(c) if event.fate else c,
            fate=event.fate,
            surrendered=event.surrendered,
            downed="",
            downed_by="",
        ),
    )


def started(state: State, event: ev.Started) -> State:
    """Her sheet is a draft no longer."""
    return with_one(state, event.who, lambda c: replace(c, draft=False))


def break_point_taken(state: State, event: ev.BreakPointTaken) -> State:
    """She wins no other point for a broken gauge in this turn."""
    return with_one(state, event.who, lambda c: replace(c, break_point_taken=True))


def feat_used(state: State, event: ev.FeatUsed) -> State:
    """The feat counts one use more, until it comes back."""

    def used(c: Character) -> Character:
        times = c.used.get(event.per, {})
        return replace(c, used={**c.used, event.per: {**times, event.feat: times.get(event.feat, 0) + 1}})

    return with_one(state, event.who, used)


def studied(state: State, event: ev.Studied) -> State:
    """The players know so much of her."""
    return with_one(state, event.who, lambda c: replace(c, studied=event.tier))


def villain_entered(state: State, event: ev.VillainEntered) -> State:
    """Its entrance has counted, and every PC has the points."""
    pcs = [who for who, c in state.characters.items() if c.kind is Kind.PC]
    state = with_all(state, pcs, lambda c: replace(c, fp=c.fp + event.fp))
    return replace(state, entered=(*state.entered, event.who), entrance_fp=state.entrance_fp + event.fp)


def spell_lasting(state: State, event: ev.SpellLasting) -> State:
    """The spell lasts on its targets, and no longer where the same caster had it before."""

    def lasting(c: Character, *, on: bool) -> Character:
        kept = {s: by for s, by in c.spells_on.items() if (s, by) != (event.spell, event.caster)}
        return replace(c, spells_on={**kept, event.spell: event.caster} if on else kept)

    characters = {who: lasting(c, on=who in event.targets) for who, c in state.characters.items()}
    return replace(state, characters=characters)


# ---------------------------------------------------------------------- the story
def scene_begun(state: State, event: ev.SceneBegun) -> State:
    """Nothing of the scene before lasts; limited feats are back; villains who are out of it may enter again."""
    state = lasting(state, without(state.effects, "scene", "next_check", "next_attack", "next_damage"))
    over = with_all(state, state.characters, lambda c: replace(unguarded(c), spells_on={}))
    renewed = fresh(over, "turn", "round", "scene")
    there = [who for who, c in state.characters.items() if not c.hidden and not c.fate]
    stay = tuple(who for who in state.entered if who in there)
    return replace(renewed, scene=event.scene, settlement=event.settlement, entered=stay, entrance_fp=0)


def clock_set(state: State, event: ev.ClockSet) -> State:
    """The clock stands in its place, or after the others if it is new."""
    clocks = {clock.name: clock for clock in state.clocks} | {event.clock.name: event.clock}
    return replace(state, clocks=tuple(clocks.values()))


def clock_gone(state: State, event: ev.ClockGone) -> State:
    """The other clocks are left."""
    return replace(state, clocks=tuple(c for c in state.clocks if c.name != event.name))


def thing_gone(state: State, event: ev.ThingGone) -> State:
    """The others are left."""
    table = {key: body for key, body in state.things.get(event.table, {}).items() if key != event.key}
    return replace(state, things={**state.things, event.table: table})


def thing_added(state: State, event: ev.ThingAdded) -> State:
    """The table's own content has one entry more, or another one under that key."""
    table = {**state.things.get(event.table, {}), event.key: event.body}
    return replace(state, things={**state.things, event.table: table})


def kept(state: State, event: ev.PendingSet | ev.PlayingSet | ev.TellingsSet) -> State:
    """The fields of these events are fields of the state, by the same names."""
    return replace(state, **asdict(event))


def type_shown(state: State, event: ev.TypeShown) -> State:
    """One type more is known of her."""
    return with_one(state, event.who, lambda c: replace(c, shown_types=(*c.shown_types, event.damage_type)))


def touched(state: State, _event: ev.Touched) -> State:
    """Nothing changes."""
    return state


def session_opened(state: State, event: ev.SessionOpened) -> State:
    """A session is running; what comes back with it is back."""
    return replace(fresh(state, "session"), session=Session(event.title))


def session_closed(state: State, _event: ev.SessionClosed) -> State:
    """No session is running."""
    return replace(state, session=None)


def point_asked(state: State, _event: ev.PointAsked) -> State:
    """She is not asked again in this turn."""
    return with_conflict(state, lambda c: replace(c, asked=True))


def end_offered(state: State, event: ev.EndOffered) -> State:
    """The end is not offered again."""
    return with_conflict(state, lambda c: replace(c, offered=True, over=event.over))
