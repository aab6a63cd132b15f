"""Cards of checks, attacks, damage, wounds and stamina."""

from collections import Counter

from msgspec.structs import replace

from ludex.core.explain import Total
from ludex.core.rule import rule
from ludex.core.say import Say, say, term
from ludex.core.system import Told, Viewer
from ludex.core.view import Card, Fact, Label, Verdict
from ludex.systems.mirror.content import shown, typed
from ludex.systems.mirror.events import KnockedOut, StaminaChanged
from ludex.systems.mirror.redact import in_the_dark, name_of
from ludex.systems.mirror.rules import actions, checks, combat, damage, dying, sheets, skills, stamina, wounds
from ludex.systems.mirror.sheet import BodyPart, Wound
from ludex.systems.mirror.state import State
from ludex.systems.mirror.terms import Grade, PartStatus, Status, said
from ludex.systems.mirror.views.tell.phrases import Lines, facts, named, part_said, title, verdict


def checked(told: Told, viewer: Viewer, result: checks.Checked | skills.SkillChecked) -> Card:
    """A check: its total with its reasons, degree, and what was spent."""
    who = getattr(told.given, "actor", "")
    skill = getattr(told.given, "skill", "") or getattr(told.given, "defense", "")
    lines: Lines = degree_lines(result.result, result.degree)
    if isinstance(result, skills.SkillChecked):
        lines += [say(f"told.{result.natural}")] if result.natural != "none" else []
        lines += [] if result.requirement_met else [say("told.requirement_unmet")]
    lines += [say("told.effect", effect=term(result.effect))] if result.effect not in (None, "none") else []
    lines += disabled_lines(result.why.get("total"))
    if getattr(told.given, "passive", False) and getattr(told.given, "skill", ""):  # MIR-CHK-11, MIR-LIV-59
        lines.append(say("told.dc", name=said(skill), total=result.total))
    sentence = _check_sentence(told, viewer, result, skill) if who and skill else "" if who else _throw_sentence(result)
    if is_veiled(told, who):  # MIR-LIV-40: the grade alone
        plain = verdict(result.grade) if result.grade != "none" else None
        return Card(title(told, viewer, who, skill=said(skill)), plain, sentence=sentence)
    hidden = getattr(told.given, "hidden_target", None)
    if hidden is not None and viewer.gm:  # MIR-LIV-3
        grade = term(checks.graded(result.total, hidden)[2])
        lines.append(say("told.hidden_target", target=hidden, grade=grade))
    target = getattr(told.given, "target", None)
    rows = facts(("total", result.total, result.why.get("total")), ("target", target, None))
    head = verdict(result.grade) if result.grade != "none" else Verdict("plain", str(result.total))
    return Card(title(told, viewer, who, skill=said(skill)), head, rows, tuple(lines), sentence=sentence)


def _check_sentence(told: Told, viewer: Viewer, result: checks.Checked | skills.SkillChecked, skill: str) -> Say:
    """A check as somebody tells it: how it came out, and what it was for; of a stranger no number (MIR-LIV-40)."""
    who, reason = told.given.actor, getattr(told.given, "reason", "")
    graded = result.grade != "none"
    key = f"sentences.check_{result.grade}" if graded else "sentences.check"
    about = {"who": named(told, who, viewer), "skill": said(skill), "total": result.total}
    if is_veiled(told, who) and not graded:
        return say("sentences.checked", **about)
    if reason and any(reason == c.called for c in told.after.characters.values()):
        return say(f"{key}_on", whom=reason, **about)
    return say(f"{key}_for", reason=reason, **about) if reason else say(key, **about)


def _throw_sentence(result: checks.Checked) -> Say:
    """A throw that is nobody's check: what fell, and whether it was enough."""
    return say("sentences.thrown" + ("" if result.grade == "none" else f"_{result.grade}"), total=result.total)


@rule("MIR-LIV-12")
def disabled_lines(total: Total | None) -> Lines:
    """That a disabled part takes 4 from a check, where it does («状态减值 4（残障）»)."""
    taken = [t.value for t in total.terms if t.clause == "MIR-PST-2"] if total is not None else []
    return [say("told.disabled", n=abs(taken[0]), status=term(PartStatus.DISABLED))] if taken else []


