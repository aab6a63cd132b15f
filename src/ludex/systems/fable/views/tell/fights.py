"""How checks, studies, attacks, gauges, scenes and the clock are told; each tier of a study tells its own facts and those below it (FAB-PAC-6, FAB-LIV-39)."""

from collections.abc import Callable, Iterable

import msgspec

from ludex.core.explain import Term
from ludex.core.names import folded
from ludex.core.rule import rule
from ludex.core.say import Label, Say, say, term
from ludex.core.system import Told, Viewer
from ludex.core.view import Card, Fact, Verdict
from ludex.systems.fable.content import called_of
from ludex.systems.fable.effects.kinds import entries_of
from ludex.systems.fable.redact import NUMBERS, TRAITS
from ludex.systems.fable.rules.actions import Used
from ludex.systems.fable.rules.arms import DualStruck, Reacted, arms_of
from ludex.systems.fable.rules.attacks import Attacked, Target
from ludex.systems.fable.rules.attributes import defence, die_size, magic_defence
from ludex.systems.fable.rules.bonds import FoundEmotion
from ludex.systems.fable.rules.checks import Checked
from ludex.systems.fable.rules.conflict import ActionsLeft, next_actor
from ludex.systems.fable.rules.contests import Grouped, Opposed
from ludex.systems.fable.rules.describing import strike_said
from ludex.systems.fable.rules.feats import feat_called
from ludex.systems.fable.rules.gauges import Report
from ludex.systems.fable.rules.npcs import Change, PlaySide, SidePlayed
from ludex.systems.fable.rules.recovery import SceneSet, SceneStarted, party_of
from ludex.systems.fable.rules.spells import CastDone
from ludex.systems.fable.sheet import Character
from ludex.systems.fable.sheet.entries import ItemEntry, SpellEntry
from ludex.systems.fable.state import State
from ludex.systems.fable.terms import Attribute, Item, Kind, Result
from ludex.systems.fable.views.cards import scalars
from ludex.systems.fable.views.look import being_of, traits_of
from ludex.systems.fable.views.tell.witness import (
    Known,
    bars_of,
    name_of,
    names_of,
    opens,
    rested_facts,
    title_of,
    value_of,
)

VERDICTS = {Result.SUCCESS: "good", Result.FAILURE: "bad"}


# ---------------------------------------------------------------------- checks
def check(told: Told, viewer: Viewer) -> Card:
    """A check: its value opened, success or tier, and what doubles brought."""
    done: Checked = told.result
    who = getattr(told.given, "actor", "")
    secret = getattr(told.given, "blind", False) and not viewer.gm  # FAB-LIV-4: the value, and no result
    purpose = getattr(told.given, "purpose", "")
    title = say("told.ritual_for", who=name_of(told, who), purpose=purpose) if purpose else None
    if told.procedure == "check" and (tried := getattr(told.given, "text", "")):
        title = say("told.check_trying", who=name_of(told, who), tried=tried)
    aimed = {"target": name_of(told, getattr(told.given, "target", ""))} if told.procedure == "study" else {}
    return Card(
        title or title_of(told, who=name_of(told, who), **aimed),
        None if secret else _verdict(done.result, done.tier),
        (value_of(told, who, done.value, done.why.get("value")),),
        (*_against(() if secret else (done,)), *_doubles(told, who, done), *_after_check(told, viewer)),
    )


@rule("FAB-LIV-4")
def _against(told_of: Iterable[Checked | Grouped]) -> list[Label]:
    """The DL that a value was compared with, of checks whose result may be told."""
    return [
        say("told.against", value=one.value, dl=one.value - one.margin) for one in told_of if one.margin is not None
    ]


def _verdict(result: Result | None, tier: int | None) -> Verdict:
    if result is not None:
        return Verdict(VERDICTS[result], term(result))
    return Verdict("plain", say("told.tier", tier=tier))


