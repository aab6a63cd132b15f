"""The card of an action: one sentence, then the attack chain step by step, an area target by target, and where the initiative went.

Of a stranger (who is not in the states for this viewer) it tells what others felt of the deed: no reasons, no numbers of its own.
"""

from collections import Counter
from functools import reduce

from ludex.core.effects.sentences import name_of
from ludex.core.rule import rule
from ludex.core.say import Say, say, term
from ludex.core.system import Told
from ludex.core.view import Card, Fact, Label, Role, Verdict
from ludex.systems.boon.content import defense_named
from ludex.systems.boon.events import EffectAdded, ItemHandled
from ludex.systems.boon.rules.actions import UNASKED, Deed
from ludex.systems.boon.rules.bursts import Burst
from ludex.systems.boon.rules.casting import HealingDone
from ludex.systems.boon.rules.challenges import Attempted, failed_before
from ludex.systems.boon.rules.hiding import hiding
from ludex.systems.boon.rules.moving import Walked
from ludex.systems.boon.rules.strikes import Struck
from ludex.systems.boon.rules.stunts import Shoved, Tried
from ludex.systems.boon.rules.weapons import flies
from ludex.systems.boon.sheet import Character, Stunt
from ludex.systems.boon.state import Thing, yards_between
from ludex.systems.boon.terms import UNARMED, Action, DamageTo, Outcome, Reason, Result, Status, Use, Ward
from ludex.systems.boon.views.cards import edge_fact, fact, thing_called
from ludex.systems.boon.views.tell.changes import body_events, display_name, fell, happened, present

VERDICTS = {
    Outcome.FLESH: "good",
    Outcome.PUSHED: "good",
    Outcome.OBJECT: "good",
    Outcome.ARMOR: "mixed",
    Outcome.BLOCKED: "mixed",
    Outcome.THROWN: "terrible",
}
"""How an attack came out for the attacker; for whom that is good, a front end says."""
EDGES = ("net", "hit_net", "defense_net")
"""Facts that are boons less banes."""


HANDLED = (Use.TAKE, Use.STOW, Use.RELOAD)
"""Uses of things that are told by words of their own."""
THROWN = "throw"
AIMLESS = ("cast", "use_item", "stunt")
"""Actions that need no target; their titles name one only where there is one."""


def deed_card(told: Told) -> Card:
    """The card of an action; of a stranger that reached nobody only that something was done."""
    events = happened(told)
    if not _felt(told):
        return Card(_title(told), happened=tuple(line for line in events if line.role is Role.BOOKS))
    lines = (*_chain(told), *_area(told), *_rest(told), *_unasked(told))
    sentence = _sentence(told) or ""
    return Card(_title(told), _verdict(told), _facts(told), lines, sentence=sentence, happened=events)


def _sentence(told: Told) -> Say | None:
    """The deed as somebody tells it who was there; None where its title says all."""
    actor, target, tool = _actor(told), _target(told), _with_what(told) or term(UNARMED)
    match told.result:
        case Struck() as strike:
            return strike_sentence(told, strike, actor, target, tool)
        case Shoved() as shove:
            return shove_sentence(told, shove, actor, target)
        case HealingDone() as mended:
            return mend_sentence(told, mended, actor, target, tool)
        case Burst() as burst:
            return burst_sentence(told, burst, actor, tool)
        case Tried() as tried:
            return stunt_sentence(told, tried, actor, target, tool)
        case Attempted() as attempted:
            return attempt_sentence(told, attempted, actor, tool)
        case Walked():
            return walk_sentence(told, actor)
    return handling_sentence(told, actor)


def _actor(told: Told) -> str:
    return str(getattr(told.given, "actor", "") or getattr(told.given, "who", ""))


def _aimed(told: Told) -> str:
    """At whom it was aimed, if at anybody; of a blow at a guessed spot the one whom it met."""
    named = getattr(told.given, "target", "") or getattr(told.given, "defender", "")
    return str(named or _met(told))


def _met(told: Told) -> str:
    """Whom a blow met that was aimed at another, or at a spot."""
    return told.result.struck if isinstance(told.result, Struck) else ""