def degree_lines(result: str, degree: int | None) -> Lines:
    return [] if degree is None else [say(f"told.degree_{result}", degree=degree)]


def stacked(told: Told, viewer: Viewer, result: checks.ModifiersStacked) -> Card:
    return Card(title(told, viewer), totals=facts(("total", result.total, result.why.get("total"))))


def attacked(told: Told, viewer: Viewer, result: combat.Attacked) -> Card:
    """An attack: ATK against DEF, and what the hit did."""
    given = told.given
    head = say(
        f"told.{told.procedure}",
        who=name_of(told.after, given.attacker, viewer),
        other=name_of(told.after, given.defender, viewer),
    )
    veiled, stranger = is_veiled(told, given.defender), is_veiled(told, given.attacker)
    there = given.defender if given.target_in_region else ""
    rows = attack_totals(result, there, viewer, veiled=veiled, stranger=stranger)
    lines = attack_lines(told, there, result, viewer, veiled=veiled or stranger)
    card = Card(head, attack_verdict(result, there, viewer), rows, tuple(lines))
    with_what = say("sentences.blow")
    return replace(card, sentence=attack_sentence(told, there, result, viewer, head.facts["other"], with_what) or "")


def attack_sentence(
    told: Told, target: str, result: combat.Attacked, viewer: Viewer, whom: Label, what: Label
) -> Say | None:
    """A blow as somebody tells it who was there; of one in the dark whether it hit something (MIR-LIV-42); None for one that was not to do damage."""
    maker = getattr(told.given, "attacker", "") or getattr(told.given, "actor", "")
    said = {"who": name_of(told.after, maker, viewer), "what": what, "whom": whom}
    there, missed = told.after.characters, result.result == Grade.FAILURE
    if in_the_dark(result.cause_disclosed, target, viewer):
        return say("sentences.dark_missed" if missed else "sentences.dark_hit", **said) if maker in there else None
    if result.damage is None:
        return say("sentences.missed" if target in there else "sentences.dark_missed", **said) if missed else None
    part = result.damage.part
    if part is None:
        return say("sentences.struck", came=came_of(result.damage, ""), **said)
    name = part_said(told, target, part)
    return say("sentences.struck_part", part=name, came=came_of(result.damage, name), **said)


def came_of(done: damage.Damaged, part: Label) -> list[Label]:
    if done.immune:
        return [say("told.no_effect")]
    came: list[Label] = [say("sentences.stamina", n=done.sp_loss)] if done.sp_loss else []
    if done.part is not None:
        wounded = say("sentences.wounds", count=done.count, level=term(f"wound_{done.level}")) if done.level else None
        if not _only_worsened(done):
            came.append(wounded if wounded and done.count else say("sentences.unharmed"))
    came += [say("sentences.worsened", **levels, part=part, count=n) for levels, n in _worse(done)]  # MIR-WOR-2
    if done.part_status not in (None, "none", done.was_status):
        came.append(say("sentences.part_now", part=part, status=term(str(done.part_status))))
    return came or [say("sentences.unharmed")]


def attack_verdict(result: combat.Attacked, target: str, viewer: Viewer) -> Verdict:
    """How an attack came out; of a blow in the dark only whether it hit (MIR-LIV-42)."""
    if not in_the_dark(result.cause_disclosed, target, viewer):
        return verdict(result.grade)
    hit = result.result == "success"
    return Verdict("good" if hit else "bad", say("told.hit_something" if hit else "told.hit_nothing"))


def is_veiled(told: Told, who: str) -> bool:
    """Whether the one who reads may not know somebody's numbers (MIR-LIV-40)."""
    known = told.after.characters.get(who) or told.before.characters.get(who)
    return bool(who) and (known is None or known.veiled is not None)


def attack_totals(
    result: combat.Attacked, target: str, viewer: Viewer, *, veiled: bool = False, stranger: bool = False
) -> tuple[Fact, ...]:
    """ATK and DEF; against the untraceable both are the GM's (MIR-CNC-4), of a stranger (`veiled`) DEF is (MIR-LIV-40).

    Of the ATK of a `stranger` one knows what to defend against, not what it is made of; between strangers neither.
    """
    if in_the_dark(result.cause_disclosed, target, viewer) or (veiled and stranger):
        return ()
    defended = None if veiled else result.def_
    done = result.damage if not veiled else None  # what DP and DR made of it
    return facts(
        ("atk", result.atk, None if stranger else result.why.get("atk")),
        ("def", defended, result.why.get("def")),
        ("came_of_it", done.count if done else None, done.why.get("count") if done else None),
    )


