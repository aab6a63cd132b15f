"""Experience and levels, the session: it opens, counts what is spent, and closes with its experience (FAB-LIV-53, FAB-LIV-54)."""

import msgspec

from ludex.core.asks import Option, choose
from ludex.core.bounds import whole
from ludex.core.errors import RuleError
from ludex.core.principals import GM, actor
from ludex.core.rule import rule
from ludex.core.say import say
from ludex.systems.fable.events import LevelsOffered, PointsMoved, SessionClosed, SessionOpened
from ludex.systems.fable.fold import happen
from ludex.systems.fable.rules.conflict import Nothing
from ludex.systems.fable.rules.describing import as_offered
from ludex.systems.fable.rules.gauges import OfCharacter
from ludex.systems.fable.rules.growth import Grow, grow, may_grow
from ludex.systems.fable.sheet import Amount
from ludex.systems.fable.state import Session, State, character_of
from ludex.systems.fable.terms import Fate, Kind

SESSION_XP = 5
OTHER = Option("other:<fabula>:<ultima>", say("answers.other_counts"))


class OpenSession(msgspec.Struct, frozen=True):
    """What the session is called."""

    title: str = ""


class SessionOpen(msgspec.Struct, frozen=True):
    """The session, and everybody who gained a point because she had none."""

    title: str
    gained: tuple[str, ...]


def _present(state: State) -> tuple[str, ...]:
    """The PCs at the table."""
    gone = (Fate.SACRIFICED, Fate.SLAIN)
    return tuple(who for who, c in state.characters.items() if c.kind is Kind.PC and c.fate not in gone)


@rule("FAB-PFP-1")
async def session_open(state: State, given: OpenSession) -> SessionOpen:
    """Open a session: every PC without a Fabula Point gains one."""
    if state.session is not None:
        raise RuleError("session_running", title=state.session.title)
    state = await happen(SessionOpened(given.title))
    poor = tuple(who for who in _present(state) if state.characters[who].fp == 0)
    for who in poor:
        await happen(PointsMoved(who, fp=1))
    return SessionOpen(given.title, poor)


class SessionDone(msgspec.Struct, frozen=True):
    """The experience for each PC, and what it was counted from."""

    xp: int
    fabula: int
    ultima: int
    pcs: tuple[str, ...]
    held: Session
    """What the evening held."""


@rule("FAB-PLV-2")
async def session_close(state: State, _given: Nothing) -> SessionDone:
    """Close a session: what was spent is counted, the GM confirms it or gives other numbers, and the PCs get their experience."""
    held = state.session
    if held is None:
        raise RuleError("no_session")
    pcs, fabula, ultima = _present(state), held.fp, held.ultima
    if not pcs:
        raise RuleError("no_pcs", clause="FAB-PLV-2", pcs=0)
    xp = SESSION_XP + ultima + fabula // len(pcs)
    question = say("questions.session_close", base=SESSION_XP, fabula=fabula, ultima=ultima, pcs=len(pcs), xp=xp)
    counted = Option("counted", say("answers.as_counted", xp=xp))
    answer = await choose(GM, question, (counted, OTHER), closed=False)
    if answer != "counted":
        said = OTHER.match(answer) or {}
        numbers = [whole(said.get(name, "")) for name in ("fabula", "ultima")]
        if None in numbers:
            raise RuleError("bad_choice", answer=answer, options=[as_offered(counted), as_offered(OTHER)])
        fabula, ultima = numbers[0] or 0, numbers[1] or 0
    earned = await session_xp(state, SessionXp(len(pcs), fabula, ultima, pcs))
    state = await happen(SessionClosed())
    ready = tuple(who for who in pcs if may_grow(state, state.characters[who]))
    if state.live and ready:
        await happen(LevelsOffered(ready))
    return SessionDone(earned.xp, fabula, ultima, pcs, held)


# ---------------------------------------------------------------------- levels at its end
class LevelTaken(msgspec.Struct, frozen=True):
    """Whether she took the level, and which it is."""

    taken: bool
    level: int


@rule("FAB-PLV-3")
async def offer_level(state: State, given: OfCharacter) -> LevelTaken:
    """Offer a level to somebody who has the experience for it: now, with all its questions, or later (FAB-LIV-54)."""
    who = character_of(state, given.character)
    options = (Option("grow", say("answers.level_now")), Option("later", say("answers.level_later")))
    question = say("questions.offer_level", xp=who.sheet.xp, level=who.level + 1)
    answer = await choose(actor(who.id), question, options, about=who.id)
    level = (await grow(state, Grow(who.id))).level if answer == "grow" else who.level
    await happen(LevelsOffered(tuple(one for one in state.rising if one != who.id)))
    return LevelTaken(answer == "grow", level)


# ---------------------------------------------------------------------- experience
class SessionXp(msgspec.Struct, frozen=True):
    """What was spent in a session. With `award` every PC at the table gets the experience."""

    pcs: int
    fabula_spent: Amount = 0
    ultima_spent: Amount = 0
    award: tuple[str, ...] = ()


class XpEarned(msgspec.Struct, frozen=True):
    """Experience for each PC."""

    xp: int


@rule("FAB-PLV-2")
async def session_xp(state: State, given: SessionXp) -> XpEarned:
    """5 for the session, the villains' Ultima Points, and each PC's share of the Fabula Points spent."""
    if given.pcs < 1:
        raise RuleError("no_pcs", clause="FAB-PLV-2", pcs=given.pcs)
    xp = SESSION_XP + given.ultima_spent + given.fabula_spent // given.pcs
    for who in given.award:
        character_of(state, who)
        await happen(PointsMoved(who, xp=xp))
    return XpEarned(xp)
