"""Actions (行动) and The scene loop (场景循环), joined: an action inside a scene, and what it makes of the threats. MST-SCN-4.

As it is played (MST-LIV-4, -12, -13, -17, -18, -20, -23, -29; a clean one is one line, MST-LIV-17): the loop turns by itself, marks that are due are made, clues are in the file.
"""

import re
from typing import Annotated, TypeVar

import msgspec
from msgspec.structs import asdict, replace

from ludex.core.asks import GM, Option, choose
from ludex.core.declaring import Deed
from ludex.core.deeds import ANYONE, PERSON, Asked, Do, Show
from ludex.core.errors import RuleError
from ludex.core.fields import CIRCUMSTANCE, flag
from ludex.core.names import narrow, simplified
from ludex.core.rule import rule
from ludex.core.say import Label, say
from ludex.systems.mist.events import CallDropped, ClueFound, ClueKept, TurnsCalled, happen
from ludex.systems.mist.kinds import Burning, EffectsNamed, Helping, Hindering, ReadyPower, Threats, Words, offers
from ludex.systems.mist.kinds.reading import holder_named, threat_named, with_late_tags
from ludex.systems.mist.rules.actions import Action, ActionDone, action, check_effects
from ludex.systems.mist.rules.growth import mark_due
from ludex.systems.mist.rules.invocation import invoke, named_in, read_invocation
from ludex.systems.mist.rules.loop import ready_to_act, use
from ludex.systems.mist.rules.missions import check_not_writing
from ludex.systems.mist.rules.picks import DONE, in_code, read_pick
from ludex.systems.mist.rules.scenes import Act, check_settled, open_threat, scene_act, scene_in, scene_of
from ludex.systems.mist.rules.who import actor_of, check_active
from ludex.systems.mist.sheet import Challenge, Character, tags_on
from ludex.systems.mist.state import Clue, State
from ludex.systems.mist.terms import EffectKind, Mode, ScenePhase

ALONE, WITH = "roll", "with"
AS_PUT, REWORDED, HIDDEN = "as_put", "reworded", "hidden"


class ActionTurn(Action, frozen=True, kw_only=True):
    """An action and the threats that it addresses. `aside`: it is no turn of the scene loop.

    `weighed`: the words of the clues that it finds are the MC's (MST-LIV-29). `called`: the MC has
    called for it (MST-LIV-4). `step`: the MC turns the loop (MST-LIV-11).
    """

    addresses: tuple[str, ...] = ()
    aside: bool = False
    text: str = ""
    weighed: bool = False
    called: bool = False
    step: bool = False


