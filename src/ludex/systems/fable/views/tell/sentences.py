"""A deed in one sentence: who, with what, did what to whom, and what came of it (FAB-LIV-54). What a viewer may not know leaves it.

Deeds without a sentence of their own are told in one by what their cards say anyway (`SPOKEN`).
"""

from collections.abc import Iterable, Sequence
from functools import reduce

import msgspec
from msgspec.structs import replace

from ludex.core.say import Label, Say, say, term
from ludex.core.system import Told, Viewer
from ludex.core.telling import Sentence, Spoken
from ludex.core.view import Delta
from ludex.systems.fable.content import called_of, manner_of
from ludex.systems.fable.effects.kinds import entries_of
from ludex.systems.fable.events import CharacterWritten, FateSealed
from ludex.systems.fable.events.telling import MOVED
from ludex.systems.fable.rules.actions import Hindered, Reached, Used
from ludex.systems.fable.rules.arms import DualStruck, Reacted
from ludex.systems.fable.rules.attacks import Attacked, Target
from ludex.systems.fable.rules.attributes import label
from ludex.systems.fable.rules.bonds import Bonded, BondsChanged
from ludex.systems.fable.rules.checks import Checked
from ludex.systems.fable.rules.clocks import ClockMoved
from ludex.systems.fable.rules.conflict import ActionsLeft, Ended, Left, Spd, Started
from ludex.systems.fable.rules.contests import Grouped, Opposed
from ludex.systems.fable.rules.creation import Answered, HasTraits, MadeCharacter
from ludex.systems.fable.rules.data import OfThing
from ludex.systems.fable.rules.defeat import Fates, Spared
from ludex.systems.fable.rules.equipment import Give, Traded, item_called
from ludex.systems.fable.rules.feats import FeatDone, Learned, feat_called
from ludex.systems.fable.rules.gauges import Report
from ludex.systems.fable.rules.growth import LeveledUp, LevelTaken, SessionDone, SessionOpen, XpEarned
from ludex.systems.fable.rules.npcs import BlockMade
from ludex.systems.fable.rules.points import PointGained, team_called
from ludex.systems.fable.rules.pools import Damaged, Healed, Improvised, Spent
from ludex.systems.fable.rules.recovery import Rested, SceneSet
from ludex.systems.fable.rules.spells import CastDone, RitualDone
from ludex.systems.fable.rules.ticks import EffectsKept, Lifted, TickBegun
from ludex.systems.fable.sheet.entries import SpellEntry
from ludex.systems.fable.state import Conflict
from ludex.systems.fable.terms import Emotion, Item, Pool, Result
from ludex.systems.fable.views.look import lasting_on
from ludex.systems.fable.views.tell.people import newly
from ludex.systems.fable.views.tell.witness import BROKE, Known, happened, name_of, names_of, onlooker, whom


def sentence_of(told: Told, viewer: Viewer) -> Label:
    """A finished deed as a friend tells it who was there; nothing where its title says all, or its result is the GM's to know (FAB-LIV-4)."""
    if getattr(told.given, "blind", False) and not viewer.gm:
        return ""
    teller = SENTENCES.get(type(told.result))
    return (teller(told, told.result) if teller is not None else None) or ""


# ---------------------------------------------------------------------- blows
def struck(told: Told, done: Attacked) -> Say:
    weapon = told.given.weapon
    verb = f"by_{manner_of(weapon.name) or weapon.type}"
    return _blow(told, done, told.given.attacker, called_of(weapon.name) or term(weapon.type), verb)


def struck_back(told: Told, done: Reacted) -> Say | None:
    one = told.given.pending
    return _blow(told, done.attack, one.who, feat_called(told.after, one.feat), "by_feat") if done.attack else None


def struck_twice(told: Told, done: DualStruck) -> Say:
    targets = (*done.first.targets, *done.second.targets)
    who = list(dict.fromkeys(one.id for one in targets))
    each = [say("sentences.each_struck", **_harm(told, [one for one in targets if one.id == id_])) for id_ in who]
    return say("sentences.struck_twice", who=name_of(told, told.given.attacker), each=_one_by_one(each))


def _one_by_one(each: Sequence[Say]) -> Say:
    return reduce(lambda first, then: say("sentences.and_then", first=first, then=then), each)