def _doubles(told: Told, who: str, done: Checked | Grouped) -> list[Label]:
    used = next((line for line in done.told if line.key == "told.used"), None)
    gained = say("told.opportunity") if done.opportunity else None
    return _lucky(done.doubles if opens(told, who) else None, used or gained)


def _lucky(x: int | None, brought: Say | None) -> list[Label]:
    """A double and what it brought, in one line; what those bring whose dice are not known stands alone."""
    found = [*([say("told.doubles", x=x)] if x else []), *([brought] if brought else [])]
    return [say("told.at_once", lines=found)] if len(found) > 1 else [*found]


def _beside_doubles(lines: Iterable[Say]) -> list[Label]:
    """What effects did on the way, without the use that stands beside its double."""
    return [line for line in lines if line.key != "told.used"]


def _after_check(told: Told, _viewer: Viewer) -> list[Label]:
    done = told.result
    lines: list[Label] = []
    if told.procedure == "study" and told.given.target:
        lines += findings(told, told.given.target, done.tier)
    return [*lines, *_beside_doubles(done.told)]


def opposed(told: Told, _viewer: Viewer, result: Opposed) -> Card:
    names = [name_of(told, side.id) for side in (told.given.a, told.given.b)]
    winner = names[0] if result.winner == "a" else names[1]
    totals = (
        value_of(told, told.given.a.id, result.value_a, result.why.get("value_a"), of=names[0]),
        value_of(told, told.given.b.id, result.value_b, result.why.get("value_b"), of=names[1]),
    )
    lines: list[Label] = []
    lucky = (result.opportunity_a, result.opportunity_b)
    for side, name, x, gained in zip((told.given.a, told.given.b), names, result.doubles, lucky, strict=True):
        found = _lucky(x if opens(told, side.id) else None, say("told.opportunity") if gained else None)
        lines += [say("told.of_one", who=name, lines=found)] if found else []
    verdict = Verdict("good", say("told.wins", who=winner, margin=result.margin))
    return Card(title_of(told), verdict, totals, (*lines, *result.told))


def group(told: Told, _viewer: Viewer, result: Grouped) -> Card:
    people = [s.id for s in told.given.supporters]
    helped = [who for who, did in zip(people, result.supports, strict=True) if did]
    bonus = result.support_bonus + result.bond_bonus
    lines = [say("told.helped", who=names_of(told, helped), bonus=bonus) if helped else say("told.helped_none")]
    return Card(
        title_of(told, who=name_of(told, told.given.leader.id)),
        _verdict(result.result, result.tier),
        (value_of(told, told.given.leader.id, result.value, result.why.get("value")),),
        (*_against((result,)), *lines, *_doubles(told, told.given.leader.id, result), *_beside_doubles(result.told)),
    )


# ---------------------------------------------------------------------- attacks
def attack(told: Told, viewer: Viewer, result: Attacked) -> Card:
    """An attack: the check, and each target with its damage opened into terms and factors."""
    title = title_of(told, **_attack_facts(told, viewer))
    return _attacked(told, told.given.attacker, done=result, title=title)


def _attack_facts(told: Told, _viewer: Viewer) -> dict[str, Known]:
    given = told.given
    return {
        "who": name_of(told, given.attacker),
        "targets": names_of(told, given.targets),
        "weapon": called_of(given.weapon.name) or term(given.weapon.type),
    }


def _attacked(told: Told, attacker: str, *, done: Attacked, title: Say) -> Card:
    hits, known = done.hits, opens(told, attacker)
    verdict = Verdict("good" if hits else "bad", say("told.hit" if hits else "told.missed"))
    facts = [value_of(told, attacker, done.value, done.why.get("value"))]
    spent = say("told.used", option=term(done.opportunity)) if done.opportunity not in ("", "none") else None
    lines = _lucky(done.doubles if known else None, spent)
    people = list(dict.fromkeys(target.id for target in done.targets))  # who takes another's damage may be struck twice
    for who in people:
        for target in (one for one in done.targets if one.id == who):
            facts.append(_damage_fact(told, target, opened=known))
            lines.extend(_target_lines(name_of(told, who), target))
    parts = [part for who in people for part in bars_of(told, who, titled=len(people) > 1)]
    lines += list(done.told)
    return Card(title, verdict, tuple(facts), tuple(lines), tuple(parts))


