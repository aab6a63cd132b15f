"""What can be done now, for the MC and for players, by the phase of scene and mission.

Made of the state as the viewer knows it; a deed that cannot be done in this phase is not listed. Nothing here judges a deed.
"""

from collections.abc import Iterator

from msgspec.structs import replace

from ludex.core.deeds import Gap, Offer, Value, deed
from ludex.core.principals import Viewer, actor
from ludex.core.rule import rule
from ludex.core.say import Label, say, term
from ludex.core.view import AnyPart, Text
from ludex.systems.mist.content import as_read, content_of
from ludex.systems.mist.kinds import offers
from ludex.systems.mist.may import may
from ludex.systems.mist.rules.scenes import open_matters
from ludex.systems.mist.rules.statuses import unrelated_statuses
from ludex.systems.mist.sheet import TIERS, Holder, Threat, status_of, tags_on
from ludex.systems.mist.sheet.wordings import as_shelved
from ludex.systems.mist.state import Scene, State, asked_as
from ludex.systems.mist.terms import Activity, MissionPhase, Outcome, ScenePhase, ThemeKind, ThreatState

TIER = tuple(str(tier) for tier in range(1, TIERS + 1))


def deeds(state: State, viewer: Viewer) -> tuple[Offer, ...]:
    return tuple(_deeds(state, viewer))


def _deeds(state: State, viewer: Viewer) -> Iterator[Offer]:
    if viewer.gm:
        yield from _mc_scene(state)
        yield from _mc_case(state)
        yield from _mc_reveals(state)
    elif viewer.controls:
        yield from _player(state, viewer.controls[0])
    elif viewer.player:
        yield new_character(state)


def new_character(state: State) -> Offer:
    """Come to the table, with a prepared sheet or an empty one."""
    return deed("new", say("view.do_new"), primary=True, character=as_read(offers.new_characters(state)))


SUGGESTED = 4
"""So many themes are suggested (MST-LIV-42); any number will do."""


def guide(state: State, name: str) -> Iterator[AnyPart]:
    """What a sheet that is being made could have next, with samples; no question, any line may be typed instead (MST-LIV-42)."""
    character = state.character(name)
    if character is None or name in state.used:
        return
    have = len(character.themes)
    wanted = state.options.theme_count or SUGGESTED
    if have >= wanted:
        yield Text(say("told.guide_done", have=have), "quiet")
        return
    key = "told.guide_more" if have else "told.guide"
    yield Text(say(key, place=have + 1, of=wanted, samples=_samples(state, name)), "quiet")


def _samples(state: State, name: str) -> list[str]:
    """Sample themes none of whose tags is on the sheet; for a name in Latin letters those in English."""
    character = state.character(name)
    own = tags_on(character) if character else ()
    themes = (t for t in content_of(state.packs).themes.values() if t.id.isascii() == name.isascii())
    return [t.theme_tag for t in themes if not any(tag in own for tag in t.power_tags)]


def write_theme(state: State, name: str) -> Offer:
    """Write a theme on an own sheet, or take a sample."""
    kinds: tuple[Label, ...] = (*map(term, ThemeKind), *_samples(state, name))
    return deed("theme", say("view.write_theme"), of=actor(name), kind=kinds, theme_tag=(), tags=(), weakness=())


def _player(state: State, name: str) -> Iterator[Offer]:
    character = state.character(name)
    if character is None or not character.active:
        return
    me = actor(name)
    if name not in state.used and len(character.themes) < SUGGESTED:
        yield write_theme(state, name)
    acting = not state.owed and may(state, name, "act") is None
    if acting:
        yield _acting(state, name)
    tainted = {theme.id: theme.called for theme in character.themes if theme.kind == ThemeKind.TAINTED}
    if tainted and may(state, name, "immerse") is None:
        yield deed("immerse", say("view.do_immerse"), of=me, theme=tainted, text=())
    if acting:
        helping, hindering, burning = _uses(state, name)
        yield deed("peek", say("view.do_preview"), of=me, help=helping, hinder=hindering, burn=burning)
    if state.case is None:
        yield from closed_deeds(state)
    yield from _of_the_case(state, name)


def _of_the_case(state: State, name: str) -> Iterator[Offer]:
    """What a player does for the case, and between scenes."""
    me = actor(name)
    if state.rests.get(name) and may(state, name, "rest") is None:
        yield deed("rest", say("view.do_rest"), of=me, primary=True, activity=tuple(map(term, Activity)))
    if private := tuple(c.id for c in state.mission_now.clues if c.holder == name):
        yield deed("share", say("view.do_share"), of=me, text=private)
    if may(state, name, "deduce") is None:
        yield replace(_concluding(state, name, "deduce"), primary=True)
        yield _concluding(state, name, "test")
    if may(state, name, "suppress") is None and (overcome := _overcome(state)):
        yield deed("suppress", say("view.do_suppress"), of=me, anomaly=overcome)