def _blow(told: Told, done: Attacked, attacker: str, weapon: Label, verb: str) -> Say:
    facts = {"who": name_of(told, attacker), "weapon": weapon, "verb": say(f"sentences.{verb}")}
    if len(done.targets) != 1:
        return _blow_at_several(told, done.targets, facts)
    (target,) = done.targets
    harm = _harm(told, [target])
    return say(f"sentences.{_met(target)}", **facts, whom=harm["who"], what=harm["what"])


def _blow_at_several(told: Told, targets: Sequence[Target], facts: dict[str, Label]) -> Say:
    """What a blow did to several, the worst first: those whom it did the same in one breath."""
    alike: dict[str, tuple[str, Known, list[Known]]] = {}
    for one in sorted(targets, key=lambda one: HOW_MET.index(_met(one))):
        met, harm = _met(one), _harm(told, [one])
        alike.setdefault(f"{met} {harm['what']}", (met, harm["what"], []))[2].append(harm["who"])
    each: list[Say] = []
    for met, what, names in alike.values():
        several = "all" if len(names) > 1 else "each"
        again = "_too" if each and each[-1].key.startswith("sentences.grazes_") else ""
        key = f"grazes_{several}{again}" if met == "grazed" else f"{several}_{met}"
        each.append(say(f"sentences.{key}", who=names if len(names) > 1 else names[0], what=what))
    met = next((met for met, _, _ in alike.values()), "missed")
    if met == "missed":
        return say("sentences.missed", **facts, whom=[name for _, _, names in alike.values() for name in names])
    return say(f"sentences.several_{met}", each=_one_by_one(each) if each else "", **facts)


HOW_MET = ("struck", "grazed", "missed")


def _met(target: Target) -> str:
    """Whether a blow struck, only did its minimum damage, or missed (FAB-MIN-1)."""
    if target.result is Result.SUCCESS:
        return "struck"
    return "grazed" if target.amount else "missed"


def _harm(told: Told, blows: list[Target]) -> dict[str, Known]:
    """Who suffered what of one blow or several: the damage, gauges broken, and that she lies down."""
    name, broken = name_of(told, blows[0].id), sum(one.broken for one in blows)
    fell = any(line.said == say("told.defeated", who=name) for line in happened(told))
    broke = say("sentences.broke_one") if broken == 1 else say("sentences.broke", n=broken)
    what: list[Label] = [
        say("sentences.damage", n=sum(one.amount for one in blows)),
        *([broke] if broken else []),
        *([say("sentences.fell")] if fell else []),
    ]
    return {"who": name, "what": what}


# ---------------------------------------------------------------------- checks
def checked(told: Told, done: Checked) -> Say | None:
    given, who = told.given, whom(told)
    target = getattr(given, "target", "")
    if told.procedure == "study" and target:
        key = "studied" if done.tier else "studied_nothing"
        return say(f"sentences.{key}", who=who, whom=name_of(told, target), n=done.tier)
    pair: list[Label] = [term(one) for one in getattr(given, "attributes", None) or ()]
    if told.procedure != "check" or not pair or done.result is None or done.margin is None:
        return None
    key, tried = "check_made" if done.result is Result.SUCCESS else "check_failed", getattr(given, "text", "")
    facts: dict[str, Known] = {"who": who, "what": pair, "value": done.value, "dl": done.value - done.margin}
    return say(f"sentences.{key}_trying", **facts, tried=tried) if tried else say(f"sentences.{key}", **facts)


def hindered(told: Told, done: Hindered) -> Say:
    facts = {"who": name_of(told, told.given.actor), "whom": name_of(told, told.given.target)}
    return (
        say("sentences.hindered", **facts, status=term(done.status))
        if done.status
        else say("sentences.unhindered", **facts)
    )


def reached(told: Told, done: Reached) -> Say:
    full = done.filled >= done.size > 0
    key = ("objective_full" if full else "objective") if done.sections else "objective_failed"
    who = name_of(told, told.given.actor)
    return say(f"sentences.{key}", who=who, clock=done.clock, filled=done.filled, size=done.size)


def opposed(told: Told, done: Opposed) -> Say:
    sides = [(told.given.a.id, done.value_a), (told.given.b.id, done.value_b)]
    won, lost = sides if done.winner == "a" else sides[::-1]
    facts = {"who": name_of(told, won[0]), "whom": name_of(told, lost[0])}
    return say("sentences.opposed", **facts, value=won[1], other=lost[1])


def grouped(told: Told, done: Grouped) -> Say | None:
    if done.result is None:
        return None
    key = "group_made" if done.result is Result.SUCCESS else "group_failed"
    return say(f"sentences.{key}", who=name_of(told, told.given.leader.id), value=done.value)