class ActLine(
    Deed,
    names=("行动", "act", "a", "ra", "rc"),
    group="play",
    alone=True,
    many=True,
    example=".行动 +记者证 +夜班编辑 应对=手电照脸 亮出证件",
):
    """`.行动 +记者证! -失眠 应对=手电 亮出证件`."""

    help: Helping = ()
    hinder: Hindering = ()
    burn: Burning = ()
    power: ReadyPower = None
    addresses: Threats = ()
    effects: EffectsNamed = ()
    action: Annotated[bool, flag("action", "行动", "act")] = False
    instead: Annotated[bool, flag("instead", "代")] = False
    describe: Annotated[bool, flag("describe", "描述", owner=CIRCUMSTANCE)] = False
    quick: Annotated[bool, flag("quick", "速决")] = False
    aside: Annotated[bool, flag("aside", "场外", owner=CIRCUMSTANCE)] = False
    text: Words = ""

    @staticmethod
    def word(asked: Asked, kinds: tuple[str, ...]) -> tuple[str, ...]:
        """What counts against its usual side in the actor's favour is the MC's word too (MST-LIV-1)."""
        asked = with_late_tags(asked)
        state: State = asked.state
        own = state.character(asked.actor)
        weak = [tag for theme in own.themes for tag in theme.weakness] if own else []
        theirs = [tag for challenge in state.challenges for tag in challenge.tags]
        odd = (*weak, *(tag for tag in (*theirs, *state.traits) if own is None or tag not in tags_on(own)))
        scene = [tag.name for tag in state.scene_tags]
        named = [name.rstrip("!！") for name in (*asked["help"], *asked["burn"])]
        flipped = any(name in odd and name not in scene for name in named)
        found = tuple(dict.fromkeys((*kinds, "circumstance"))) if flipped else kinds
        if found and own is not None:  # the MC's word is asked for last (MST-LIV-8)
            invoke(state, own, replace(named_in(asked), power=None))
        return found

    def do(self, asked: Asked) -> Do | Show:
        """An action with what its line names; what is owed, and who is in play, is asked before that (MST-LIV-8)."""
        asked = with_late_tags(asked)
        if asked.changes:  # the MC's other word on a tag that was to help
            helps = [tag for tag in asked["help"] if tag not in asked["hinder"]]
            asked = replace(asked, args={**asked.args, "help": helps})
        try:
            return self._turn(asked)
        except RuleError:
            if asked.state.running and not self.aside:
                check_settled(asked.state.running)
            if (who := asked.state.character(asked.actor)) is not None:
                check_active(who)
            raise

    def _turn(self, asked: Asked) -> Do | Show:
        given = ActionTurn(
            **asdict(named_in(asked)) | {"instead": self.instead},
            mode=Mode.DESCRIBE if self.describe else Mode.QUICK if asked["quick"] else Mode.DETAILED,
            addresses=tuple(threat_named(asked, word) for word in self.addresses),
            aside=self.aside,
            text=asked["text"],
            effects=effects_named(asked),
            weighed=not asked.gm and not asked.trusted,  # MST-LIV-3
            step=asked.pace == "step",
        )
        who = asked.state.character(asked.actor)
        if asked.gm and asked.named and who and not who.active:
            return Show("skipped", {"actor": asked.actor})  # MST-LIV-4
        return Do("turn", with_mentioned(given, mentions(asked.state, who, given, given.text)) if who else given)


class PeekLine(
    Deed,
    names=("预览", "peek"),
    group="play",
    who=ANYONE,
    beside=PERSON,
    picture="eye",
    example=".预览 +记者证 -长期失眠",
):
    """`.预览 +记者证`: the power with its terms, the odds, and the same with each tag burnt."""

    help: Helping = ()
    hinder: Hindering = ()
    burn: Burning = ()
    power: ReadyPower = None
    addresses: Threats = ()
    effects: EffectsNamed = ()
    quick: Annotated[bool, flag("quick", "速决")] = False
    text: Words = ""

    def do(self, asked: Asked) -> Show:
        asked = with_late_tags(asked)
        effects = effects_named(asked)
        for word in self.addresses:
            open_threat(asked.state.scene_now, threat_named(asked, word))
        given = Action(**asdict(named_in(asked)), effects=effects)
        own = asked.state.character(asked.actor)
        said = mentions(asked.state, own, given, asked["text"]) if own else Mentions()
        return Show("preview", asdict(with_mentioned(given, said)))


def effects_named(asked: Asked) -> tuple[str, ...]:
    """What power is to buy, each as its answer (MST-LIV-18): `站务保安:说服+2`, `我:镇定+1有益`, `标签:大火把`, `就这样`."""
    answers = [in_code(narrow(word)) for word in asked["effects"] or _effects_said(asked)]
    made = [one.partition(":")[2] for one in answers if one.startswith("create_tag:")]
    return tuple(_effect(asked, answer, (*offers.story_tags(asked.state), *made)) for answer in answers)


def _effects_said(asked: Asked) -> tuple[str, ...]:
    """What the words of an action say at their end that it is to come to, at a challenge: 说服保安2. What it can be overcome by is known to
    who may know it; else a short word right beside its name is the status, whatever the challenge has."""
    found = re.fullmatch(r"(.*?)\s*\+?([1-6])级?", narrow(asked["text"]).strip())
    said = found[1].replace("的", "") if found else ""
    for challenge in asked.state.challenges if found and said else ():
        status = next(filter(None, (_status_beside(said, part, challenge) for part in _parts(challenge.called))), "")
        if status:
            return (f"{challenge.id}:{status}+{found[2]}",) if found else ()
    return ()