def attack_lines(
    told: Told, target: str, result: combat.Attacked, viewer: Viewer, *, veiled: bool = False, lead: Say | None = None
) -> Lines:
    """What it did, behind whose blow it was (`lead`) in one line; then degree, effect, and for the GM why it missed."""
    secret = in_the_dark(result.cause_disclosed, target, viewer)
    lines: Lines = [] if secret else _outcome(told, target, result, viewer)  # MIR-LIV-42: a hit is a hit on something
    if lead is not None:
        lines = [_led_by(lead, lines[0]), *lines[1:]] if lines else [lead]
    lines += [] if secret or veiled else degree_lines(result.result, result.degree)
    if result.effect not in (None, "none", "success") and not secret:
        lines.append(say("told.effect", effect=term(result.effect)))
    if result.cause and viewer.gm:
        lines.append(say(f"told.{result.cause}"))
    maker = getattr(told.given, "attacker", "") or getattr(told.given, "actor", "")
    return lines + ([] if secret or is_veiled(told, maker) else disabled_lines(result.why.get("atk")))


def _led_by(lead: Say, line: Label) -> Say:
    """A line behind whose blow it was; the number that moved in it moves in both."""
    moved = {key: line.facts[key] for key in MOVED if key in line.facts} if isinstance(line, Say) else {}
    missed = isinstance(line, Say) and line.key == "told.missed"
    return say("told.came_to_nothing" if missed else "told.came_to", head=lead, what=line, **moved)


MOVED = ("who", "item", "was", "now", "top")
"""How a line says whose number moved, and from what to what."""


def _outcome(told: Told, target: str, result: combat.Attacked, viewer: Viewer) -> Lines:
    """What a blow came to: its damage, or that it missed; nothing of one that was not to do damage, or of one in the dark."""
    if result.damage:
        return damage_lines(told, target, result.damage, viewer)
    return [say("told.missed")] if result.result == "failure" and not result.cause else []


def damaged(told: Told, viewer: Viewer, result: damage.Damaged) -> Card:
    veiled = is_veiled(told, told.given.target)  # MIR-LIV-40: neither DR nor what it left of the DP
    rows = () if veiled else facts(("came_of_it", result.count, result.why.get("count")))
    who = told.given.target
    head, lines = title(told, viewer, who), tuple(damage_lines(told, who, result, viewer))
    return Card(head, None, rows, lines, sentence=_hurt_sentence(told, viewer, result))


def _hurt_sentence(told: Told, viewer: Viewer, result: damage.Damaged) -> Label:
    """One damage as somebody tells it who was there."""
    who = told.given.target
    whom, part = named(told, who, viewer), part_said(told, who, result.part) if result.part is not None else ""
    came = came_of(result, part)
    if result.part is not None and not result.count:
        return say("sentences.unhurt_part", whom=whom, part=part)
    if result.part is None:
        return say("sentences.hurt", whom=whom, came=came)
    return say("sentences.hurt_part", whom=whom, part=part, came=came)


def damage_lines(told: Told, who: str, result: damage.Damaged, viewer: Viewer) -> Lines:
    """What one damage did, in the order in which it happened."""
    veiled = is_veiled(told, who)  # MIR-LIV-40: neither what she knows nor her SP
    if result.immune:
        return [say("told.no_effect" if veiled else "told.immune")]
    lines: Lines = []
    if result.sp_loss is not None and veiled:
        lines.append(say("told.sp_lost", amount=result.sp_loss))
    elif result.sp_loss is not None:
        lines += stamina_lines(told, who, result.stamina) if result.stamina else []
    if result.part is not None:
        level = term(f"wound_{result.level}") if result.level else term("wound_0")
        count = result.count if result.level else 0
        part = part_said(told, who, result.part)
        filled = _filled(named(told, who, viewer), part, result)
        wounded = say("told.wounds", part=part, count=count, level=typed(level, result.types), **filled)
        if not _only_worsened(result):
            lines.append(wounded if count else say("told.no_wounds", part=part))
    for levels, count in _worse(result):
        lines.append(say("told.worsened", part=part_said(told, who, result.part), count=count, **levels))
    lines += [say("told.absorbed", count=result.absorbed)] if result.absorbed else []
    lines += [say("told.spilled", count=result.spilled)] if result.spilled else []
    if result.part_status not in (None, "none", result.was_status):
        lines.append(say("told.part_status", part=part_said(told, who, result.part), status=term(result.part_status)))
    if result.burst is not None:
        lines += [say("told.burst"), *damage_lines(told, who, result.burst, viewer)]
    return lines