def ritual(told: Told, done: RitualDone) -> Say:
    key = "ritual_made" if done.result is Result.SUCCESS else "ritual_failed"
    purpose = told.given.purpose
    return say(f"sentences.{key}{'_for' if purpose else ''}", who=name_of(told, told.given.actor), purpose=purpose)


# ---------------------------------------------------------------------- spells, items, hands
def cast(told: Told, done: CastDone) -> Say:
    spells = entries_of(SpellEntry, told.after.things)
    spell = called_of(spells[done.spell].name) if done.spell in spells else told.given.spell
    caster, healed = told.given.caster, [one for one in done.targets if one.healed]
    facts = {"who": name_of(told, caster), "what": spell}
    if len(healed) == 1 and len(done.targets) == 1:
        key = "healed_self" if healed[0].id == caster else "healed"
        return say(f"sentences.{key}", **facts, whom=name_of(told, healed[0].id), n=healed[0].healed)
    others = names_of(told, [one.id for one in done.targets if one.id != caster])
    return say("sentences.cast_on", **facts, names=others) if others else say("sentences.cast", **facts)


def used(told: Told, done: Used) -> Say | None:
    given = told.given
    actor, whom_ = given.actor or given.target, given.target
    if given.item == Item.MAGIC_TENT:
        return say("sentences.pitched", who=name_of(told, actor))
    item = term(given.item) if given.item in set(Item) else None
    if item is None:
        return None
    facts = {"who": name_of(told, actor), "what": item}
    own = "_self" if actor == whom_ else ""
    others = {} if own else {"whom": name_of(told, whom_)}
    if done.healed is not None:
        return say(f"sentences.{'healed' if done.healed else 'healed_nothing'}{own}", **facts, **others, n=done.healed)
    if done.amount is not None:
        return say(f"sentences.shard{own}", **facts, **others, n=done.amount)
    return say(f"sentences.cleared{own}", **facts, **others)


def traded(told: Told, done: Traded) -> Say:
    facts = {"who": whom(told), "what": item_called(told.after, done.item), "price": done.price}
    return say(f"sentences.{told.procedure}", **facts)


def handed(told: Told, done: Give) -> Say:
    facts = {"whom": name_of(told, done.target), "what": item_called(told.after, done.item)}
    return (
        say("sentences.give", who=name_of(told, done.giver), **facts) if done.giver else say("sentences.got", **facts)
    )


def acted(told: Told, _done: ActionsLeft) -> Say | None:
    asked, who = told.given, name_of(told, told.given.actor)
    if asked.action != "guard":
        return None
    return (
        say("sentences.covers", who=who, whom=name_of(told, asked.cover))
        if asked.cover
        else say("sentences.guards", who=who)
    )


# ---------------------------------------------------------------------- people
def moved(told: Told, done: Damaged | Healed) -> Say:
    """Gauges by the GM's word: what moved, in numbers as far as they may be known."""
    parts: list[Say] = []
    for line in happened(told):
        key = line.said.key if isinstance(line.said, Say) else ""
        if key in MOVED and line.moved is not None and not parts:
            verb = "loses" if line.moved.by < 0 else "regains"
            facts = {"n": abs(line.moved.by), "pool": line.moved.what}
            parts.append(say(f"sentences.{verb}", who=name_of(told, line.moved.who), **facts))
        elif key == BROKE and isinstance(line.said, Say):
            broken = len(line.said.facts["gauges"])
            gauges = say("sentences.gave_way_one") if broken == 1 else say("sentences.gave_way", n=broken)
            parts.append(gauges if parts else say("sentences.breaks", who=whom(told), gauges=gauges))
        elif key == "told.defeated":
            parts.append(say("sentences.fell"))
    if parts:
        return _one_by_one(parts)
    known, heals = onlooker(told).has_numbers(told.given.character), isinstance(done, Healed)
    key = ("nothing_to_heal" if heals else "unharmed") if known else "better" if heals else "worse"
    return say(f"sentences.{key}", who=whom(told))


def fates(told: Told, _done: Fates) -> Say | None:
    seen = [one for one in told.events if isinstance(one, FateSealed) and one.fate and one.who in told.after.characters]
    each = [say(f"sentences.fate_{one.fate}", who=name_of(told, one.who)) for one in seen]
    return say("told.fates_of", fates=each) if each else None


