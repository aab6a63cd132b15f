"""Putting things on somebody for a while by hand, using and removing them (the author's newer bot; FET-SKX-3).

Joins buffs, reductions and bonuses, shields, changes of a resource (gains stop at the maximum unless forced) and standing
effects. What they do is in `sheet.py` (values) and `lasting.py`.
"""

import re
from collections.abc import Iterable, Sequence
from typing import ClassVar, TypeVar

import msgspec
from msgspec.structs import replace

from ludex.core.declaring import Parts
from ludex.core.deeds import Asked, Do, Show
from ludex.core.errors import RuleError
from ludex.core.explain import Total, because, total
from ludex.core.names import narrow
from ludex.core.plain import Plain
from ludex.core.rule import rule
from ludex.core.say import say, term
from ludex.systems.fet.kinds import CIRCUMSTANCE, GAIN, MONEY, Kinds, OwnDeed, Word, Words, word_of
from ludex.systems.fet.kinds.reading import (
    ADD,
    ALL,
    DROP,
    FORCE,
    LIST,
    changed_of,
    durations,
    modifier_in,
    number_in,
    resource_of,
    unreadable,
    words_of,
)
from ludex.systems.fet.rules.lasting import (
    PERCENT,
    Mitigated,
    ResourceChange,
    mitigated,
    used,
    value_now,
    ward_problems,
    why_buffed,
)
from ludex.systems.fet.rules.resources import hold, keep, resource_now, undo_passing, with_fate
from ludex.systems.fet.rules.roster import (
    anybody_in,
    check_actor,
    check_alive,
    check_bearer,
    check_own,
    check_resource,
    pools,
)
from ludex.systems.fet.rules.sheets import sheet_change
from ludex.systems.fet.sheet import Buff, Burden, Passing, Shield, Standing, Thing, Ward
from ludex.systems.fet.state import State
from ludex.systems.fet.terms import (
    AMOUNTS,
    ELEVEN,
    EVERY,
    RESOURCES,
    SCOPES,
    BuffKind,
    Change as Changes,
    EffectSort,
    Number,
    Resource,
    WardKind,
    half_up,
    tidy,
)

T = TypeVar("T", Buff, Ward, Shield, Standing)


async def _put(state: State, who: str, kind: str, thing: Thing) -> State:
    now = check_bearer(state, who).burden
    return await keep(state, who, replace(now, **{kind: (*getattr(now, kind), thing)}))


def _without_who(given: T, kind: type[T]) -> T:
    """What is to be put on somebody, without the one it is for."""
    return kind(**{name: getattr(given, name) for name in kind.__struct_fields__})


class AddBuff(Buff, frozen=True, kw_only=True):
    who: str


class Buffed(msgspec.Struct, frozen=True):
    who: str
    buff: Buff
    values: dict[str, Number]
    why: dict[str, Total] = {}


async def add_buff(state: State, given: AddBuff) -> Buffed:
    """Put a buff on somebody; the values follow at once."""
    check_bearer(state, given.who)
    if given.of not in (*ELEVEN, *SCOPES, *AMOUNTS) or given.kind not in tuple(BuffKind):
        raise RuleError("bad_buff", of=given.of, kind=given.kind)
    if given.scaled and given.kind not in PERCENT:
        raise RuleError("bad_buff", of=given.of, kind=given.kind)
    check_duration(given.name, time=given.time, acts=given.acts)
    if pools(state, given.who).dead:
        raise RuleError("dead", who=state.called(given.who))
    buff = _without_who(given, Buff)
    state = await _put(state, given.who, "buffs", buff)
    changed = [name for name in ELEVEN if buff.on(name)]
    shown = {name: half_up(value_now(state, given.who, name), 2) for name in changed}
    return Buffed(given.who, buff, shown, {name: why_buffed(state, given.who, name) for name in changed})


def check_duration(name: str, *, time: Number | None, acts: int | None) -> None:
    """A name, and a duration above 0 where there is one."""
    if not name.strip():
        raise RuleError("name_missing")
    if (time is not None and time <= 0) or (acts is not None and acts <= 0):
        raise RuleError("bad_duration", time=time, acts=acts)


class AddWard(Ward, frozen=True, kw_only=True):
    who: str