@rule("MIR-WOR-2")
def _worse(done: damage.Damaged) -> list[tuple[dict[str, Label], int]]:
    """From which level to which wounds worsened, and how many did."""
    counted = Counter(done.worse).items()
    return [({"was": term(f"wound_{was}"), "now": term(f"wound_{now}")}, n) for (was, now), n in counted]


def _only_worsened(done: damage.Damaged) -> bool:
    """Whether wounds found no free place and only worsened others: that alone is told (MIR-WOR-2)."""
    return bool(done.worse) and done.held == done.holds and not done.absorbed


def _filled(whom: Label, part: Label, result: damage.Damaged) -> dict[str, Label | int]:
    """How many wounds a part held and holds, as a number that moved; of a full one, whose wounds only worsened, none."""
    if result.held == result.holds:
        return {}
    return {
        "who": whom,
        "item": say("told.wounds_of", part=part),
        "was": result.held,
        "now": result.holds,
        "top": result.slots,
    }


def stamina_lines(told: Told, who: str, result: stamina.Stamina | actions.ActionDone) -> Lines:
    """The check of one who falls on exhausted, and the scratch that a great failure leaves on her core."""
    if result.check_target is None or is_veiled(told, who):
        return []
    hurt = getattr(result, "core", None)
    scratch: Lines = [say("told.exhaustion_scratch", part=part_said(told, who, hurt))] if hurt else []
    return [
        say(
            "told.exhaustion_check",
            target=result.check_target,
            total=result.check_total,
            grade=term(result.check_grade or "none"),
        ),
        *scratch,
    ]


def action_lines(told: Told, who: str, result: actions.ActionDone) -> Lines:
    """What using an action came to; what it cost is told where it was paid."""
    lines: Lines = []
    if result.result != "used":
        lines = [say(f"told.{result.result}", cost=result.ap_cost, paid=result.paid, remaining=result.remaining)]
    lines += [say(f"told.{result.reason}")] if result.reason else []
    lines += [say("told.interrupted", action=shown(result.interrupted))] if result.interrupted else []
    lines += [say("told.requirement_unmet")] if result.takes_effect is False else []
    return lines + stamina_lines(told, who, result)


def stamina_changed(told: Told, viewer: Viewer, result: stamina.SpChanged) -> Card:
    lines: Lines = [say(f"told.{result.reason}")] if result.reason else stamina_lines(told, told.given.target, result)
    lines += status_lines(result.after)
    still = [say("told.sp_still", sp=result.sp)] if _same_stamina(told, result) else []
    return Card(title(told, viewer, told.given.target), lines=(*still, *lines))


def _same_stamina(told: Told, result: stamina.SpChanged) -> bool:
    """Whether nothing came of a change of SP of somebody whose numbers are known."""
    moved = any(isinstance(e, StaminaChanged) and e.was != e.sp for e in told.events)
    return not (moved or result.reason or is_veiled(told, told.given.target))


def status_lines(after: sheets.AfterView) -> Lines:
    return (
        [say("told.statuses", statuses=[say("view.of_status", status=said(s)) for s in after.statuses])]
        if after.statuses
        else []
    )


def healed(told: Told, viewer: Viewer, _result: wounds.WoundTreated) -> Card:
    """A wound that is healed or lighter, and what is left on the part."""
    given = told.given
    return Card(
        title(told, viewer, given.target), lines=tuple(healing_lines(told, given.target, given.part, temp=given.temp))
    )


def healing_lines(told: Told, who: str, place: str, *, temp: bool = False) -> Lines:
    part, now = part_said(told, who, place), _wounds_on(told.after, who, place, temp=temp)
    left = say("told.wounds_left", part=part, count=len(now)) if now else say("told.part_whole", part=part)
    status = _part(told.after, who, place).status
    return [left] if status == PartStatus.NONE else [left, say("told.part_status", part=part, status=term(status))]