def learned(told: Told, _done: Learned) -> Say | None:
    what = [feat_called(told.after, key) for one in _written(told) for key in one.feats]
    spells = entries_of(SpellEntry, told.after.things)
    what += [called_of(spells[key].name) for one in _written(told) for key in one.spells if key in spells]
    return say("sentences.learned", who=whom(told), what=what) if what else None


def _written(told: Told) -> Iterable[CharacterWritten]:
    return (one for one in told.events if isinstance(one, CharacterWritten))


def leveled(told: Told, done: LeveledUp | LevelTaken) -> Say | None:
    if isinstance(done, LevelTaken) and not done.taken:
        return None
    new = newly(told, told.given.character)
    facts: dict[str, Known] = {"who": whom(told), "n": done.level, "what": new}
    return say(f"sentences.leveled{'_learning' if new else ''}", **facts)


def bonded(told: Told, _done: Bonded) -> Say | None:
    asked = told.given
    if told.procedure != "bond_add":
        return None
    return say("sentences.bond", who=name_of(told, asked.owner), whom=asked.target, emotion=term(asked.emotion))


def made(told: Told, done: MadeCharacter) -> Say:
    return say("sentences.joins", who=name_of(told, done.id))


def rested(told: Told, done: Rested) -> Say:
    return say("sentences.rested", names=names_of(told, done.people or (told.given.character,)))


def begun(told: Told, done: Started) -> Say | None:
    seen = [who for who in done.order if told.after.conflict and told.after.conflict.of(who)]
    return say("sentences.fight", who=name_of(told, seen[0])) if seen else None


def feat_used(told: Told, done: FeatDone) -> Say:
    facts: dict[str, Known] = {"who": whom(told), "feat": feat_called(told.after, done.feat)}
    each = _befell(told, "")
    return say("sentences.feat_did", **facts, each=_one_by_one(each)) if each else say("sentences.of_feat", **facts)


def befallen(told: Told, _done: Improvised) -> Say | None:
    each = _befell(told, "", lost="suffered")
    return _one_by_one(each) if each else None


def _befell(told: Told, in_all: str, *, lost: str = "lost") -> list[Say]:
    each: dict[str, list[Label]] = {}
    for line in happened(told):
        if isinstance(line.said, Say) and (what := _harmed(line.said, line.moved, in_all, lost)) is not None:
            each.setdefault(str(line.said.facts["who"]), []).append(what)
    return [say("sentences.each_in_all", who=who, what=what) for who, what in each.items()]


def ticked(told: Told, done: TickBegun) -> Say | None:
    """What effects did to whom while the clock went on, in all: so many ticks are one sentence."""
    each = _befell(told, "_in_all")
    if not each:
        return None
    reacted: list[Label] = [one.facts["feat"] for one in done.told if one.key == "told.reacted"]
    timed = told.before.conflict.effects if told.before.conflict else ()
    passed = [label(told.before, one.record) for one in timed if one.id in done.processed and one.record is not None]
    key = "ticked" if reacted or passed else "ticked_bare"
    return say(f"sentences.{key}", effects=[*dict.fromkeys((*reacted, *passed))], each=_one_by_one(each))


def _harmed(said: Say, moved: Delta | None, in_all: str, lost: str) -> Say | None:
    """What one line comes to: points lost or regained, gauges broken, that somebody lies down."""
    if moved is not None and said.key in MOVED:
        verb = lost if moved.by < 0 else "regained"
        pool = "" if moved.what == term(Pool.HP) else "_of"
        return say(f"sentences.{verb}{in_all}{pool}", n=abs(moved.by), pool=moved.what)
    if said.key == BROKE:
        gauges = len(said.facts["gauges"])
        return say("sentences.gave_way_one") if gauges == 1 else say("sentences.gave_way", n=gauges)
    return say("sentences.fell") if said.key == "told.defeated" else None


def stepped_out(told: Told, _done: Left) -> Say:
    return say("sentences.leaves_fight", who=name_of(told, told.given.actor))


def written(told: Told, done: OfThing) -> Say | None:
    new = told.procedure == "add_thing"
    body = (told.after if new else told.before).things.get(done.table, {}).get(done.key, {})
    name = str(body.get("name") or done.key)
    return say(f"sentences.thing{'' if new else '_gone'}", kind=term(done.table), name=name)