def asked_now(state: State) -> dict[str, Label]:
    """The questions of the case, each as it is shown."""
    return {mystery.id: mystery.called for mystery in state.mission_now.mysteries}


def _concluding(state: State, name: str, form: str) -> Offer:
    """A conclusion in one of its two forms, with the clues that can be cited."""
    known = {clue.id: as_shelved(clue.id) for clue in state.mission_now.clues}
    asked, title = asked_now(state), say(f"view.do_{form}")
    return deed(form, title, of=actor(name), mystery=asked, conclusion=(), supporting=known, conflicting=known, text=())


def _acting(state: State, name: str) -> Offer:
    """An action: what it is put together from, the threats that it may address, what is said of it."""
    helping, hindering, burning = _uses(state, name)
    title, first, threats = say("view.do_act"), state.running is not None, offers.open_threats(state)
    note = say("view.act_note")
    uses = deed(
        "act",
        title,
        of=actor(name),
        primary=first,
        note=note,
        help=helping,
        hinder=hindering,
        burn=burning,
        addresses=threats,
        text=(),
    )
    return replace(uses, gaps=(*(gap for gap in uses.gaps if gap.values), Gap("text", wanted=True)))


def _uses(state: State, name: str) -> tuple[dict[str, Label], dict[str, Label], dict[str, Label]]:
    """What a character could name for a roll, against it, and to be burnt; statuses with their tiers (MST-LIV-1)."""
    tiers: dict[str, Label] = {}
    for holder in state.holders:
        for status in holder.statuses:
            if holder.id == name:
                tiers[status.name] = say("view.own_status", status=status.called, tier=status.tier)
            else:
                key = f"{holder.id}:{status.name}"
                tiers[key] = say("view.their_status", who=holder.called, status=status.called, tier=status.tier)

    def called(words: tuple[str, ...]) -> dict[str, Label]:
        return {word: tiers.get(word, word) for word in words}

    return (
        called(offers.helping_tags(state, name)),
        called(offers.hindering_tags(state, name)),
        called(offers.burnable_tags(state, name)),
    )


def _overcome(state: State) -> dict[str, Label]:
    """The challenges that are overcome: one of them may be the anomaly (MST-LIV-28)."""
    return {challenge.id: challenge.called for challenge in state.challenges if challenge.overcome}


def _mc_scene(state: State) -> Iterator[Offer]:
    if state.owed:
        yield from _mc_consequences(state)  # MST-LIV-20: what is owed stands first
    yield from _mc_anytime(state)
    if scene := state.running:
        yield deed("wrap", say("view.do_wrap"), primary=not state.owed and not open_matters(scene))  # MST-LIV-14
    match state.scene.phase if state.scene else ScenePhase.ENDED:
        case ScenePhase.ENDED:
            if may_open(state):
                yield deed("scene", say("view.do_open"), scene=offers.scenes(state))
        case ScenePhase.ESTABLISH:
            yield deed("establish", say("view.do_establish"), primary=True)
            yield deed("establish", say("view.do_establish_prepared"), scene=offers.scenes(state))
            yield deed("challenge", say("view.do_challenge"), challenge=offers.off_stage(state))
        case ScenePhase.CONSEQUENCE if not state.owed:
            yield from _mc_consequences(state)


def _mc_anytime(state: State) -> Iterator[Offer]:
    """What the MC can do in any phase: in a scene announce what is prepared, give a status, say what statuses are to each other."""
    announced = offers.threats(state)
    threats = tuple(name for name in offers.prepared_threats(state) if name not in announced)
    if threats and state.running:  # MST-SCN-8
        yield deed("threat", say("view.do_threat"), id=threats)
    if there := _there(state):
        held = {holder.id: holder.called for holder in there}
        yield deed("status", say("view.do_status"), holder=held, status=(), number=TIER)
    yield from _related(state)


def _there(state: State) -> tuple[Holder, ...]:
    """Who and what can be given something: the characters, and the challenges of a scene that is not over."""
    return state.holders if state.running else state.characters


@rule("MST-LIV-38")
def _mc_reveals(state: State) -> Iterator[Offer]:
    """What is hidden, and the truths: which one is chosen in its form, for what everybody has read nobody unreads."""
    names = [name for name in offers.hidden_names(state) if name not in offers.prepared_threats(state)]
    truths = [mystery.id for mystery in state.mission_now.mysteries if mystery.answer and not mystery.told]
    if hidden := {name: as_shelved(name) for name in names if name not in truths}:
        yield deed("reveal", say("view.do_reveal"), note=say("view.read_by_all"), secret=hidden)
    if untold := {name: asked_as(name) for name in names if name in truths}:
        yield deed("reveal", say("view.do_tell_truth"), note=say("view.read_by_all"), secret=untold)