def _parts(called: str) -> list[str]:
    """The parts of a name by which people call it, the longest first."""
    plain = called.replace(" ", "")
    parts = {plain[a:b] for a in range(len(plain)) for b in range(a + 2, len(plain) + 1)}
    return sorted(parts, key=len, reverse=True)


def _status_beside(said: str, part: str, challenge: Challenge) -> str:
    """The status that stands right before or behind a part of a challenge's name at the end of some words; none: empty."""
    plain = said.replace(" ", "")
    for status in (limit.status for limit in challenge.limits):
        if plain.endswith((f"{status}{part}", f"{part}{status}")):
            return status
    last = said.split()[-1]
    if last.endswith(part):
        before = re.split("[，,、和与跟把对向给]", last.removesuffix(part))[-1]
        return before if len(before) in STATUS_LETTERS else ""
    behind = last.rpartition(part)[2]
    return behind if part in last and len(behind) in STATUS_LETTERS else ""


STATUS_LETTERS = (2, 3)
"""So many letters beside somebody's name may be a status that nobody has yet."""


def _effect(asked: Asked, answer: str, tags: tuple[str, ...]) -> str:
    pick = None if answer == DONE else read_pick(answer)
    if pick and pick.kind is EffectKind.REMOVE_TAG and pick.text not in tags:
        raise RuleError("unknown_tag", clause="MST-EFF-2", tag=pick.text)
    if pick is None or not pick.holder:
        return answer
    verb, _, rest = answer.partition(":")
    return f"{verb}:{holder_named(asked, pick.holder)}{rest.removeprefix(pick.holder)}"


def called(do: Do) -> Do:
    """An action that the MC calls for: its player is asked, unless it is just described or the MC rolls (MST-LIV-4)."""
    at_once = do.procedure != "turn" or do.given.mode == Mode.DESCRIBE or do.given.instead
    return do if at_once else replace(do, procedure="called_turn")


def together(dos: tuple[Do, ...]) -> Do:
    """All actions that one word calls for are one turn of the loop (MST-LIV-4)."""
    return Do("turns_call", Calls(tuple(do.given for do in dos)))


def secretly(do: Do) -> Do:
    """A secret action stands outside the loop; what it would ask the player it asks the MC (MST-LIV-5)."""
    if do.procedure in ("turn", "called_turn"):
        do = replace(do, given=replace(do.given, aside=True, unseen=True))
    if do.procedure == "immerse":
        do = replace(do, given=replace(do.given, unseen=True))
    return replace(do, announced=True)


class TurnTaken(ActionDone, frozen=True, kw_only=True):
    """The action, what is due after it, and the clues as they are in the file (`loose`: there is no case to put them in).

    `lit`, `lit_burning`: tags that its words say are used and burnt (MST-LIV-18).
    """

    action_due: bool = False
    due_threats: tuple[str, ...] = ()
    found: tuple[Clue, ...] = ()
    loose: bool = False
    lit: tuple[str, ...] = ()
    lit_burning: tuple[str, ...] = ()


@rule("MST-SCN-4", "MST-LIV-9", "MST-LIV-12", "MST-LIV-18")
async def turn(state: State, given: ActionTurn) -> TurnTaken:
    """Take an action in the scene, with the tags that its words name: it is resolved, then the scene goes on to its consequences."""
    if not given.aside:
        check_not_writing(state)
        if given.step:
            scene_in(state, ScenePhase.ACTION)
        if state.running and not state.running.called:
            check_settled(state.running)
    actor = actor_of(state, given.actor)
    check_action(state, actor, replace(given, effects=()))  # what is named wrongly is said before anything is asked
    given, said = await as_mentioned(state, actor, given, given.text)
    if given.aside:
        check_action(state, actor, given)
        taken = await _acted(state, given)
    else:
        taken = await _in_scene(state, given)
    return replace(taken, lit=said.used, lit_burning=said.burnt)


@rule("MST-LIV-5", "MST-LIV-8")
def takes_turns(state: State, given: ActionTurn) -> bool:
    """Whether an action waits until what is open has its answers: none outside the loop does, and what is owed refuses it first."""
    return not given.aside and (not state.owed or bool(state.scene_now.called))