class Warded(msgspec.Struct, frozen=True):
    who: str
    ward: Ward


async def add_ward(state: State, given: AddWard) -> Warded:
    """Give somebody a damage reduction or a healing bonus."""
    check_bearer(state, given.who)
    check_resource(given.resource, EVERY)
    if ward_problems(given):
        raise RuleError("bad_ward", kind=given.kind, value=given.value)
    check_duration(given.name, time=given.time, acts=given.acts)
    ward = _without_who(given, Ward)
    await _put(state, given.who, "wards", ward)
    return Warded(given.who, ward)


class AddShield(Shield, frozen=True, kw_only=True):
    who: str


class Shielded(msgspec.Struct, frozen=True):
    who: str
    shield: Shield
    shields: Number
    why: dict[str, Total] = {}


async def add_shield(state: State, given: AddShield) -> Shielded:
    """Put a shield before somebody's resource, or before both."""
    check_bearer(state, given.who)
    check_resource(given.resource, EVERY)
    if given.left <= 0:
        raise RuleError("bad_shield", amount=given.left)
    check_duration(given.resource, time=given.time, acts=given.acts)
    shield = _without_who(given, Shield)
    state = await _put(state, given.who, "shields", shield)
    shields = check_bearer(state, given.who).burden.shields
    together = total(*(because(s.left, term("both" if s.resource == EVERY else s.resource)) for s in shields))
    return Shielded(given.who, shield, together.value, {"shields": together})


class TakeOff(msgspec.Struct, frozen=True):
    """What `take_off` is given: `kind` of what lies there; numbers from 1 or names; none: all of them."""

    who: str
    kind: str
    which: tuple[str, ...] = ()


class TakenOff(msgspec.Struct, frozen=True):
    who: str
    kind: str
    count: int


async def take_off(state: State, given: TakeOff) -> TakenOff:
    """Take off what lies on somebody."""
    now = check_bearer(state, given.who).burden
    if given.kind not in Burden.__struct_fields__:
        raise RuleError("bad_kind", kind=given.kind)
    old = getattr(now, given.kind)
    named = zip(old, words_for(old), strict=True)
    kept = tuple(one for one, words in named if given.which and not set(given.which).intersection(words))
    if len(kept) == len(old):
        raise not_there(old, given.which)
    state = await keep(state, given.who, replace(now, **{given.kind: kept}))
    for gone in now.passing if given.kind == "passing" else ():
        if not any(gone is left for left in kept):
            state = await undo_passing(state, given.who, gone)
    return TakenOff(given.who, given.kind, len(old) - len(kept))


def words_for(things: Sequence[msgspec.Struct]) -> list[tuple[str, str, str]]:
    """The words that mean each of what lies on somebody: its number, its name, and which of its like it is (`荆棘>#2`).

    The last is its own, and means the same to a seat that does not see all of the list (FET-LIV-43).
    """
    like = [f"{getattr(thing, 'name', '')}>{getattr(thing, 'at', '')}" for thing in things]
    return [(f"{n}", one.partition(">")[0], f"{one}#{like[:n].count(one)}") for n, one in enumerate(like, 1)]


def not_there(things: Sequence[msgspec.Struct], which: Iterable[str]) -> RuleError:
    """Nothing of that number or name lies on somebody; what does is named."""
    there = [getattr(thing, "name", "") or f"{n}" for n, thing in enumerate(things, 1)]
    return RuleError("not_on_you", which=list(which), there=there)


class EnterChange(msgspec.Struct, frozen=True):
    """What `enter_change` is given: points, or `percent` of the maximum; `type` of the change.

    `force`: beyond the maximum, or below 0 (which has to be made good before anything is gained). With `time`, `acts` or `until` the
    change passes again.
    """

    who: str
    resource: str
    change: Number
    percent: bool = False
    type: str = ""
    force: bool = False
    time: Number | None = None
    acts: int | None = None
    until: str = ""


class ChangeEntered(msgspec.Struct, frozen=True):
    """What came of it. `passing`: that it goes again, and when."""

    who: str
    resource: str
    change: Number
    current: Number
    max: Number
    dead: bool
    capped: bool = False
    passing: Passing | None = None
    why: dict[str, Total] = {}


