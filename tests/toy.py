"""A tiny complete game for testing the kernel: duellists with hearts, one strike rule, one question."""

from typing import Any, cast

import msgspec

from ludex.core import asks
from ludex.core.asks import GM, Asking, Choose, Option, choose, choose_all, part, roll
from ludex.core.deeds import ACTOR, FLAG, WHOLE, Asked, Command, Do, Field, Offer, by_gm, deed
from ludex.core.errors import RuleError
from ludex.core.explain import Total, because, total
from ludex.core.orders import Order
from ludex.core.principals import Who, actor, actor_of
from ludex.core.rule import procedure, rule
from ludex.core.say import say
from ludex.core.system import Demo, System, Told, Viewer
from ludex.core.view import Card, Section, Track, Verdict, View
from ludex.dice.pools import d, highest_of


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    armour: int = 3


class Duellist(msgspec.Struct, frozen=True):
    id: str
    hearts: int = 3
    secret: str = ""


class State(msgspec.Struct, frozen=True):
    options: Options = Options()
    duellists: tuple[Duellist, ...] = ()

    def of(self, name: str) -> Duellist:
        for one in self.duellists:
            if one.id == name:
                return one
        raise RuleError("unknown_duellist", who=name, there=[o.id for o in self.duellists])


class Joined(msgspec.Struct, frozen=True, tag="joined"):
    who: str


class Wounded(msgspec.Struct, frozen=True, tag="wounded"):
    who: str
    hearts: int


class Healed(msgspec.Struct, frozen=True, tag="healed"):
    who: str


Event = Joined | Wounded | Healed


def fold(state: State, event: Event) -> State:
    match event:
        case Joined():
            return msgspec.structs.replace(
                state, duellists=(*state.duellists, Duellist(event.who, secret=f"hush-{event.who}"))
            )
        case Wounded():
            return _hearts(state, event.who, -event.hearts)
        case Healed():
            return _hearts(state, event.who, 1)


def _hearts(state: State, who: str, change: int) -> State:
    changed = tuple(
        msgspec.structs.replace(one, hearts=one.hearts + change) if one.id == who else one for one in state.duellists
    )
    return msgspec.structs.replace(state, duellists=changed)


async def happen(event: Event) -> State:
    return cast("State", await asks.happen(event))


class Join(msgspec.Struct, frozen=True):
    who: str


class Strike(msgspec.Struct, frozen=True):
    who: str
    at: str
    force: int = 2


class Struck(msgspec.Struct, frozen=True):
    hit: int
    result: str
    wounds: int = 0
    why: dict[str, Total] = {}


async def join(state: State, given: Join) -> Duellist:
    """Come to the field."""
    if any(one.id == given.who for one in state.duellists):
        raise RuleError("already_here", who=given.who)
    return (await happen(Joined(given.who))).of(given.who)


class Enlist(msgspec.Struct, frozen=True):
    who: str
    asks: Who = GM


async def enlist(state: State, given: Enlist) -> Duellist:
    """Come to the field after a word with whoever wants it."""
    await choose(given.asks, "questions.enlist", ("yes",))
    return await join(state, Join(given.who))


async def hit(force: int) -> int:
    return (await roll(highest_of(force, 6), "rolls.hit")).value


@rule("TOY-1")
async def strike(state: State, given: Strike) -> Struck:
    """Strike: best of some D6 against armour; then the other dodges (a D4, 3+) or takes it."""
    state.of(given.who)
    state.of(given.at)
    if not 1 <= given.force <= 10:
        raise RuleError("bad_force", clause="TOY-1", force=given.force)
    best = await part(hit, given.force)
    why = {"hit": total(because(best, "why.best", "TOY-1"))}
    if best <= state.options.armour:
        return Struck(best, "missed", 0, why)
    answer = await choose(actor(given.at), say("questions.defence", hit=best), ("dodge", "take", Option("beg:<words>")))
    if answer == "dodge" and (await roll(d(4), "rolls.dodge", who=actor(given.at))).value >= 3:
        return Struck(best, "dodged", 0, why)
    if answer.startswith("beg:"):
        return Struck(best, "spared", 0, why)
    if answer not in ("dodge", "take"):
        raise RuleError("bad_choice", answer=answer)
    await happen(Wounded(given.at, 1))
    return Struck(best, "wounded", 1, why)


class Bout(msgspec.Struct, frozen=True):
    who: str
    at: str
    sealed: bool = True


class Boxed(msgspec.Struct, frozen=True):
    result: str
    picks: dict[str, str]


PICKS = ("high", "low", Option("feint:<words>"))


def _judged(answer: str) -> None:
    if answer not in ("high", "low") and not PICKS[2].match(answer):
        raise RuleError("bad_pick", answer=answer)


async def bout(state: State, given: Bout) -> Boxed:
    """Both pick in secret; the same pick wounds nobody."""
    fighters = (state.of(given.who).id, state.of(given.at).id)
    asking = {actor(one): Asking(say("questions.pick"), PICKS, about=one, judge=_judged) for one in fighters}
    picks = await choose_all(asking, sealed=given.sealed)
    shown = {actor_of(who): pick for who, pick in picks.items()}
    if len(set(shown.values())) == 1:
        return Boxed("even", shown)
    loser = given.at if shown[given.who] == "high" else given.who
    await happen(Wounded(loser, 1))
    return Boxed(f"{loser} is hit", shown)


class Gamble(msgspec.Struct, frozen=True):
    who: str
    least: int = 4


