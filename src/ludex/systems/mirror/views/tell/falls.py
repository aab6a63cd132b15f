"""What the events of an act say to a viewer: what she knows of those whom they name, and what becomes of somebody by them (who falls, dead,
dissolved, unconscious, mad or dying; statuses, and what goes with them)."""

from collections.abc import Iterable, Mapping

import msgspec
from msgspec.structs import replace

from ludex.core.events import Event, Lines, effect, headline, told_by
from ludex.core.rule import rule
from ludex.core.say import Filling, Label, Say, say, term
from ludex.core.system import Told, Viewer
from ludex.core.view import Card, EventLine, Verdict
from ludex.systems.mirror.content import shipped, shown
from ludex.systems.mirror.events import Reacted
from ludex.systems.mirror.events.changing import Became, Followed
from ludex.systems.mirror.redact import name_of
from ludex.systems.mirror.rules.dying import dying_parts, dying_target
from ludex.systems.mirror.rules.growth import SUPERIOR
from ludex.systems.mirror.rules.knowing import missing
from ludex.systems.mirror.sheet import Character
from ludex.systems.mirror.state import State
from ludex.systems.mirror.terms import Status, said
from ludex.systems.mirror.views.tell.phrases import named, part_said

PEAKS = {Status.DEAD: 5, Status.DISSOLVED: 5, Status.UNCONSCIOUS: 4, Status.MAD: 3, Status.EXHAUSTED: 1}
"""The gravest first (of one who falls twice at once it alone is told), and how much each matters to who was not there."""

FELL = {
    **{f"told.fell_{s}": f"sentences.then_{s}" for s in PEAKS if s is not Status.EXHAUSTED},
    "told.dying_begins": "sentences.then_dying",
}
"""How a sentence goes on to a fall."""

SET_STATUS = "set_status"
Words = tuple[str, ...]
LIGHT = (Status.EXHAUSTED,)
"""What is told, but is no verdict."""


def joined(events: Iterable[Event[State]]) -> dict[str, Became]:
    """What everybody became by an act: what its events say, together; what began and ended in it is not told."""
    found: dict[str, Became] = {}
    for one in (one for event in events if isinstance(event, Followed) for one in event.became):
        known = found.get(one.who)
        found[one.who] = one if known is None else _both(known, one)
    return found


def _both(first: Became, then: Became) -> Became:
    begun, ended = _netted(first.begun, first.ended, then.begun, then.ended)
    lapsed, back = _netted(first.lapsed, first.back, then.lapsed, then.back)
    dying, dropped = (*first.dying, *then.dying), (*first.dropped, *then.dropped)
    ego = first.ego if then.ego is None else then.ego
    gauge = then.gauge if first.gauge is None else None if then.gauge is not None else first.gauge
    return Became(first.who, begun, ended, dying, dropped, lapsed, back, ego, first.gone, gauge)


def _netted(began: Words, ended: Words, more: Words, fewer: Words) -> tuple[Words, Words]:
    """What began and what ended, without what did both."""
    now = tuple(one for one in (*began, *(m for m in more if m not in ended)) if one not in fewer)
    over = tuple(one for one in (*ended, *(f for f in fewer if f not in began)) if one not in more)
    return now, over


def befell(told: Told, viewer: Viewer, one: Became) -> Lines:
    """What became of somebody whom the viewer knew before and knows now, as far as she may know it: falls first."""
    before: Character | None = told.before.characters.get(one.who)
    now: Character | None = told.after.characters.get(one.who)
    if before is None or now is None:
        return
    name = name_of(told.after, one.who, viewer)
    yield from _falls(name, now, one)
    yield from _statuses(told, name, before, now, one)
    if names := [shown(x.name) for x in told.before.effects if x.id in one.dropped]:
        yield effect("told.dropped", who=name, what=names)
    yield from _lapses(name, now, one)


@rule("MIR-LIV-22", "MIR-DYI-1")
def _falls(name: Label, now: Character, one: Became) -> Lines:
    """That she fell, by the gravest of what she is now (one who was out of play fell before); that she has dying checks to make from now on."""
    status = next((s for s in PEAKS if s in now.statuses and s in one.begun), None)
    if status is not None and not one.gone:
        yield headline(f"told.fell_{status}", who=name, status=_status(status), peak=PEAKS[status])
    parts = [p for p in dying_parts(now) if p.id in one.dying]
    if parts and not now.exempt:
        target = max(map(dying_target, parts))
        yield headline("told.dying_begins", who=name, parts=[part.called for part in parts], target=target, peak=4)


@rule("MIR-LIV-22", "MIR-PER-2")
def _statuses(told: Told, name: Label, before: Character, now: Character, one: Became) -> Lines:
    """Statuses that ended, and those that began and are no fall; and an ego that was cut to its limit."""
    for s in (s for s in one.ended if s in before.statuses and not now.out_of_play):
        yield effect("told.woke" if s == Status.UNCONSCIOUS else "told.status_over", who=name, status=_status(s))
    if told.procedure != SET_STATUS:  # whose card says so
        for s in (s for s in one.begun if s in now.statuses and s not in PEAKS and not now.out_of_play):
            yield effect("told.status_begun", who=name, status=_status(s))
    if one.ego is not None and now.veiled is None:
        yield effect("told.ego_cut", who=name, ego=one.ego)