async def enter_change(state: State, given: EnterChange) -> ChangeEntered:
    """Lose or gain so much of a resource, less reductions and shields, plus bonuses."""
    bearer = check_bearer(state, given.who)
    check_resource(given.resource)
    check_alive(state, given.who)
    check_duration(given.resource, time=given.time, acts=given.acts)
    current, top = resource_now(state, given.who, given.resource)
    by = half_up(top * given.change / 100, 2) if given.percent else given.change
    found = mitigated(bearer, ResourceChange(given.resource, by, given.type))
    state = await shielded(state, given.who, found)
    start = tidy(current - owed(state, given.who, given.resource))
    reached = _reached(start, found.by, top=top, force=given.force)
    state = await hold(state, given.who, resource=given.resource, current=reached, why=found.why)
    after = max(0, reached)
    passing = _passing(given, by=tidy(after - current))
    if passing is not None:
        state = await _put(state, given.who, "passing", passing)
    return ChangeEntered(
        who=given.who,
        resource=given.resource,
        change=found.by,
        current=after,
        max=top,
        dead=pools(state, given.who).dead,
        capped=found.by > 0 and reached < tidy(start + found.by),
        passing=passing,
        why={"change": found.why},
    )


def _reached(start: Number, by: Number, *, top: Number, force: bool) -> Number:
    """Where a change leads: a gain to the maximum, a loss to 0, unless it is forced beyond."""
    end = tidy(start + by)
    if force:
        return end
    return max(start, min(end, top)) if by > 0 else min(start, max(0, end))


def owed(state: State, who: str, resource: str) -> Number:
    """By how much a character is below 0."""
    character = state.characters.get(who)
    if character is None:
        return 0
    _, top = resource_now(state, who, resource)
    return max(0, tidy(character.lost(resource) - top))


def _passing(given: EnterChange, *, by: Number) -> Passing | None:
    """What is to go again, where a duration was named and something changed."""
    if not by or (given.time is None and given.acts is None and not given.until):
        return None
    return Passing(by, given.resource, given.time, given.acts, given.until)


async def shielded(state: State, who: str, found: Mitigated) -> State:
    """Keep what a loss has left of the shields."""
    return await keep(state, who, replace(check_bearer(state, who).burden, shields=found.shields))


class SetBack(msgspec.Struct, frozen=True):
    """What `set_back` is given: resources and shields; with `everything` also buffs and reductions."""

    who: str
    everything: bool = False


class BackAgain(msgspec.Struct, frozen=True):
    who: str
    stamina: Number
    will: Number


async def set_back(state: State, given: SetBack) -> BackAgain:
    """Somebody as good as new: nothing lost, no shields; with `everything`, nothing on it at all."""
    burden = check_bearer(state, given.who).burden
    state = await keep(state, given.who, Burden() if given.everything else replace(burden, shields=(), passing=()))
    for resource in RESOURCES:
        _, top = resource_now(state, given.who, resource)
        state = await hold(state, given.who, resource=resource, current=top)
    now = pools(state, given.who)
    return BackAgain(given.who, now.stamina, now.will)


HURTING = (EffectSort.RETALIATE, EffectSort.DAMAGE)
"""Effects that hurt anybody they are used on."""


class AddStanding(Standing, frozen=True, kw_only=True):
    who: str


class StandingKept(msgspec.Struct, frozen=True):
    """An effect as it stands now; None where it is over. `loss`: what its use did to `target`."""

    who: str
    name: str
    standing: Standing | None = None
    target: str = ""
    loss: Number | None = None
    why: dict[str, Total] = {}


async def add_standing(state: State, given: AddStanding) -> StandingKept:
    """Put up an effect with a counter."""
    check_bearer(state, given.who)
    if given.kind not in tuple(EffectSort):
        raise RuleError("bad_kind", kind=given.kind, kinds=list(EffectSort))
    check_resource(given.resource)
    if given.amount < 0 or (given.uses is not None and given.uses < 1):
        raise RuleError("bad_amount", amount=given.amount, why=say("told.amount_from", low=0))
    check_duration(given.name, time=given.time, acts=given.acts)
    standing = _without_who(given, Standing)
    await _put(state, given.who, "standing", standing)
    return StandingKept(given.who, given.name, standing)