def _part(state: State, who: str, place: str) -> BodyPart:
    """A part of somebody; one that cannot be seen has nothing on it."""
    c = state.characters.get(who)
    return (c.part(place) if c is not None else None) or BodyPart(place)


def _wounds_on(state: State, who: str, place: str, *, temp: bool) -> tuple[Wound, ...]:
    """The wounds among which one is healed: of the part, or of its temporary life."""
    part = _part(state, who, place)
    return (part.temp.wounds if part.temp else ()) if temp else part.wounds


def granted(told: Told, viewer: Viewer, result: wounds.TemporaryLifeGranted) -> Card:
    part = part_said(told, told.given.target, told.given.part)
    lines: Lines = [say("told.kept_old", part=part)] if result.kept == "old" else []
    return Card(title(told, viewer, told.given.target), lines=(*lines, *_transferred(result.transferred)))


def expired(told: Told, viewer: Viewer, result: wounds.Expired) -> Card:
    lines = _transferred(result.transferred) or [say("told.transferred_none")]
    return Card(title(told, viewer, told.given.target), lines=tuple(lines))


def _transferred(count: int) -> Lines:
    """The wounds that moved from temporary life to the part, if any."""
    return [say("told.transferred", count=count)] if count else []


def dying_checked(told: Told, viewer: Viewer, result: dying.DyingChecked) -> Card:
    head = verdict(result.grade) if result.grade else None
    who = told.given.target
    rows = facts(("total", result.total, result.why.get("total")), ("target", result.target, None))
    rows = () if is_veiled(told, who) else rows  # MIR-LIV-40: the grade alone
    return Card(title(told, viewer, who), head, rows, tuple(dying_lines(told, who, result, headed=True)))


def dying_lines(told: Told, who: str, result: dying.DyingChecked, *, headed: bool = False) -> Lines:
    """What a dying check did, besides what its events say; its total, if that is not what the card is headed by (`headed`)."""
    part = part_said(told, who, result.part)
    if result.skipped:
        return [say("told.exempt", part=part)]
    lines: Lines = [] if _says_itself(told, who, result) else [say(f"told.dying_{result.effect}", part=part)]
    if headed or is_veiled(told, who):  # MIR-LIV-40: the grade alone
        return lines
    return [*lines, say("told.dying_total", total=result.total, target=result.target)]


def _says_itself(told: Told, who: str, result: dying.DyingChecked) -> bool:
    """Whether an event of the act says what the check did: that she is free of further ones, or fell by it."""
    if result.effect == Grade.GREAT_SUCCESS:
        return True
    became = (one for e in told.events if isinstance(e, KnockedOut) for one in e.became)
    fell = any(one.who == who and Status.UNCONSCIOUS in one.begun for one in became)
    return result.effect == Grade.FAILURE and fell


def round_started(told: Told, viewer: Viewer, result: dying.RoundStarted) -> Card:
    """What a round began with for somebody: a dying check, if it was one, with its number and how it came out."""
    who, made = told.given.target, next((one for one in result.dying if one.grade), None)
    lines = tuple(round_lines(told, who, result, made))
    if made is None:
        return Card(title(told, viewer, who), lines=lines)
    rows = facts(("total", made.total, made.why.get("total")), ("target", made.target, None))
    head = say("told.dying_check", who=named(told, who, viewer))
    return Card(head, verdict(made.grade or ""), () if is_veiled(told, who) else rows, lines)  # MIR-LIV-40


def round_lines(told: Told, who: str, result: dying.RoundStarted, headed: dying.DyingChecked | None = None) -> Lines:
    """What the start of a round did to one character; one check may be what the card is headed by."""
    parts = [part_said(told, who, part) for part in dict.fromkeys(result.eroded)]
    lines: Lines = [say("told.erosion", count=result.erosion, parts=parts)] if result.erosion else []
    lines += [line for one in result.dying for line in dying_lines(told, who, one, headed=one is headed)]
    hers = result.ap_lost and not is_veiled(told, who)  # MIR-LIV-40: of a stranger's AP nothing is told
    return lines + ([say("told.ap_lost", amount=result.ap_lost)] if hers else [])