async def _in_scene(state: State, given: ActionTurn) -> TurnTaken:
    """Before any die: who and what is named is there. Then the loop turns, the action is made, and the scene has it.

    An action while others who were called have not rolled yet belongs to their turn (MST-LIV-4).
    """
    actor = actor_of(state, given.actor)
    for threat in given.addresses:
        open_threat(scene_of(state), threat)
    check_action(state, actor, given)
    if not (state.running and state.running.called):
        state = await ready_to_act(state)
    owed, called = state.owed, given.called
    taken = await _acted(state, given)
    after = replace(taken.scene or scene_of(state), phase=ScenePhase.ACTION)
    acted = await scene_act(
        replace(state, scene=after),
        Act(given.actor, taken.result, given.addresses, owed=owed, called=called, text=given.text),
    )
    return replace(taken, scene=acted.scene, action_due=acted.action_due, due_threats=acted.due_threats)


def check_action(state: State, actor: Character, given: ActionTurn) -> None:
    """Refuse before any die what the action cannot do: unknown or burnt tags, effects that it cannot pay (MST-LIV-9)."""
    if given.mode in (Mode.DETAILED, Mode.QUICK):
        check_effects(state, given, invoke(state, actor, given))


async def _acted(state: State, given: ActionTurn) -> TurnTaken:
    """The action itself, with everything that comes with it by rule."""
    state = await use(state, actor_of(state, given.actor).id)
    done = await action(state, given)
    for theme in done.growth_due:
        await mark_due(_after(state, done), given.actor, theme)
    found = await _find(state, given, done.clues) if done.clues else ()
    return TurnTaken(**msgspec.structs.asdict(done), found=found, loose=bool(found) and state.case is None)


def _after(state: State, done: ActionDone) -> State:
    """The state that the action has left, as far as it tells."""
    people = done.characters or state.characters
    return replace(state, scene=done.scene, characters=people)


# --- clues (MST-LIV-29) ----------------------------------------------------------------------------------------------


@rule("MST-LIV-29", "MST-EFF-3")
async def _find(state: State, given: ActionTurn, texts: tuple[str, ...]) -> tuple[Clue, ...]:
    """The clues that were bought, in the file (or kept for the next) in the words that the MC gives them: asked for also where one as it
    was put is there already, since nothing would be had for its power."""
    case = state.case
    ready = {clue.id: clue for clue in case.hidden_clues} if case else {}
    known = [clue.id for clue in (case.clues if case else state.loose)]
    taken = tuple(name for text in texts if (name := _named(text)[0]) in known)
    if given.weighed or taken:
        texts = await _weigh_clues(state, given, texts, taken)
    found: list[Clue] = []
    for text in texts:
        clue = replace(ready[text], hidden=False) if text in ready else Clue(*_named(text), source="action")
        if clue.id in known:
            continue
        known.append(clue.id)
        await happen(ClueFound(clue) if case else ClueKept(clue))
        found.append(clue)
    return tuple(found)


def _named(text: str) -> tuple[str, str]:
    """The name of a clue, and what it says behind a colon."""
    name, *more = re.split("[:：]", text, maxsplit=1)
    return name.strip(), "".join(more).strip()


async def _weigh_clues(
    state: State, given: ActionTurn, texts: tuple[str, ...], taken: tuple[str, ...]
) -> tuple[str, ...]:
    """One question to the MC for all clues of the action: as put, in other words, or one of the hidden clues. It names those that are there."""
    hidden = tuple(clue.id for clue in state.case.hidden_clues) if state.case else ()
    other = Option(f"{REWORDED}:<text>", say("answers.clue_reworded"))
    options = [
        Option(AS_PUT, say("answers.clue_as_put")),
        other,
        *(Option(f"{HIDDEN}:{name}", say("answers.clue_hidden", clue=name)) for name in hidden),
    ]
    key = "questions.clue_words_taken" if taken else "questions.clue_words"
    question = say(key, who=given.actor, clues=list(texts), taken=list(taken))
    answer = await choose(GM, question, options, about=",".join(texts))
    if answer == AS_PUT:
        return texts
    if (said := other.match(answer)) is not None:
        words = _parted(said["text"], len(texts))
        return (*words, *texts[len(words) :])
    name = answer.removeprefix(f"{HIDDEN}:")
    if name not in hidden:
        raise RuleError("bad_choice", clause="MST-LIV-29", answer=answer[:40], options=[o.answer for o in options])
    return (name, *texts[1:])