async def gamble(state: State, given: Gamble) -> Duellist:
    """A D6; too low a one is refused after it was thrown."""
    face = (await roll(d(6), "rolls.gamble")).value
    if face < given.least:
        raise RuleError("unlucky", face=face)
    return state.of(given.who)


class Rest(msgspec.Struct, frozen=True):
    pass


class Rested(msgspec.Struct, frozen=True):
    who: str


async def rest(state: State, given: Rest) -> Rested:
    """Whoever has no heart left gets one back by itself."""
    fallen = next(one.id for one in state.duellists if one.hearts <= 0)
    await happen(Healed(fallen))
    return Rested(fallen)


async def heal(state: State, given: Join) -> Duellist:
    """Get a heart back, if the GM likes."""
    state.of(given.who)
    if await choose(GM, "questions.heal", ("yes", "no")) == "yes":
        state = await happen(Healed(given.who))
    return state.of(given.who)


def arrange(state: State | None, given: Any) -> tuple[State, dict[str, Any]]:
    rest = dict(given)
    options = msgspec.convert(rest.pop("options", {}), Options)
    state = msgspec.structs.replace(state, options=options) if state else State(options)
    for one in rest.pop("duellists", ()):
        state = msgspec.structs.replace(state, duellists=(*state.duellists, msgspec.convert(one, Duellist)))
    return state, rest


def look(state: State, viewer: Viewer) -> View:
    who = tuple(
        Section(f"who-{one.id}", one.id, (Track("hearts", tuple(range(1, one.hearts + 1))),), note=_secret(one, viewer))
        for one in state.duellists
    )
    return View(who)


def deeds(state: State, viewer: Viewer) -> tuple[Offer, ...]:
    return (deed("strike", say("view.strike"), at={one.id: one.id for one in state.duellists}),)


def _secret(one: Duellist, viewer: Viewer) -> str:
    return one.secret if viewer.gm or one.id in viewer.controls else ""


def tell(told: Told, viewer: Viewer) -> Card:
    if isinstance(told.result, Struck):
        note = told.after.of(told.given.at).secret if viewer.gm else "…"
        return Card("strike", Verdict("good", told.result.result), lines=(note,))
    return Card(told.procedure)


def decide(state: State, ask: Choose) -> str | None:
    return "take" if ask.what.key == "questions.defence" else None


def order(state: State, who: str, said: Order) -> Order:
    """An order: `defence=dodge`, `defence=take`, `defence=ask`."""
    if said.name != "defence" or said.value not in ("dodge", "take", "ask"):
        raise RuleError("unknown_order", order=said.name, known=["defence=dodge|take|ask"])
    return said


def ordered(state: State, ask: Choose, orders: tuple[Order, ...]) -> str | None:
    return orders[0].value if ask.what.key == "questions.defence" else None


def run_strike(asked: Asked) -> Do:
    luck = asked.args.get("luck", 0)
    return Do("strike", {"who": asked.actor, "at": asked["at"], "force": asked["force"] + luck})


def not_now(asked: Asked) -> Do:
    raise RuleError("not_now", at=asked["at"])


FORCE = Field("force", WHOLE, required=False, default=2)
LUCK = Field("luck", WHOLE, keys=("luck",), keyed=True, required=False, default=0, owner=by_gm("circumstance"))

COMMANDS = (
    Command(
        ("打", "strike"),
        run_strike,
        (Field("at", ACTOR), FORCE, LUCK),
        example=".strike bo",
    ),
    Command(("决斗", "duel"), not_now, (Field("at", ACTOR), FORCE), foresee=run_strike),
    Command(("报名", "enlist"), lambda a: Do("enlist", {"who": a["who"], "asks": a.seat}), (Field("who"),)),
    Command(("入场", "join"), lambda a: Do("join", {"who": a["who"]}), (Field("who"),)),
    Command(
        ("对拳", "bout"),
        lambda a: Do("bout", {"who": a.actor, "at": a["at"], "sealed": not a["open"]}),
        (Field("at", ACTOR), Field("open", FLAG)),
    ),
    Command(("赌", "gamble"), lambda a: Do("gamble", {"who": a.actor}), (), many=True),
    Command(("治", "heal"), lambda a: Do("heal", {"who": a["who"]}), (Field("who", ACTOR),), who="gm"),
)

SYSTEM = System(
    id="toy",
    prefix="TOY",
    package="tests",
    procedures={
        "join": procedure(join),
        "strike": procedure(strike, bad={"force": "bad_force"}, odds=("result",)),
        "enlist": procedure(enlist),
        "heal": procedure(heal),
        "bout": procedure(bout, odds=("result",)),
        "gamble": procedure(gamble),
        "rest": procedure(rest),
    },
    options=Options,
    state=State,
    event=Event,
    start=lambda options: State(options),
    fold=fold,
    arrange=arrange,
    actors=lambda state: {one.id: one.id for one in state.duellists},
    commands=COMMANDS,
    look=look,
    deeds=deeds,
    tell=tell,
    decide=decide,
    order=order,
    ordered=ordered,
    check="gamble",
    due=lambda state: Do("rest", {}) if any(one.hearts <= 0 for one in state.duellists) else None,
    groups=lambda state: {"duellists": tuple(one.id for one in state.duellists)},
    demo=lambda: Demo(
        State(duellists=(Duellist("ann", secret="hush-ann"), Duellist("bo", secret="hush-bo"))),
        {"Ann": ("ann",), "Bo": ("bo",)},
    ),
)