@rule("MST-LIV-34")
def _related(state: State) -> Iterator[Offer]:
    """What the MC may say of the newest status that stands beside others, where the table tells of them; older ones are in the log."""
    if state.options.similar != "tell":
        return
    for holder in _there(state):
        for n, status in reversed(tuple(enumerate(holder.statuses))):
            others = unrelated_statuses(replace(holder, statuses=holder.statuses[:n]), status, state.related)
            if others:
                given = {"holder": holder.id, "status": status.name}
                note = say("view.newest_status", who=holder.called, status=status.called)
                yield deed("merge", say("view.do_stack_on"), given=given, note=note, into=others)
                if held := tuple(name for name in others if status_of(holder, name)):
                    yield deed("offset", say("view.do_cancel_with"), given=given, note=note, into=held)
                return


def relate(holder: Holder, name: str, other: str) -> Iterator[Offer]:
    """Two buttons for a pair: they stack, or they cancel; a limit without a track has nothing to cancel."""
    given = {"holder": holder.id, "status": name, "into": other}
    yield deed("merge", say("view.do_stack", name=name, other=other), given=given)
    if status_of(holder, other):
        yield deed("offset", say("view.do_cancel", name=name, other=other), given=given)


def may_open(state: State) -> bool:
    """Whether a scene may open: not out of the writing (MST-LIV-9)."""
    return state.mission is None or state.mission.phase != MissionPhase.WRITING


def _mc_consequences(state: State) -> Iterator[Offer]:
    scene = state.scene or Scene()
    people: dict[str, Label] = {c.id: c.called for c in state.characters if c.active}
    hit = {**people, offers.ALL: say("view.everybody")} if len(people) > 1 else people
    sources: tuple[Label, ...] = (*scene.open_threats, *((term(ScenePhase.ACTION),) if scene.action_due else ()))
    if sources:
        title, due = say("view.do_consequence"), scene.action_due
        tags = tuple(tag for c in state.characters if c.active for theme in c.themes for tag in theme.usable)
        more = {"tag": (), "narrative": (), "burn": tags, "untag": offers.story_tags(state), "threat": ()}
        note = say("view.owed_now") if due else ""
        first = deed("consequence", title, primary=due, note=note, source=sources, who=hit, status=(), tier=TIER)
        yield replace(
            first, gaps=(*first.gaps, Gap("deny", ()), *(Gap(n, tuple(map(_word, v))) for n, v in more.items()))
        )
    for threat in scene.threats:
        if threat.state == ThreatState.OPEN and threat.brings:
            title, note = (
                say("view.do_prepared", threat=threat.id),
                say("view.prepared_brings", brings=_brought(threat)),
            )
            yield deed("consequence", title, note=note, given={"source": threat.id}, who=hit)
    if not scene.action_due:
        yield deed("next", say("view.do_next"))


def _word(word: str) -> Value:
    return Value(word, word)


def _brought(threat: Threat) -> list[str]:
    """What is prepared for a threat, each by its name or its words, with its tier."""
    named = [(str(one.get("name") or one.get("id") or one.get("text") or ""), one.get("tier")) for one in threat.brings]
    return [f"{name} {tier}" if tier else name for name, tier in named if name]


def closed_deeds(state: State) -> Iterator[Offer]:
    """What is done with the cases that are closed: each opened again to be read, as a page (MST-LIV-56, -57)."""
    names = tuple(dict.fromkeys(reversed(offers.closed_cases(state))))
    if names:
        yield deed("archive", say("view.do_archive"), text=names)
        yield deed("dossier", say("view.do_dossier"), text=names)


@rule("MST-LIV-31")
def _time_off(state: State) -> Iterator[Offer]:
    """A rest for everybody between scenes, while somebody in play has none."""
    tired = [c for c in state.characters if c.active and not state.rests.get(c.id)]
    if tired and not state.running:
        yield deed("rest", say("view.do_rest_all"), note=say("view.rest_all_note"))


def _mc_case(state: State) -> Iterator[Offer]:
    mission = state.case
    if mission is None:
        yield deed("mission", say("view.open_mission"), mission=offers.titled_missions(state))
        yield from _time_off(state)
        yield from closed_deeds(state)
        return
    if mission.phase != MissionPhase.WRITING and not state.owed and not (state.running and open_matters(state.running)):
        yield deed("write", say("view.do_write"))
    if mission.phase == MissionPhase.OPPORTUNITY and (overcome := _overcome(state)):
        yield deed("suppress", say("view.do_suppress"), anomaly=overcome)
    yield from _time_off(state)
    yield deed("close", say("view.do_close"), outcome=tuple(map(term, Outcome)))
    yield deed("clue", say("view.do_clue"), id=(), text=())