def _parted(text: str, most: int) -> list[str]:
    """The words for so many clues, between commas; for one of them a comma is part of what it says."""
    return [word.strip() for word in re.split("[,，]", text, maxsplit=most - 1) if word.strip()] if most > 1 else [text]


# --- the MC calls (MST-LIV-4) ----------------------------------------------------------------------------------------


class Calls(msgspec.Struct, frozen=True):
    turns: tuple[ActionTurn, ...]


class Called(msgspec.Struct, frozen=True):
    """Who is asked to act, and what for."""

    people: tuple[str, ...]
    text: str = ""


@rule("MST-LIV-4", "MST-LIV-9")
async def turns_call(state: State, given: Calls) -> Called:
    """Call for actions: everybody called is asked at the same time, and all of them are one turn of the loop."""
    check_not_writing(state)
    for turn_ in given.turns:
        actor = actor_of(state, turn_.actor)
        for threat in turn_.addresses:
            open_threat(scene_of(state), threat)
        check_action(state, actor, turn_)
    if not (state.running and state.running.called):
        state = await ready_to_act(state)
    state = await use(state, *(turn_.actor for turn_ in given.turns))
    waiting = [one["actor"] for one in scene_of(state).called]
    fresh = tuple(replace(t, called=True) for t in given.turns if t.actor not in waiting)
    await happen(TurnsCalled(tuple(msgspec.to_builtins(t) for t in fresh)))
    return Called(tuple(t.actor for t in fresh), next((t.text for t in fresh), ""))


@rule("MST-LIV-4")
async def called_turn(state: State, given: ActionTurn) -> TurnTaken | Called:
    """An action that the MC calls for: its player names own tags or none, and rolls at once."""
    character = state.character(given.actor)
    if given.called and (character is None or not character.active):
        await happen(CallDropped(given.actor))
        return Called(())
    actor = actor_of(state, given.actor)
    question = say("questions.called_turn", text=_called_for(state, given) or [say("told.called_any")])
    if given.unseen:
        question = say("questions.called_unseen", who=actor.id, text=given.text)
    told = say("told.said_with", who=actor.id)
    with_tags = Option(f"{WITH}:<tags>", say("answers.called_with"), {"tags": _helpful(actor)}, told)
    options = [with_tags, Option(ALONE, say("answers.called_without"))]
    answer = await choose(given.player, question, options, about=actor.id)
    own = given
    if answer != ALONE:
        named_tags = with_tags.match(answer)
        if named_tags is None:
            raise RuleError("bad_choice", clause="MST-LIV-4", answer=answer[:40], options=[WITH, ALONE])
        own = _with_own(state, actor, given, named_tags["tags"])
    if given.aside:
        check_action(state, actor, own)
        return await _acted(state, own)
    open_now = scene_of(state).open_threats
    return await _in_scene(state, replace(own, addresses=tuple(t for t in own.addresses if t in open_now)))


def _called_for(state: State, given: ActionTurn) -> list[Label]:
    """What a call is for: its words, the threats that it is about, and what counts for all who are called."""
    told: list[Label] = [given.text] if given.text else []
    if given.addresses:
        told.append(say("told.called_about", threats=list(given.addresses)))
    if given.help:
        told.append(say("told.called_helps", tags=list(given.help)))
    if against := [tag for tag in given.hinder if state.seen.named(tag)]:  # MST-LIV-41
        told.append(say("told.called_hinders", tags=against))
    return told


def _helpful(actor: Character) -> tuple[str, ...]:
    return tuple(tag for theme in actor.themes for tag in theme.usable)


def _with_own(state: State, actor: Character, given: ActionTurn, text: str) -> ActionTurn:
    """The call with what its player names; the call's own tags count for all."""
    own = read_invocation(state, actor, text)
    return replace(
        given,
        help=tuple(dict.fromkeys((*given.help, *own.help))),
        hinder=tuple(dict.fromkeys((*given.hinder, *own.hinder))),
        burn=tuple(dict.fromkeys((*given.burn, *own.burn))),
        status_help=tuple(dict.fromkeys((*given.status_help, *own.status_help))),
        status_hinder=tuple(dict.fromkeys((*given.status_hinder, *own.status_hinder))),
    )