def _target(told: Told) -> str:
    """The one whom it met: another than it was aimed at, where somebody took the blow (BOO-LIV-38)."""
    return _met(told) or _aimed(told)


def _targets(told: Told) -> list[str]:
    """Everybody and everything in an area, or the one target."""
    one, inside = _target(told), told.result.within if isinstance(told.result, Burst) else ()
    return list(inside) or [t.who for t in getattr(told.given, "targets", ())] or ([one] if one else [])


def _is_there(told: Told, who: str) -> bool:
    """Whether somebody is no stranger; nobody is none."""
    return not who or present(told, who) is not None


def is_open(told: Told, who: str) -> bool:
    """Whether the numbers of somebody's rolls may be known: no stranger, and no veil upon it (BOO-LIV-45)."""
    found = present(told, who) if who else None
    return not who or (found is not None and not (isinstance(found, Character) and found.veil))


def _felt(told: Told) -> bool:
    """Whether the one who did it, or somebody whom it reached, is there for the viewer."""
    actor, targets = _actor(told), _targets(told)
    return bool(actor and present(told, actor)) or any(present(told, who) for who in targets)


@rule("BOO-LIV-51")
def _given(told: Told) -> Say:
    """Things that changed hands: from whom, to whom."""
    given = told.given
    giver = getattr(given, "owner", "") or _actor(told)
    had = told.before.find(giver)
    handed = Counter(i.called for i in (had.items if had else ()) if i.id in (given.item, *given.drops))
    things = [say("told.so_many", name=one, count=n) if n > 1 else one for one, n in handed.items()]
    things = things if had else [say("told.with_something")]
    word = "loot" if giver != _actor(told) else "give"
    return say(f"told.deeds.{word}", who=display_name(told, giver), whom=display_name(told, _aimed(told)), what=things)


def _title(told: Told) -> Say:
    if getattr(told.given, "use", "") == Use.GIVE:
        return _given(told)
    action = getattr(told.given, "action", told.procedure)
    whom = _aimed(told)
    action = (
        getattr(told.given, "use", "")
        if action == Action.USE_ITEM and getattr(told.given, "use", "") in HANDLED
        else action
    )
    named = [] if whom or _hurt_all(told) else _targets(told)
    several: list[Label] = [one.called for who in named if (one := present(told, who)) and _seen(told, who)]
    aimed = "_on" if action in AIMLESS and (whom or several) else ""
    action = THROWN if _flew(told) else action
    action = f"{action}_whole" if getattr(told.given, "whole", False) else action
    guess = getattr(told.given, "guess", None)
    at = [say("told.spot", x=guess[0], y=guess[1])] if guess and not several else several
    return say(
        f"told.deeds.{action}{'' if action == THROWN else aimed}",
        who=display_name(told, _actor(told)),
        whom=display_name(told, whom) if whom else at,
        what=_with_what(told),
    )


@rule("BOO-LIV-35")
def _flew(told: Told) -> bool:
    """Whether it was thrown at somebody: a weapon that left the hand, a thing that is used up."""
    given, deed = told.given, told.result
    actor = told.before.find(_actor(told))
    weapon = actor.weapon(getattr(given, "weapon", "")) if actor else None
    flask = getattr(given, "use", "") == Use.ATTACK and actor is not None
    return flask or (weapon is not None and isinstance(deed, Struck) and flies(weapon, deed.attack_kind))


def _with_what(told: Told) -> Label:
    """The weapon, spell, item or stunt by its name; nobody knows what a stranger used."""
    given = told.given
    trick: Stunt | None = getattr(given, "stunt", None)
    actor = told.after.find(_actor(told))
    if actor is None:
        return say("told.with_something") if _actor(told) else ""
    if trick is not None:
        return trick.called
    if borne := getattr(given, "effect", ""):
        return next((name_of(e) for e in told.before.effects if e.id == borne), "")
    if getattr(given, "name", "") and getattr(given, "action", "") == "invoke":
        return str(given.name)
    named = getattr(given, "spell", "") or getattr(given, "item", "") or getattr(given, "weapon", UNARMED)
    found = actor.spell(named) or actor.weapon(named)
    return found.called if found else thing_called(told.after, named) if named else ""