@rule("MIR-LIV-24", "MIR-LIV-10")
def _lapses(name: Label, now: Character, one: Became) -> Lines:
    """Abilities that lapsed or came back, by name; that which comes and goes with a gauge (Ruling MIR-E-61)."""
    if one.gauge is not None and now.veiled is None:
        superior = shown(shipped().abilities[SUPERIOR].called)
        key = "told.ability_new" if one.gauge else "told.abilities_gone"
        yield effect(key, who=name, ability=superior, abilities=[superior])
    for ability in now.abilities:
        if ability.id in one.lapsed:
            needs = missing(now, ability.prerequisite)
            yield effect("told.ability_lapsed", who=name, ability=shown(ability.called), needs=needs)
        elif ability.id in one.back:
            yield effect("told.ability_back", who=name, ability=shown(ability.called))


def _status(status: str) -> Say:
    return say("view.of_status", status=said(status))


@rule("MIR-LIV-22", "MIR-LIV-35")
def with_falls(card: Card, happened: tuple[EventLine, ...]) -> Card:
    """A card with what its events say, who fell by it first; one without a verdict has the gravest fall as its verdict."""
    keys = [line.said.key for line in happened if isinstance(line.said, Say)]
    falls = [s for s in PEAKS if f"told.fell_{s}" in keys and s not in LIGHT]
    dying = "told.dying_begins" in keys
    grave = Verdict("terrible", _status(falls[0]) if falls else term("dying")) if falls or dying else None
    first = sorted(happened, key=lambda line: not line.peak)
    sentence = _with_the_fallen(card.sentence, happened)
    return replace(card, verdict=card.verdict or grave, happened=tuple(first), sentence=sentence)


def _with_the_fallen(sentence: Label, happened: tuple[EventLine, ...]) -> Label:
    """A sentence that goes on to who fell; by name, where that is not the one it ends with."""
    if not isinstance(sentence, Say) or sentence.key.startswith("sentences.set_"):  # which says it itself
        return sentence
    heads = [line.said for line in happened if line.peak and isinstance(line.said, Say) and line.said.key in FELL]
    ends_with = sentence.facts.get("whom", sentence.facts.get("who"))
    if isinstance(ends_with, list | tuple) and heads:
        return _with_some_fallen(sentence, heads, list(ends_with))
    for said_ in heads:
        key = FELL[said_.key] if said_.facts.get("who") == ends_with else f"{FELL[said_.key]}_other"
        sentence = say(key, what=sentence, **_who_fell(said_))
    return sentence


def _who_fell(line: Say) -> dict[str, Filling]:
    """Who fell, and by what status, where the line says so."""
    return {"who": line.facts.get("who", ""), "status": line.facts.get("status", "")}


def _with_some_fallen(sentence: Say, falls: list[Say], struck: list[Label]) -> Say:
    """A sentence about several that goes on to who fell of them; nobody is named twice."""
    fell = [one.facts.get("who") for one in falls]
    if len({one.key for one in falls}) == 1 and len(struck) > 1 and all(who in fell for who in struck):
        return say(FELL[falls[0].key].replace(".then_", ".all_"), what=sentence)
    if left := [who for who in struck if who not in fell]:
        sentence = replace(sentence, facts={**sentence.facts, "whom": left})
    for one in falls:
        alone = struck == [one.facts.get("who")]
        sentence = say(FELL[one.key] if alone else f"{FELL[one.key]}_other", what=sentence, **_who_fell(one))
    return sentence


ABOUT_ABILITIES = frozenset(
    [
        "learn_ability",
        "auto_learn",
        "forget_ability",
        "lose_level",
        "place_point",
        "place_ability",
        "make_character",
        "create_character",
    ]
)
"""Procedures whose cards name the abilities that come and go."""


class Onlooker(msgspec.Struct, frozen=True):
    """One viewer of a finished procedure, whose states hold what she may know."""

    told: Told
    viewer: Viewer
    became: Mapping[str, Became]

    def body(self, who: str) -> Character | None:
        found: Character | None = self.told.after.characters.get(who)
        return found

    @property
    def about_abilities(self) -> bool:
        return self.told.procedure in ABOUT_ABILITIES

    def names_stamina(self, who: str) -> bool:
        by_effects = (e for e in self.told.events if isinstance(e, Reacted))
        return self.told.procedure == "rest" or any(e.whom == who and e.sp for e in by_effects)

    def sheet_known(self, who: str) -> bool:
        before, now = self.told.before.characters.get(who), self.told.after.characters.get(who)
        return before is not None and now is not None and now.veiled is None

    def name(self, who: str) -> Label:
        return named(self.told, who, self.viewer)

    def part(self, who: str, part: str) -> Label:
        return part_said(self.told, who, part)

    def thing(self, name: str) -> Label:
        return shown(name)

    def befell(self, who: str) -> Lines:
        return befell(self.told, self.viewer, self.became[who]) if who in self.became else ()

    def everybody(self) -> Iterable[str]:
        return tuple(self.told.after.characters)


def happened(told: Told, viewer: Viewer) -> tuple[EventLine, ...]:
    return told_by(told.events, Onlooker(told, viewer, joined(told.events)))