def reacted(told: Told, _viewer: Viewer, result: Reacted) -> Card:
    one = told.given.pending
    title = title_of(told, who=name_of(told, one.who), feat=feat_called(told.after, one.feat))
    if result.attack is None:
        return Card(title, None, (), (say("answers.leave"),))
    return _attacked(told, one.who, done=result.attack, title=title)


def _damage_fact(told: Told, target: Target, *, opened: bool) -> Fact:
    """What a target is dealt, and why; what its card does not show yet is not named (FAB-LIV-39, FAB-LIV-40).

    It is `opened` into its terms, the highest die among them, where the attacker's dice may be known.
    """
    label = say("told.damage_to", who=name_of(told, target.id), result=say(f"told.struck_{target.result}"))
    why, after = target.why.get("amount") if opened else None, told.after.characters.get(target.id)
    if why is not None and (after is None or after.shown < TRAITS):
        why = msgspec.structs.replace(why, terms=tuple(_unnamed(one) for one in why.terms))
    return Fact(label, target.amount, why, say(f"told.effect_{target.effect}"))


def _unnamed(term_: Term) -> Term:
    return msgspec.structs.replace(term_, label=say("why.unknown")) if term_.label.key == "why.reduction" else term_


def _target_lines(name: Label, target: Target) -> list[Label]:
    lines: list[Label] = []
    if target.execution:
        lines.append(say(f"told.execution_{target.execution}", who=name, value=target.execution_value))
    if target.meant:
        lines.append(say("told.instead", who=name, other=target.meant))
    return lines


def dual(told: Told, _viewer: Viewer, result: DualStruck) -> Card:
    title = title_of(told, who=name_of(told, told.given.attacker), targets=names_of(told, told.given.targets))
    first = _attacked(told, told.given.attacker, done=result.first, title=title)
    second = _attacked(told, told.given.attacker, done=result.second, title=title)
    lines = tuple(dict.fromkeys((*first.lines, *second.lines)))
    both = result.hits
    verdict = Verdict("good" if both else "bad", say("told.dual_hits", n=both))  # FAB-LIV-59
    return Card(title, verdict, first.totals + second.totals, lines, second.parts)


def side_plays(told: Told, _viewer: Viewer, _result: PlaySide) -> Card:
    return Card(title_of(told, who=_players(told)))


def _players(told: Told) -> list[Label]:
    """Who plays by itself, as far as they can be seen (FAB-LIV-41)."""
    return names_of(told, [who for who in told.result.people if who in told.after.characters])


def side_played(told: Told, viewer: Viewer, result: SidePlayed) -> Card:
    """What came of a side's play, on one card and in one line (FAB-LIV-30); a villain's points are the GM's to know."""
    seen = [one for one in result.changes if one.who in told.after.characters]
    changes = [
        say("told.side_change", who=name_of(told, one.who), what=what) for one in seen if (what := _lost(told, one))
    ]
    lines: list[Label] = [say("told.side_sum", changes=changes) if changes else say("told.side_nothing")]
    conflict = told.after.conflict
    following = next_actor(conflict) if conflict is not None and not conflict.turn else ""
    lines += [say("told.next", who=name_of(told, following))] if following else []
    for one in seen if viewer.gm else ():
        lines += [say("told.side_ultima", who=name_of(told, one.who), n=one.ultima)] if one.ultima > 0 else []
    return Card(title_of(told, who=_players(told)), None, (), tuple(lines))