def _verdict(told: Told) -> Verdict | None:
    match told.result:
        case Struck(outcome=outcome) | Shoved(outcome=outcome):
            return Verdict(VERDICTS.get(outcome, "bad"), term(outcome))
        case Tried(result=result) | Attempted(result=result):
            return Verdict("good" if result is Result.SUCCESS else "bad", term(result))
    return None


def _facts(told: Told) -> tuple[Fact, ...]:
    """Totals in the order of the chain, each with its reasons: those of a stranger's rolls without, its defence not at all."""
    deed: Deed = told.result
    facts = tuple(
        (edge_fact if name in EDGES else fact)(name, value, deed.why.get(name) if reasons else None)
        for name, value, reasons, told_of in _numbers(told)
        if value is not None and told_of
    )
    rolls = ((who, deed.why.get(f"totals.{place}")) for place, who in enumerate(_targets(told)))
    known = ((who, roll) for who, roll in rolls if roll and is_open(told, who) and _seen(told, who))
    return (*facts, *(Fact(say("told.resists", who=display_name(told, who)), roll.value, roll) for who, roll in known))


def _numbers(told: Told) -> tuple[tuple[str, int | None, bool, bool], ...]:
    """What a deed was rolled to: its name, whether its reasons may be known, and whether it may be told at all."""
    doer, target = (is_open(told, who) for who in (_actor(told), _target(told)))
    felt = _is_there(told, _target(told))
    match told.result:
        case Struck() as deed:
            return (
                ("hit_total", deed.hit_total, doer, True),
                ("hit_net", _weighed(deed, "hit_net", deed.hit_net), doer, doer),
                ("defense_total", deed.defense_total, target, target),
                ("defense_net", _weighed(deed, "defense_net", deed.defense_net), target, target),
                ("damage", deed.damage or None, False, felt),
            )
        case Tried() | Attempted() as deed:
            return (
                ("total", deed.total, doer, True),
                ("net", _weighed(deed, "net", deed.net), doer, doer),
                ("target", deed.target if deed.total is not None else None, False, target),
            )
        case Burst() as deed:
            return (("damage", deed.damage or None, False, felt),)
    return ()


@rule("BOO-LIV-45", "BOO-BNB-3")
def _weighed(deed: Deed, name: str, net: int | None) -> int | None:
    """Boons less banes of a roll where any counted, those that cancelled each other too."""
    return net if net or (name in deed.why and deed.why[name].terms) else None


def _chain(told: Told) -> tuple[Label, ...]:
    """What the attack chain came to, in words."""
    deed = told.result
    if not isinstance(deed, Struck) or not _is_there(told, _target(told)):
        return ()
    lines: list[Label] = []
    if deed.damage:
        lines.append(_struck(told, deed))
    if deed.through:
        lines.append(say("told.through", points=deed.through))
    if deed.defense is not Ward.NONE and deed.defense_result is not None:
        special = defense_named(deed.special, told.after.library) if deed.special else None
        ward = special.called if special else term(str(deed.defense))
        lines.append(say("told.defence", ward=ward, result=term(deed.defense_result)))
    if deed.object_destroyed:
        lines.append(say("told.destroyed", what=display_name(told, _target(told))))
    return (*lines, *((say("told.spoken"),) if getattr(told.given, "spoken", False) else ()))


def _struck(told: Told, deed: Struck) -> Label:
    """Where the points went: to whose body, and what became of her; to which thing; to the armour."""
    if deed.damage_to is DamageTo.HEALTH:
        return _hurt(told, _target(told), deed.damage)
    if deed.damage_to is DamageTo.ACTOR:
        return _hurt(told, _actor(told), deed.damage)
    ward = told.after.find(_target(told))
    item = ward.item(deed.block_item) if ward and deed.damage_to is DamageTo.BLOCK_ITEM else None
    return say("told.damage_dealt", damage=deed.damage, to=item.called if item else term(f"to_{deed.damage_to}"))