def ended(told: Told, _done: Ended) -> Say:
    """How a fight ended: what became of those who are out of it, and who still stands, as far as they can be seen."""
    fought = told.before.conflict
    there = {} if fought is None else {one: c for one in _fighters(fought) if (c := told.after.characters.get(one))}
    out = [say(f"sentences.fate_{c.fate}", who=c.called) for c in there.values() if c.fate]
    up = [c.called for c in there.values() if not c.fate]
    said = [*([say("sentences.stand", who=up)] if up else []), *out]
    return _one_by_one([say("sentences.fight_over"), *said])


def _fighters(fought: Conflict) -> list[str]:
    return [*dict.fromkeys((*(one.id for one in fought.combatants), *fought.parted))]


def set_up(told: Told, done: ClockMoved) -> Say | None:
    name = getattr(told.given, "name", "") or getattr(told.given, "clock", "")
    if done.full and name:
        return say("sentences.clock_full", clock=name)
    if told.procedure != "clock_set" or not done.size:
        return None
    return say("sentences.clock_set", clock=name, filled=done.filled, size=done.size)


def lasts(told: Told, _done: EffectsKept) -> Say:
    new, also = told.given.effect, told.given.also
    bearers = [who for who in (new.anchor or new.source, *also) if who]
    known = [tag.text for who in bearers for tag in lasting_on(told.after, who) if tag.text == new.id]
    facts: dict[str, Known] = {"effect": known[0] if known else new.id, "who": names_of(told, bearers)}
    return say(f"sentences.{'bears' if bearers else 'begins'}", **facts)


def earned(told: Told, done: XpEarned) -> Say | None:
    names = names_of(told, told.given.award)
    return say(f"sentences.xp{'_each' if len(names) > 1 else ''}", names=names, n=done.xp) if names else None


def closed(told: Told, done: SessionDone) -> Say:
    names = names_of(told, done.pcs)
    key = (
        "of_session_over" if not names or not done.xp else "of_session_gain" if len(names) == 1 else "of_session_gains"
    )
    return say(f"sentences.{key}", names=names, n=done.xp)


def felt(told: Told, done: BondsChanged) -> Say | None:
    each: list[Say] = []
    for who, answer in done.changes.items():
        word, *rest = answer.split(":")
        facts: dict[str, Known] = {"who": name_of(told, who), "whom": rest[0] if rest else ""}
        key = "bond" if word in ("new", "more", "change") else "bonds_kept"
        each.append(say(f"sentences.{key}", **facts, emotion=term(Emotion.read(rest[-1])) if rest else ""))
    return _one_by_one(each) if each else None


def grown(told: Told, _done: Report) -> Say | None:
    given = told.given
    if told.procedure != "enlarge" or not given.permanent:
        return None
    return say("sentences.enlarged", who=whom(told), n=given.points, pool=term(given.pool))


# ---------------------------------------------------------------------- what came of it later
FATE = "sentences.fate_"
GAINED = ("sentences.learned", "sentences.of_forget", "sentences.relearned")


def with_what_came(earlier: Sequence[Label], then: Label) -> tuple[int, Say] | None:
    """The blow that felled somebody, with the fate that she chose or was given; what was learned at once, in one sentence."""
    if not isinstance(then, Say):
        return None
    if then.key == "told.fates_of" and len(then.facts["fates"]) == 1:
        fate = Say(**then.facts["fates"][0])
        for place, first in reversed(list(enumerate(earlier))):
            if isinstance(first, Say) and (both := _with_fate(first, fate)) is not None:
                return place, both
    place, first = next(((n, one) for n, one in reversed(list(enumerate(earlier))) if one), (0, ""))
    if then.key != "sentences.learned" or not isinstance(first, Say) or first.key not in GAINED:
        return None
    return (place, _with_more(first, then)) if first.facts["who"] == then.facts["who"] else None


def _with_fate(said: Say, fate: Say) -> Say | None:
    """A sentence in which this person fell, with her fate in place of that; None: she did not fall in it."""
    whom_, what = said.facts.get("whom", said.facts.get("who")), said.facts.get("what")
    if isinstance(what, list) and FELL in what and whom_ == fate.facts["who"]:
        became = msgspec.to_builtins(say(f"sentences.then_{fate.key.removeprefix(FATE)}"))
        return replace(said, facts={**said.facts, "what": [became if one == FELL else one for one in what]})
    for name, fact in said.facts.items():
        if isinstance(fact, dict) and "key" in fact and (changed := _with_fate(Say(**fact), fate)) is not None:
            return replace(said, facts={**said.facts, name: msgspec.to_builtins(changed)})
    return None


FELL = msgspec.to_builtins(say("sentences.fell"))