def _lost(told: Told, one: Change) -> list[Label]:
    """What somebody lost, in a few words; of mind points as far as her numbers are known."""
    found: list[Label] = [say("told.side_hp", n=one.hp)] if one.hp > 0 else []
    found += [say("told.side_healed", n=-one.hp)] if one.hp < 0 else []
    found += (
        [say("told.side_broken" if one.broken > 1 else "told.side_broken_one", n=one.broken)] if one.broken > 0 else []
    )
    known = told.after.characters[one.who].shown >= NUMBERS
    found += [say("told.side_mp", n=one.mp)] if one.mp > 0 and known else []
    return [*found, *([term(one.fate)] if one.fate else [])]


def action(told: Told, _viewer: Viewer, result: ActionsLeft) -> Card:
    title = title_of(told, who=name_of(told, told.given.actor), action=term(told.given.action))
    return Card(title, None, (), tuple(result.told))


# ---------------------------------------------------------------------- gauges
SAID_BY_EVENTS = ("broken", "newly_broken", "dealt", "healed")
"""Numbers of a result that the events of the act say with whose they are."""


def gauges(told: Told, viewer: Viewer) -> Card:
    """Whatever moved somebody's gauges: what it did, and how they stand as far as the viewer may know."""
    who = next((w for name in ("character", "target") if (w := getattr(told.given, name, ""))), "actor")
    name = name_of(told, who)
    character = told.after.characters.get(who)
    open_numbers = character is not None and character.shown >= NUMBERS
    secret = () if viewer.gm else ("ultima",)
    nothing = tuple(name for name in ("overflow",) if not getattr(told.result, name, 0))
    left_out = (*Report.__struct_fields__, "overdraft", "told", "people", *SAID_BY_EVENTS, *secret, *nothing)
    shown = scalars(told.result, left_out) if open_numbers else ()
    lines = tuple(getattr(told.result, "told", ()))
    return Card(title_of(told, who=name), None, shown, lines, bars_of(told, who))


def scene(told: Told, viewer: Viewer, result: SceneSet) -> Card:
    """A scene begins: who stayed behind, who is still there, and what came back to everybody who appears."""
    left = [who for who in result.left if who in told.before.characters]
    lines: list[Label] = [
        _came_in(who, begun, told=told)
        for who, begun in result.characters.items()
        if who in told.after.characters and (begun.hp_gain or begun.mp_gain or begun.recovered)
    ]
    there = [c.called for c in told.after.characters.values() if c.kind is not Kind.PC and not c.fate]
    lines = [*([say("told.stayed_behind", who=names_of(told, left))] if left else []), *lines]
    lines += [say("told.left_over", who=there)] if there and viewer.gm else []
    lines += list(result.told)
    return Card(title_of(told, name=result.scene), None, (), tuple(lines), scene=result.scene)


def _came_in(who: str, begun: SceneStarted, *, told: Told) -> Say:
    """What came back to somebody; how much only to those who know her numbers."""
    name = name_of(told, who)
    if told.after.characters[who].shown < NUMBERS:
        return say("told.came_in_better", who=name)
    key = "told.woke" if begun.recovered else "told.came_in"
    back = {"hp": begun.hp_gain + begun.recovered, "mp": begun.mp_gain}
    return say(key, who=name, gains=[say(f"told.back_{pool}", n=n) for pool, n in back.items() if n])


@rule("FAB-LIV-40")
def item(told: Told, viewer: Viewer, result: Used) -> Card:
    """An item in use: whose, which, on whom, and what it did; the damage it dealt is told to all."""
    given = told.given
    card = gauges(told, viewer)
    who = name_of(told, given.actor or given.target)
    if given.item in set(Item):
        title = title_of(told, who=who, item=term(given.item), target=name_of(told, given.target))
    else:  # a thing of the table's own says itself whom it is for
        title = say("told.own_item", who=who, item=_ware(told, given.item))
    if given.item == Item.MAGIC_TENT:  # one act for the whole party (FAB-LIV-55)
        facts = rested_facts(told, party_of(told.after, given.actor or given.target))
        return msgspec.structs.replace(card, title=say("told.tent", who=who), totals=facts, parts=())
    dealt = scalars(result, [name for name in result.__struct_fields__ if name not in ("amount", "effect")])
    left = [fact for fact in card.totals or dealt if fact.label != say("outputs.ip")]  # what it cost, its events say
    return msgspec.structs.replace(card, title=title, totals=tuple(left))