def _hurt(told: Told, who: str, points: int) -> Label:
    """What somebody or something suffered; that somebody falls by it is told in the same line."""
    after = told.after.find(who)
    if after is not None and (status := fell(told, who)):
        return say("told.hurt_status", who=after.called, points=points, status=term(status))
    taken = sum(max(0, e.damage - e.was) for e in body_events(told, who))
    if after is not None and not after.veil and taken < points:
        return say("told.hurt_less", who=after.called, points=points, taken=taken)
    return say("told.hurt", who=display_name(told, who), points=points)


def _unasked(told: Told) -> tuple[Label, ...]:
    """Why nobody was asked for a defence (BOO-LIV-16)."""
    deed = told.result
    if not isinstance(deed, Struck) or not deed.unasked or not _is_there(told, _target(told)):
        return ()
    return (
        say("told.unasked", who=display_name(told, _target(told)), why=say(f"told.unasked_{UNASKED[deed.unasked]}")),
    )


def _hurt_all(told: Told) -> list[Label]:
    """What an area did to those in it, somebody after the other: the first line of its card, and who they are (BOO-LIV-25)."""
    deed = told.result
    both = zip(_targets(told), deed.taken, strict=True) if isinstance(deed, Burst) and deed.damage else ()
    return [_hurt(told, who, points) for who, points in both if points and _reached(told, who)]


def _area(told: Told) -> tuple[Label, ...]:
    """Everybody in one line, then how each resisted."""
    deed = told.result
    if not isinstance(deed, Burst):
        return ()
    rows = tuple(zip(_targets(told), deed.results, deed.taken, strict=True))
    unseen = any(not _seen(told, who) for who, _, _ in rows)
    seen = [row for row in rows if _seen(told, row[0])]
    everybody = _hurt_all(told)
    told_of: tuple[Label, ...] = (say("told.area_hurt", names=everybody),) if everybody else ()
    point = getattr(told.given, "point", None)
    told_of += (
        (say("told.area_at", x=point[0], y=point[1]),) if point else ()
    )  # BOO-LIV-32: the table may have chosen it
    told_of += tuple(
        say("told.suffered", who=display_name(told, who), result=term(result))
        for who, result, _ in seen
        if result is not Result.NONE
    )
    return (*told_of, say("told.somebody_there")) if unseen else told_of


def _seen(told: Told, who: str) -> bool:
    """Whether the viewer may know that somebody was in an area: who stays unseen is only felt (BOO-LIV-32)."""
    return _is_there(told, who) and not (who in told.before.veiled and who in told.after.veiled)


@rule("BOO-LIV-32")
def _reached(told: Told, who: str) -> bool:
    """The same, or that she fell by it: then she lies there for all to see."""
    return _seen(told, who) or (fell(told, who) is not None and present(told, who) is not None)


@rule("BOO-LIV-56", "BOO-LIV-44")
def why_unrolled(reason: str, failure: Label | None = None) -> Say:
    """Why no die fell; the failure by name where the one who reads may know it."""
    if reason == Reason.SAME_CONDITIONS and not failure:
        return say("told.same_again")
    return say(f"told.{reason}", failure=failure or "")


@rule("BOO-LIV-34", "BOO-LIV-56")
def _unhidden(told: Told) -> Say | None:
    """That somebody has failed to hide there before, to whom that is known."""
    if getattr(told.given, "action", told.procedure) != Action.HIDE:
        return None
    known = failed_before(told.before, hiding(told.before, told.given))
    return say("told.same_hiding", failure=known) if known else None


def _rest(told: Told) -> tuple[Label, ...]:
    """What else it came to: why no die fell, how far somebody was pushed, what was healed, how far somebody went."""
    doer, target = _is_there(told, _actor(told)), _is_there(told, _target(told))
    match told.result:
        case Attempted(rolled=False, reason=reason) if doer:
            return (_unhidden(told) or why_unrolled(reason),)
        case Shoved(push=push) if push and target:
            return _push(told, told.result) or (say("told.pushed", yards=push),)
        case HealingDone(healed=points) if target:
            return (say("told.healed", points=points),)
        case Walked() as deed if doer and not _unseen(told, _actor(told)):
            return (_walked(told, deed),)
    return ()