# --- tags that the words name ----------------------------------------------------------------------------------------

Made = TypeVar("Made", bound=Action)

WITH_THEM, AS_TYPED = "with_them", "as_typed"

USING = ("用", "使用", "利用", "掏出", "拿出", "亮出", "拿", "靠", "凭", "凭借", "use", "using", "with", "show", "draw")
BURNING = ("燃尽", "烧掉", "燃烧", "烧", "burn", "burning")
"""Words right before a tag that say what is done with it."""

SHORTEST = 2
"""A tag of fewer letters is not looked for in a description."""


class Mentions(msgspec.Struct, frozen=True):
    """Tags that a description says are used, are burnt, or only names."""

    used: tuple[str, ...] = ()
    burnt: tuple[str, ...] = ()
    named: tuple[str, ...] = ()


@rule("MST-LIV-18")
def mentions(state: State, actor: Character, given: Action, text: str) -> Mentions:
    """What the words of an action say is used or burnt of the actor's own usable tags and of the scene's, and what else they name beside what
    the line counts already."""
    if given.mode == Mode.DESCRIBE or given.power is not None or not text:
        return Mentions()
    text = simplified(text)
    against = (*given.hinder, *given.status_hinder)
    own = (tag for theme in actor.themes for tag in theme.usable)
    stories = (tag.name for tag in (*actor.story_tags, *state.seen.scene_tags) if state.is_there(tag.since))
    known = dict.fromkeys(tag for tag in (*own, *stories) if tag not in against and len(tag) >= SHORTEST)
    found = [tag for tag in known if _stands(tag, text)]
    found = [tag for tag in found if not any(tag != other and tag in other for other in found)]
    found.sort(key=text.casefold().find)
    burnt = tuple(tag for tag in found if _behind(BURNING, tag, found, text))
    used = tuple(tag for tag in found if tag not in burnt and _behind(USING, tag, found, text))
    counted = (*used, *burnt, *given.help, *given.status_help)
    return Mentions(used, burnt, tuple(tag for tag in found if tag not in counted))


def _stands(tag: str, text: str) -> bool:
    edge = r"\b" if tag.isascii() else ""
    return re.search(f"{edge}{re.escape(tag)}{edge}", text, re.IGNORECASE) is not None


def _behind(verbs: tuple[str, ...], tag: str, found: list[str], text: str) -> bool:
    """Whether a tag stands right behind one of these words, or in a row of tags that does (`用记者证和夜班编辑`)."""
    row = "|".join(re.escape(one) for one in found)
    before = rf"(?:{'|'.join(map(re.escape, verbs))})[\s「“\"]*(?:我的|自己的|my )?"
    join = r"[」”\"\s]*(?:和|与|、|,|，|\+|and )[\s「“\"]*"
    return re.search(f"{before}(?:(?:{row}){join})*{re.escape(tag)}", text, re.IGNORECASE) is not None


async def as_mentioned(state: State, actor: Character, given: Made, text: str) -> tuple[Made, Mentions]:
    """The action with what its words say, and what was taken from them; what they only name is the player's to say, before any die."""
    said = mentions(state, actor, given, text)
    if said.named:
        options = (
            Option(WITH_THEM, say("answers.with_mentioned", tags=list(said.named))),
            Option(AS_TYPED, say("answers.as_typed")),
        )
        question = say("questions.mentioned", tags=list(said.named))
        if await choose(given.player, question, options, about=",".join(said.named)) == WITH_THEM:
            return with_mentioned(given, said, *said.named), said
    return with_mentioned(given, said), said


def with_mentioned(given: Made, said: Mentions, *more: str) -> Made:
    return replace(
        given,
        help=tuple(dict.fromkeys((*given.help, *said.used, *said.burnt, *more))),
        burn=tuple(dict.fromkeys((*given.burn, *said.burnt))),
    )