class UseStanding(msgspec.Struct, frozen=True):
    """What `use_standing` is given: which (a number from 1, or a name); on whom; or how much more or less it has."""

    who: str
    which: str
    target: str = ""
    change: Number | None = None


@rule("FET-SKX-3")
async def use_standing(state: State, given: UseStanding) -> StandingKept:
    """Use an effect once, or change what is left of it; used on somebody, what hurts does so."""
    now = check_bearer(state, given.who).burden
    place = next((n for n, words in enumerate(words_for(now.standing)) if given.which in words), None)
    if place is None:
        raise not_there(now.standing, [given.which])
    old = now.standing[place]
    left = tidy(old.amount + (given.change or 0))
    new = used(old) if given.change is None else replace(old, amount=left) if left > 0 else None
    things = (*now.standing[:place], *(() if new is None else (new,)), *now.standing[place + 1 :])
    state = await keep(state, given.who, replace(now, standing=things))
    kept = StandingKept(given.who, old.name, new, given.target)
    if not given.target or old.kind not in HURTING:
        return kept
    lost = await enter_change(state, EnterChange(given.target, old.resource, -old.amount))
    return replace(kept, loss=lost.change, why={"loss": lost.why["change"]})


# --- lines of the newer bot --------------------------------------------------------------------------------------------


class LastingLine(OwnDeed, group="lasting", owner=CIRCUMSTANCE, many=True):
    """What lies on somebody for a while, by a line whose first word says what its others mean."""

    on: ClassVar[str] = ""

    @staticmethod
    @rule("FET-LIV-1")
    def word(asked: Asked, kinds: Kinds) -> Kinds:
        """Looking, and taking off one's own, is one's own."""
        words = [word.lower() for word in words_of(asked)]
        return () if not words or words[0] in LIST or any(word in DROP for word in words[:2]) else kinds

    def do(self, asked: Asked) -> Do | Show:
        check_bearer(asked.state, check_actor(asked))
        words = words_of(asked)
        head = words[0].lower() if words else ""
        if head in LIST:
            return self.show_list(asked, words[1:])
        return self.drop(asked, self.on, words[1:]) if head in DROP else self.put(asked, head, words)

    def show_list(self, asked: Asked, _words: list[str]) -> Show:
        return _lying(asked, self.on)

    def put(self, asked: Asked, head: str, words: list[str]) -> Do | Show:
        raise NotImplementedError

    def call(self, asked: Asked, procedure: str, given: msgspec.Struct) -> Do:
        return Do(procedure, given, self.heard(asked))

    def drop(self, asked: Asked, kind: str, which: list[str]) -> Do:
        if not which:
            raise unreadable(asked)
        return self.call(asked, "take_off", TakeOff(asked.actor, kind, tuple(_meant(asked, kind, which))))


@rule("FET-LIV-43")
def _meant(asked: Asked, kind: str, which: list[str]) -> list[str]:
    """What numbers, names or «all» mean in the list as this seat sees it, which lacks what stands against the unseen: each by its own word."""
    lying = getattr(check_bearer(asked.state, asked.actor).burden, kind)
    every = any(word.lower() in ALL for word in which)
    found = [words[-1] for words in words_for(lying) if every or set(which).intersection(words)]
    if not found:
        raise not_there(lying, which)
    return found


def _lying(asked: Asked, kind: str, of: str = "") -> Show:
    return Show("burden", {"who": asked.actor, "kind": kind, "of": of})


def _lasting(asked: Asked, words: list[str]) -> tuple[Parts, str]:
    """Durations, and the one other word that may stand among them."""
    lasts, rest = durations(words)
    if len(rest) > 1:
        raise unreadable(asked)
    return lasts, "".join(rest)