@rule("BOO-LIV-28")
def _walked(told: Told, deed: Walked) -> Label:
    """How far somebody went; where she stopped, if that is not where she wanted to go."""
    if deed.position is not None and told.given.to is not None and deed.position != told.given.to:
        return say("told.stopped_short", at=f"{deed.position[0]},{deed.position[1]}")
    return say("told.walked", yards=deed.moved, cost=deed.cost, remaining=deed.remaining)


def _unseen(told: Told, who: str) -> bool:
    """Whether the viewer may not know where somebody is, or was until now."""
    return who in told.before.veiled or who in told.after.veiled


def _push(told: Told, deed: Shoved) -> tuple[Label, ...]:
    who = told.after.find(_target(told)) if deed.defender_position else None
    if who is None or who.position is None:
        return ()
    start = deed.defender_start or who.position
    why = say(f"told.stopped_{deed.stopped}") if deed.stopped else ""
    if start == who.position:
        return (say("told.push_stuck", who=who.called, why=why),)
    gone = say("told.pushed", yards=yards_between(start, who.position))
    stopped = (say("told.push_stopped", why=why),) if why else ()
    ended = {"x": who.position[0], "y": who.position[1], "start": f"{start[0]},{start[1]}"}
    return (gone, say("told.push_to", who=who.called, **ended), *stopped)


def strike_sentence(told: Told, strike: Struck, actor: str, target: str, tool: Label) -> Say | None:
    """An attack on one target; None where the one who was struck is not there for the viewer."""
    met, doer = present(told, target), told.after.find(actor)
    guess = getattr(told.given, "guess", None)
    if guess and doer is not None and strike.outcome in (Outcome.MISS, Outcome.WRONG_PLACE):
        verb, square = term(strike.manner), f"{guess[0]},{guess[1]}"
        return say("sentences.wrong_place", who=doer.called, what=tool, verb=verb, square=square)
    if met is None:
        return None
    key = "touched" if strike.outcome is Outcome.FLESH and not strike.damage else str(strike.outcome)
    key = "destroyed" if strike.object_destroyed else key
    if doer is None:  # nobody knows who it was, nor with what
        key = f"unseen_{key}" if key in ("flesh", "armor", "blocked", "object", "destroyed") else "unseen_miss"
    hurt = actor if strike.damage_to is DamageTo.ACTOR else target
    fallen = fell(told, hurt) if key in ("flesh", "unseen_flesh", "thrown") else None
    return say(
        f"sentences.{key}{'_fell' if fallen else ''}",
        who=display_name(told, actor),
        whom=met.called,
        what=tool,
        verb=term(strike.manner),
        points=strike.damage,
        item=_in_the_way(met, strike),
        status=term(fallen) if fallen else "",
    )


def shove_sentence(told: Told, shove: Shoved, actor: str, target: str) -> Say | None:
    """Somebody was pushed, or stood firm."""
    if told.after.find(actor) is None or present(told, target) is None:
        return None
    there, yards = told.after.find(target), shove.push
    if shove.defender_position and there is not None and there.position is not None:
        yards = yards_between(shove.defender_start or there.position, there.position)
    key = "shove_failed" if shove.outcome is not Outcome.PUSHED else "shove_pushed" if yards else "shove_stuck"
    return say(f"sentences.{key}", who=display_name(told, actor), whom=display_name(told, target), yards=yards)


def mend_sentence(told: Told, mended: HealingDone, actor: str, target: str, tool: Label) -> Say | None:
    """Somebody was healed, herself where nobody else was named."""
    target = target or actor
    if told.after.find(actor) is None or present(told, target) is None:
        return None
    key = ("healed" if target != actor else "healed_self") if mended.healed else "unhurt"
    return say(
        f"sentences.{key}",
        who=display_name(told, actor),
        whom=display_name(told, target),
        what=tool,
        points=mended.healed,
    )


def stunt_sentence(told: Told, tried: Tried, actor: str, target: str, what: Label) -> Say | None:
    """A stunt, and whether it came off."""
    if told.after.find(actor) is None or tried.guessed or (target and present(told, target) is None):
        return None
    left = _left_by(told, target) if tried.result is Result.SUCCESS and target else []
    done = "left" if left else "done" if tried.result is Result.SUCCESS else "failed"
    whom = display_name(told, target) if target else ""
    key = f"sentences.stunt_{done}{'_on' if target else ''}"
    return say(key, who=display_name(told, actor), whom=whom, what=what, left=left)