def _with_more(first: Say, then: Say) -> Say:
    if first.key == "sentences.of_forget":
        return say("sentences.relearned", who=then.facts["who"], old=first.facts["what"], what=then.facts["what"])
    return replace(first, facts={**first.facts, "what": [*first.facts["what"], *then.facts["what"]]})


SENTENCES: dict[type, Sentence] = {
    Attacked: struck,
    Reacted: struck_back,
    DualStruck: struck_twice,
    Checked: checked,
    Hindered: hindered,
    Reached: reached,
    Opposed: opposed,
    Grouped: grouped,
    RitualDone: ritual,
    CastDone: cast,
    Used: used,
    Traded: traded,
    Give: handed,
    ActionsLeft: acted,
    Damaged: moved,
    Healed: moved,
    Fates: fates,
    Learned: learned,
    LeveledUp: leveled,
    Bonded: bonded,
    MadeCharacter: made,
    Rested: rested,
    Started: begun,
    TickBegun: ticked,
    FeatDone: feat_used,
    Improvised: befallen,
    Left: stepped_out,
    OfThing: written,
    Ended: ended,
    Spared: lambda told, done: say("sentences.of_presses_on", who=whom(told)) if done.spent else None,
    PointGained: lambda told, _: say("sentences.of_upper_hand", who=team_called(told.given.team)),
    ClockMoved: set_up,
    SceneSet: lambda _, done: say("sentences.of_scene", name=done.scene) if done.scene else None,
    EffectsKept: lasts,
    Lifted: lambda told, done: say("sentences.of_lapse", who=whom(told), effect=done.effect),
    Spent: lambda told, _: say("sentences.of_mp", who=whom(told), n=told.given.amount),
    Spd: lambda told, done: say("sentences.of_spd", who=whom(told), n=done.spd),
    SessionOpen: lambda _, done: say(f"sentences.of_session{'_called' if done.title else ''}", title=done.title),
    SessionDone: closed,
    XpEarned: earned,
    Answered: lambda told, done: say("sentences.of_background", who=whom(told), question=term(done.question)),
    LevelTaken: leveled,
    BondsChanged: felt,
    BlockMade: lambda _, done: say("sentences.block", who=done.key, rank=term(done.rank), n=done.level),
    HasTraits: lambda told, done: say("sentences.traits", who=whom(told), traits=list(done.traits)),
    Report: grown,
}
"""How each result is told in a sentence."""

# ---------------------------------------------------------------------- by what cards say
TITLES = {
    "told.summon": "sentences.of_summon",
    "told.reveal": "sentences.of_reveal",
    "told.dismiss": "sentences.of_dismiss",
    "told.equip": "sentences.of_equip",
    "told.forget": "sentences.of_forget",
    "told.clock_moved": "sentences.of_clock",
    "told.supply": "sentences.of_supply",
    "told.superiority_spend": "sentences.of_presses_on",
    "told.take_action": "sentences.of_action",
    "told.play_side": "sentences.of_side",
    "told.escalate": "sentences.of_escalate",
    "told.check:tier": "sentences.of_tier",
    "told.check_trying:tier": "sentences.of_tier_trying",
    "told.conflict_join": "sentences.of_join",
    "told.forfeit": "sentences.of_forfeit",
    "told.fabula_gain": "sentences.of_fabula",
    "told.villain_recovery": "sentences.of_rally",
}
"""Titles, with how it came out, as sentences."""

LINES = {
    "told.points_of": "sentences.of_points",
    "told.suffers": "sentences.suffers",
    "told.step_cure": "sentences.cured",
    "told.use_bonding": "sentences.feels",
    "told.bond_over": "sentences.feels_no_more",
    "told.clock_moved": "sentences.of_clock",
    "told.use_advantage": "sentences.of_advantage",
    "told.step_effect": "sentences.of_step",
    "told.step_damage": "sentences.of_step_damage",
    "told.broke": "sentences.of_broke",
    "told.defeated": "sentences.of_down",
    "told.in_crisis": "sentences.of_crisis",
}
"""Lines as parts of a sentence."""

UNSAID = (
    "told.entrance",
    "told.feat_left",
    "told.crisis_over",
    "told.overdraft",
    "told.left_over",
    "told.not_on_clock",
    "told.acting",
    "told.gauges_back",
    "told.came_in_better",
    "told.clock_full",
)
"""Lines that a sentence need not say."""
SPOKEN = Spoken(TITLES, LINES, UNSAID)