def _ware(told: Told, said: str) -> str:
    entries = entries_of(ItemEntry, told.after.things)
    return next((one.name for key, one in entries.items() if folded(said) in (folded(key), folded(one.name))), said)


def emotion(told: Told, _viewer: Viewer, result: FoundEmotion) -> Card:
    return Card(title_of(told), Verdict("plain", term(result.emotion)), scalars(result, ("emotion", "name")))


def cast(told: Told, _viewer: Viewer, result: CastDone) -> Card:
    people = [target.id for target in result.targets]
    spells = entries_of(SpellEntry, told.after.things)
    name = spells[result.spell].name if result.spell in spells else told.given.spell
    facts = {"who": name_of(told, told.given.caster), "spell": called_of(name)}
    parts = tuple(part for who in people for part in bars_of(told, who, titled=len(people) > 1))
    value, why = result.value, result.why.get("value")
    totals = (value_of(told, told.given.caster, value, why),) if value is not None else ()
    hit = any(target.result is Result.SUCCESS for target in result.targets)
    verdict = Verdict("good" if hit else "bad", say("told.hit" if hit else "told.missed")) if totals else None
    return Card(title_of(told, **facts), verdict, totals, tuple(result.told), parts)


# ---------------------------------------------------------------------- what a study brought to light
@rule("FAB-PAC-6", "FAB-LIV-39")
def findings(told: Told, who: str, tier: int) -> list[Label]:
    """What a study to this tier tells of somebody, as far as the reader may know it."""
    character: Character | None = told.after.characters.get(who)
    known = min(tier, character.shown) if character else 0
    if character is None or known < 1:
        return [say("told.studied_0", who=name_of(told, who))]
    return [tell(told.after, character) for tell in TIERS[:known]]


def _nature(_state: State, character: Character) -> Say:
    being = [being_of(character.sheet)] if character.sheet.life else []
    return say(
        "told.studied_1",
        who=character.called,
        nature=[term(character.rank), *being, say("told.studied_level", level=character.level)],
        hp=character.hp,
        max_hp=sum(character.hg_cap),
        mp=character.mp,
        max_mp=sum(character.mg.cap),
    )


def _traits(state: State, character: Character) -> Say:
    dice = [say("told.studied_die", attribute=term(a), size=die_size(state, character, a)) for a in Attribute]
    affinities = [
        say("view.affinity", type=term(type_), state=[term(one) for one in states])
        for type_, states in character.affinities.items()
    ]
    return say(
        "told.studied_2",
        who=character.called,
        traits=traits_of(character) or say("told.studied_none"),
        dice=dice,
        defence=defence(state, character),
        magic=magic_defence(state, character),
        affinities=affinities or say("told.studied_none"),
    )


def _attacks(state: State, character: Character) -> Say:
    strikes: list[Label] = [
        say("told.studied_strike", name=called_of(strike.name), does=strike_said(strike))
        for strike in arms_of(state, character.id).values()
    ]
    entries = entries_of(SpellEntry, state.things)
    spells = [called_of(entries[key].name) or key for key in character.sheet.spells if key in entries]
    feats = [feat_called(state, key) for key in dict.fromkeys(character.sheet.learned)]
    none = say("told.studied_none")
    return say(
        "told.studied_3", who=character.called, strikes=strikes or none, spells=spells or none, feats=feats or none
    )


TIERS: tuple[Callable[[State, Character], Say], ...] = (_nature, _traits, _attacks)
"""What each tier adds."""