class PutBuff(LastingLine, names=("增益", "buff"), example=".buff add 狂怒 力量 直接乘算 50% 10t"):
    """`.buff add 狂怒 力量 直接乘算 50% 10t`; `.buff del 1`; `.buff` lists, `.buff show 力量` those on one. `.增益 力量 乘 2 狂怒` stays a trait."""

    on = "buffs"
    verb: Word = ""
    name: Word = ""
    attribute: Word = ""
    kind: Word = ""
    amount: Word = ""
    lasts: Word = ""
    more: Words = ""

    def show_list(self, asked: Asked, words: list[str]) -> Show:
        return _lying(asked, self.on, changed_of(words[0]) if words else "")

    def put(self, asked: Asked, head: str, words: list[str]) -> Do:
        """A buff; a named change without a kind of its own is kept as a trait until it is lifted (FET-TRT-2)."""
        if len(words) in (3, 4) and Changes.holds(words[1]):
            trait: Plain = {
                "name": "".join(words[3:]) or ("buff" if asked.language == "en" else "增益"),
                "modifiers": [modifier_in(words[:3])],
            }
            return sheet_change(asked, add={"traits": trait})
        words = words[1:] if head in ADD else words
        if len(words) not in (4, 5):
            raise unreadable(asked)
        name, of, how, value, *lasting = words
        if BuffKind.holds(value) and not BuffKind.holds(how):  # FET-LIV-60: the later bot says how much before how
            how, value = value, how
        lasts, odd = durations(lasting)
        if odd:
            raise RuleError("bad_duration", time=odd[0], acts="")
        scaled = narrow(value)[-1:].lower() == "d"  # percent of level x 10
        size = number_in(value[:-1] if scaled else value, "value")
        buff = AddBuff(
            who=asked.actor, name=name, of=changed_of(of), kind=BuffKind.said(how), value=size, scaled=scaled
        )
        return self.call(asked, "add_buff", replace(buff, **lasts))


class PutWard(LastingLine, names=("减伤", "dr"), example=".dr add 甲胄 -hp 20% 物理"):
    """`.dr add 甲胄 -hp 20% 物理 10t`; `+hp` is a bonus on gains; `20` flat, `24d` a defence; `.dr del 1`; `.dr`, `.dr hp` list."""

    on = "wards"
    verb: Word = ""
    name: Word = ""
    scope: Word = ""
    amount: Word = ""
    lasts: Word = ""
    more: Words = ""

    def put(self, asked: Asked, head: str, words: list[str]) -> Do | Show:
        """A reduction or bonus; a resource alone lists those of it."""
        scope = narrow(head).lstrip("+-")
        if len(words) == 1 and (Resource.holds(scope) or scope in ALL):
            return _lying(asked, self.on, covered(scope))
        words = words[1:] if head in ADD else words
        if len(words) < 3:
            raise unreadable(asked)
        name, scope, value, *more = words
        (lasts, sort), scope, value = _lasting(asked, more), narrow(scope), narrow(value)
        ward = AddWard(
            who=asked.actor,
            name=name,
            gains=scope[:1] == "+",
            resource=covered(scope.lstrip("+-")),
            kind={"%": WardKind.PERCENT, "d": WardKind.DEFENCE}.get(value[-1:].lower(), WardKind.FLAT),
            value=number_in(value.rstrip("dD"), "value"),
            type=sort,
        )
        return self.call(asked, "add_ward", replace(ward, **lasts))


def covered(text: str) -> str:
    """One resource (also by the damage that eats it), or both."""
    return EVERY if text.lower() in ALL else resource_of(EATEN.get(text, text))


EATEN = {"物理": "体力", "精神": "意志"}
"""FET-STA-2: physical damage is stamina's, mental damage the will's."""