def _left_by(told: Told, target: str) -> list[Label]:
    """What a stunt has left with somebody: effects that she bears now, what has dropped from her hands."""
    met = present(told, target)
    known = {e.id for e in told.after.effects}
    left: list[Label] = []
    for one in told.events:
        if isinstance(one, EffectAdded) and one.effect.bearer == target and one.effect.id in known:
            left.append(say("sentences.left_effect", effect=name_of(one.effect)))
        elif isinstance(one, ItemHandled) and one.who == target and one.held is False and isinstance(met, Character):
            item = met.item(one.item)
            left += [say("sentences.left_item", item=item.called)] if item else []
    return left


def attempt_sentence(told: Told, attempted: Attempted, actor: str, what: Label) -> Say | None:
    """Somebody hid, got rid of something or managed something with a thing; or did not."""
    action, work = told.given.action, getattr(told.given, "challenge", None)
    task = work.task if work else ""
    word = ATTEMPTS.get(action, "") if action != Action.USE_ITEM or task else ""
    if not word or told.after.find(actor) is None:
        return None
    key = word if attempted.result is Result.SUCCESS else f"not_{word}"
    return say(f"sentences.{key}", who=display_name(told, actor), what=what, task=task)


ATTEMPTS = {Action.HIDE: "hidden", Action.RID: "rid", Action.USE_ITEM: "managed_with"}
"""What is tried with a roll, by what came of it; without success each has its `not_`."""


HANDLING = frozenset(
    f"told.deeds.{key}"
    for key in (
        *("take", "stow", "reload", "rid", "drop_item", "give", "loot"),
        *("use_item", "use_item_on", "invoke", "cast", "cast_on"),
    )
)
"""Deeds that nothing is rolled for, by their titles."""


def handling_sentence(told: Told, actor: str) -> Say | None:
    """A thing taken out, put away, handed on or used, a spell without a blow: what its title says, as a sentence."""
    title = _title(told)
    if title.key not in HANDLING or told.after.find(actor) is None:
        return None
    return Say(title.key.replace("told.deeds.", "sentences.did_"), title.facts)


def walk_sentence(told: Told, actor: str) -> Say | None:
    found = told.after.find(actor)
    if found is None or found.position is None:
        return None
    x, y = found.position
    return say("sentences.walked", who=found.called, square=f"{x},{y}")


def challenge_sentence(who: Label, task: Label, result: Result) -> Say:
    return say(f"sentences.{'managed' if result is Result.SUCCESS else 'not_managed'}", who=who, task=task)


def burst_sentence(told: Told, burst: Burst, actor: str, tool: Label) -> Say | None:
    """What an area did to all whom the viewer saw in it: those who suffered the same together."""
    if told.after.find(actor) is None or not burst.damage:
        return None
    suffered: dict[tuple[int, Status | None], list[Label]] = {}
    for who, points in zip(_targets(told), burst.taken, strict=True):
        if points and _reached(told, who):
            suffered.setdefault((points, fell(told, who)), []).append(display_name(told, who))
    each = [
        say(
            f"sentences.burst_{'each' if len(names) > 1 else 'one'}{'_fell' if status else ''}",
            who=names[0] if len(names) == 1 else names,
            points=points,
            status=term(status) if status else "",
        )
        for (points, status), names in suffered.items()
    ]
    all_of_it = reduce(lambda before, one: say("sentences.burst_more", before=before, one=one), each) if each else ""
    return say(
        f"sentences.{'burst' if each else 'burst_nobody'}", who=display_name(told, actor), what=tool, all=all_of_it
    )


def _in_the_way(met: Character | Thing, strike: Struck) -> Label:
    """What took the blow: what it was blocked with, or the armour."""
    if not isinstance(met, Character):
        return ""
    if strike.damage_to is DamageTo.BLOCK_ITEM:
        item = met.item(strike.block_item)
        return item.called if item else term("to_block_item")
    return met.armor.called if met.armor else term("to_armor")