class RecordChange(LastingLine, names=("资源", "rc"), others=True, example=".rc hp -12 物理"):
    """`.rc hp -20 物理`, `.rc mp +30 5t`, `.rc mp +10% f`, `.rc s 30 hp 10t`, `.rc s del 1`, `.rc reset`; `.rc` shows."""

    on = "passing"
    verb: Word = ""
    amount: Word = ""
    scope: Word = ""
    lasts: Word = ""
    more: Words = ""

    @staticmethod
    @rule("FET-LIV-1", "FET-LIV-8")
    def word(asked: Asked, kinds: Kinds) -> Kinds:
        """A loss of one's own is done; a gain is the GM's."""
        needed = LastingLine.word(asked, kinds)
        if of_another(asked) or (needed and words_of(asked)[0].lower() not in SHIELD):
            return gain_word(asked, kinds)
        return needed

    def show_list(self, asked: Asked, _words: list[str]) -> Show:
        return Show("status", {"who": asked.actor})

    def put(self, asked: Asked, head: str, words: list[str]) -> Do | Show:
        if head in ("reset", "重置"):
            return self.call(asked, "set_back", SetBack(asked.actor))
        if head in SHIELD:
            return self._shield(asked, words[1:])
        if not Resource.holds(head) or len(words) < 2:
            raise unreadable(asked)
        force = any(word.lower() in FORCE for word in words)
        amount, *more = [word for word in words[1:] if word.lower() not in FORCE] or [""]
        lasts, sort = _lasting(asked, more)
        change, percent = number_in(amount, "amount"), narrow(amount).endswith("%")
        given = EnterChange(asked.actor, resource_of(head), change, percent, sort, force)
        return with_fate(asked.state, enter_change, self.call(asked, "enter_change", replace(given, **lasts)))

    def _shield(self, asked: Asked, words: list[str]) -> Do | Show:
        if not words:
            return _lying(asked, "shields")
        if words[0].lower() in DROP:
            return self.drop(asked, "shields", words[1:])
        lasts, scope = _lasting(asked, words[1:])
        resource = covered(scope) if scope else EVERY
        shield = AddShield(who=asked.actor, left=number_in(words[0], "amount"), resource=resource)
        return self.call(asked, "add_shield", replace(shield, **lasts))


SHIELD = ("s", "护盾", "盾")


def of_another(asked: Asked) -> bool:
    """Whether it is somebody's whom one does not play; everybody is the GM's to play."""
    return not asked.gm and bool(asked.actor) and asked.actor not in asked.controls


@rule("FET-LIV-1", "FET-LIV-8")
def gain_word(asked: Asked, _kinds: Kinds) -> Kinds:
    """Showing and losing are one's own; gains and resets are the GM's, and players do not bring back the dead."""
    words = words_of(asked)
    if of_another(asked):
        check_alive(asked.state, asked.actor if words else check_own(asked, asked.actor))
        return word_of(GAIN)
    if not words or any("-" in narrow(word) for word in words):
        return ()
    if words[0].lower() == "cash":
        return word_of(MONEY) if len(words) > 1 else ()
    check_alive(asked.state, asked.actor)
    return word_of(GAIN)


class PutStanding(LastingLine, names=("效果", "fx"), example=".效果 add 荆棘 反伤 20 x3 10t"):
    """`.fx` lists, `.fx 1` uses it, `.fx 1 打手` on somebody, `.fx 1 -30` changes it, `.fx add 荆棘 反伤 20 x3 10t`, `.fx del 1`."""

    on = "standing"
    verb: Word = ""
    name: Word = ""
    effect: Word = ""
    amount: Word = ""
    uses: Word = ""
    lasts: Word = ""
    more: Words = ""

    def put(self, asked: Asked, head: str, words: list[str]) -> Do:
        if head in ADD:
            return self._stand(asked, words[1:])
        if len(words) > 2:
            raise unreadable(asked)
        given = UseStanding(asked.actor, _meant(asked, self.on, words[:1])[0])
        if len(words) == 2 and narrow(words[1])[:1] in ("+", "-"):
            given = replace(given, change=number_in(words[1], "amount"))
        elif len(words) == 2:
            given = replace(given, target=anybody_in(asked.state, words[1]))
        return self.call(asked, "use_standing", given)

    def _stand(self, asked: Asked, words: list[str]) -> Do:
        if len(words) < 3:
            raise unreadable(asked)
        name, kind, amount, *more = words
        lasts, rest = durations(more)
        uses = [found for word in rest if (found := _USES.fullmatch(narrow(word).lower()))]
        if len(uses) != len(rest) or len(uses) > 1:
            raise unreadable(asked)
        stands = AddStanding(who=asked.actor, name=name, kind=EffectSort.said(kind), amount=number_in(amount, "amount"))
        times = int(uses[0][1]) if uses else None
        return self.call(asked, "add_standing", replace(stands, uses=times, **lasts))


_USES = re.compile(r"[x×*](\d{1,6})", re.ASCII)
