"""Joins Themes, Challenges, The scene loop and Writing the file: things that are put in their places by hand, at any time.

Sheets, content packs, challenges, threats, questions and traits. The state machines are in `scenes` and `missions`.
"""

import re
from typing import Annotated

import msgspec
from msgspec.structs import replace

from ludex.core.asks import GM, Option, choose
from ludex.core.declaring import Actor, Deed, Implied, Meant
from ludex.core.deeds import ACTOR, GM_ONLY, ITEM, REST, SCENE, SHELF, TEXT, Asked, Do, Field
from ludex.core.errors import RuleError
from ludex.core.fields import SHEET, flag, keyed
from ludex.core.kept import split_key
from ludex.core.names import narrow
from ludex.core.packs import unreadable
from ludex.core.plain import Plain
from ludex.core.principals import EVERYBODY, Who
from ludex.core.rule import rule
from ludex.core.say import say
from ludex.systems.mist.content import (
    called_in,
    check_new,
    content_of,
    in_english,
    keepable,
    kept_content,
    pack_names,
    read_loose,
    shipped,
    without,
)
from ludex.systems.mist.events import (
    ChallengeChanged,
    ChallengePrepared,
    CharacterBenched,
    CharacterJoined,
    CharacterLeft,
    ContentOpened,
    MysteryPosed,
    PacksChanged,
    PackShelved,
    ThemeRewritten,
    ThreatAnnounced,
    TraitRevealed,
    happen,
)
from ludex.systems.mist.kinds import OwnTheme, ShelfDeed, Tags, Words, offers
from ludex.systems.mist.kinds.reading import known_as, pairs
from ludex.systems.mist.rules.editing import Edited
from ludex.systems.mist.rules.limits import check_challenge
from ludex.systems.mist.rules.missions import OPEN, check_complexity, mission_in
from ludex.systems.mist.rules.scenes import RUNNING, check_unique, scene_in
from ludex.systems.mist.rules.tags import check_text
from ludex.systems.mist.rules.themes import ThemeTyped
from ludex.systems.mist.rules.who import character_of, own_theme
from ludex.systems.mist.sheet import (
    FULL_THEME,
    Challenge,
    Character,
    Limit,
    Theme,
    Threat,
    check,
    tag_problems,
    tags_on,
    theme_problems,
)
from ludex.systems.mist.state import Mystery, State
from ludex.systems.mist.terms import Sort, Stage, ThemeKind, ThreatState

# --- content -------------------------------------------------------------------------------------------------------


class Shelve(msgspec.Struct, frozen=True):
    """A content pack as it is written: tables of themes, characters, challenges and missions."""

    pack: Plain


class ShelveLine(
    ShelfDeed,
    names=("收录", "content"),
    example='.收录 challenge = [{ id = "看门狗", limits = [{ status = "安抚", limit = 2 }] }]',
):
    """`.收录 [[挑战]] …`: a content pack as TOML, with Chinese or English keys."""

    toml: Annotated[str, Field("toml", REST)]

    def do(self, asked: Asked) -> Do:  # noqa: ARG002  # as every deed
        try:
            pack = read_loose(self.toml)
        except ValueError as error:
            raise RuleError("bad_content", problems=[unreadable(error)]) from None
        return Do("pack_shelve", {"pack": pack}, (GM,))


async def pack_shelve(state: State, given: Shelve) -> Edited:
    """Put a content pack of the table's own on the shelf; all its problems are named at once."""
    pack = in_english(given.pack)
    names = pack_names(pack)
    for name in names:
        check_own(name)
    again = [name for name in names if any(name in pack_names(msgspec.json.decode(pack)) for pack in state.packs)]
    others = state.packs
    for name in again:  # MST-LIV-50: what is there under a name is replaced
        others = without(others, name)
    text = msgspec.json.encode(pack).decode()
    content_of((*others, text))
    check_new(pack, others)
    fresh = tuple(
        key for key in keepable(pack) if split_key(key)[1] not in again
    )  # a correction stays as open as it was
    await happen(PacksChanged((*others, text), fresh) if again else PackShelved(text, fresh))
    return Edited(before="、".join(again), after="、".join(names))


def kept_of(state: State, _actor: str) -> dict[str, str]:
    """What the MC has written and not opened, by its key, with what it is called."""
    return kept_content(state.packs, state.kept)


class OpenContent(ShelfDeed, names=("公开", "publish"), does="content_open", example=".公开 夜班编辑"):
    """`.公开 夜班编辑`: themes and characters of the table's own that players choose among from now on."""

    things: Annotated[tuple[str, ...], Field(kind=ITEM, among=kept_of, refusal="unknown_content")]


async def content_open(state: State, given: OpenContent) -> Edited:
    names = kept_of(state, "")
    found = [key for key in given.things if key in names]
    for key in found:
        await happen(ContentOpened(key))
    return Edited(after="、".join(names[key] for key in found))


@rule("MST-LIV-50")
def check_own(name: str) -> None:
    """What comes with the system is not changed or removed."""
    if any(name in things for things in msgspec.structs.astuple(shipped())):
        raise RuleError("not_own_content", clause="MST-LIV-50", name=name)


class Unshelve(ShelfDeed, names=("下架", "unshelve"), does="pack_unshelve", audience=(GM,), example=".下架 看门狗"):
    name: Words


@rule("MST-LIV-50")
async def pack_unshelve(state: State, given: Unshelve) -> Edited:
    """Take a thing of the table's own off the shelf."""
    check_own(given.name)
    left = without(state.packs, given.name)
    if left == state.packs:
        own = [name for pack in state.packs for name in pack_names(msgspec.json.decode(pack))]
        raise RuleError("unknown_content", clause="MST-LIV-50", name=given.name, among=own)
    content_of(left)
    await happen(PacksChanged(left))
    return Edited(before=given.name)


# --- people --------------------------------------------------------------------------------------------------------


class JoinTable(msgspec.Struct, frozen=True):
    character: Character


async def character_join(state: State, given: JoinTable) -> Edited:
    """Seat a character; the id is the name, and new."""
    name = check_text(given.character.id)
    if state.holder(name):
        raise RuleError("duplicate_actor", actor=name)
    await happen(CharacterJoined(given.character))
    return Edited(holder=name, after=name)


class ComeToTable(Deed, names=("建卡", "new"), group="sheet", beside=SHELF, picture="plus", example=".建卡 阿青"):
    """A prepared character by her whole name, any other name as an empty sheet (MST-LIV-42)."""

    character: Annotated[str, Field(among=offers.new_characters)]

    def do(self, asked: Asked) -> Do:
        samples = content_of(asked.state.packs).characters
        sheet = samples.get(called_in(self.character, asked.language, samples))
        return Do("character_join", JoinTable(sheet or Character(self.character)))


def _own_sheet(asked: Asked, said: str | None) -> str:
    """Whom a line about a sheet names, or her own: a player's own alone."""
    who = said or asked.actor
    if not asked.gm and who not in asked.controls:
        raise RuleError("not_yours", clause="MST-LIV-61", actor=who, controls=list(asked.controls))
    return who


OwnSheet = Annotated[str, Field("who", ACTOR, required=False), Meant(_own_sheet)]


class OnTheBench(Deed, group="sheet", picture="walk"):
    """A character who leaves the stage, or comes back to it."""

    actor: OwnSheet


class LeaveStage(OnTheBench, names=("离场", "leave"), does="character_bench", example=".离场 陆九"):
    """Off the stage, with the sheet kept whole."""


class ComeBack(OnTheBench, names=("入席", "return"), does="character_return", example=".入席 陆九"):
    """Back on the stage."""


class Benched(Edited, frozen=True, kw_only=True):
    """Who waits, and what was under way for her and falls away."""

    dropped: tuple[str, ...] = ()


@rule("MST-LIV-61")
async def character_bench(state: State, given: OnTheBench) -> Benched:
    """Take a character off the stage, with her sheet kept whole; nobody waits for what she was asked."""
    who = character_of(state, given.actor)
    if who.benched:
        raise RuleError("not_active", clause="MST-LIV-61", actor=who.id, why=say("told.waits_benched"))
    coming = state.running.incoming if state.running else ()
    called = state.running.called if state.running else ()
    dropped = (
        *(f"{one['name']} {one['tier']}" for one in coming if one["target"] == who.id and one.get("tier")),
        *(str(one.get("text") or "") for one in called if one["actor"] == who.id),
    )
    await happen(CharacterBenched(who.id))
    return Benched(holder=who.id, before=who.id, dropped=tuple(filter(None, dropped)))


@rule("MST-LIV-61")
async def character_return(state: State, given: OnTheBench) -> Edited:
    """Bring a character back to the stage as she was."""
    who = character_of(state, given.actor)
    if not who.benched:
        raise RuleError("already_there", clause="MST-LIV-61", actor=who.id)
    await happen(CharacterBenched(who.id, benched=False))
    return Edited(holder=who.id, after=who.id)


class RemoveCharacter(Deed, names=("删", "remove"), does="character_remove", group="sheet", example=".删 陆九"):
    """A sheet that is to go for good, and who is asked first. `draft`: only as long as the character was not used."""

    actor: OwnSheet
    who: Annotated[Who, Implied(lambda asked: asked.seat)] = GM
    draft: Annotated[bool, Implied(lambda asked: not asked.gm)] = False


REMOVE, KEEP = "remove", "keep"


@rule("MST-LIV-61", "MST-LIV-44")
async def character_remove(state: State, given: RemoveCharacter) -> Edited:
    """Remove a sheet for good; who wants it is asked first."""
    name = character_of(state, given.actor).id
    if given.draft and name in state.used:
        raise RuleError("gm_only", clause="MST-LIV-61")
    options = [Option(REMOVE, say("answers.remove_sheet")), Option(KEEP, say("answers.keep_sheet"))]
    if await choose(given.who, say("questions.remove_sheet", who=name), options, about=name) == KEEP:
        return Edited(holder=name, after=name)
    await happen(CharacterLeft(name))
    return Edited(holder=name, before=name)


def in_draft(asked: Asked, kinds: tuple[str, ...]) -> tuple[str, ...]:
    """Until the character is first used its sheet is the player's own (MST-LIV-44)."""
    return kinds if asked.actor in asked.state.used else ()


class WriteThemeLine(
    ThemeTyped, names=("主题", "theme"), owner=SHEET, example=".主题 自我 守夜人 不合眼,灯下无鬼 白天走神"
):
    """`.主题 自我 夜班编辑 打字飞快,记者证 失眠 动机=…`, `.主题 夜班编辑` (a sample)."""

    theme_tag: Annotated[str, Field()] = ""
    word = in_draft

    def do(self, asked: Asked) -> Do:
        return Do("theme_write", WriteTheme(asked.actor, self.written(asked)))


class WriteTheme(msgspec.Struct, frozen=True):
    actor: str
    theme: Theme


@rule("MST-THM-2", "MST-THM-3", "MST-THM-4", "MST-PTH-2")
async def theme_write(state: State, given: WriteTheme) -> Edited:
    """Write a theme on a sheet while the sheet has room; one that is there is never overwritten (MST-LIV-44)."""
    character = character_of(state, given.actor)
    others = character.themes
    if any(given.theme.id == t.id or given.theme.theme_tag == t.theme_tag for t in others):
        raise RuleError("duplicate_theme", clause="MST-LIV-44", theme=given.theme.theme_tag)
    slots = state.options.theme_count
    if slots and len(others) + character.pending_replacements >= slots:
        raise RuleError("theme_count", clause="MST-PTH-2", given=len(others) + 1, wanted=say("told.exactly", n=slots))
    check(theme_problems(given.theme, Stage.CREATION))
    check(tag_problems((*tags_on(character), *given.theme.power_tags, *given.theme.weakness)))
    await happen(CharacterJoined(replace(character, themes=(*others, given.theme)), given.theme.id))
    return Edited(holder=character.id, after=given.theme.theme_tag)


def _renamed(_asked: Asked, said: list[str]) -> tuple[tuple[str, str], ...]:
    """`旧>新`, each."""
    parted = [narrow(word).partition(">") for word in said]
    for word, (old, arrow, new) in zip(said, parted, strict=True):
        if not arrow or not old or not new:
            raise RuleError("bad_argument", arg="words", value=word[:40], kind=TEXT)
    return tuple((old, new) for old, _, new in parted)


class EditTheme(
    Deed,
    names=("改主题", "retheme"),
    does="theme_edit",
    group="sheet",
    owner=SHEET,
    example=".改主题 夜班编辑 记者证>旧记者证",
):
    """What changes on a theme: tags renamed (`old>new`), added and removed; its name, weaknesses, motivation and kind."""

    actor: Actor
    theme: OwnTheme
    added: Annotated[tuple[str, ...], keyed("added", "+", several=True)] = ()
    removed: Annotated[tuple[str, ...], keyed("removed", "-", several=True)] = ()
    name: Annotated[str, keyed("name", "名")] = ""
    weakness: Annotated[tuple[str, ...], keyed("weakness", "弱点", several=True)] = ()
    motivation: Annotated[str | None, keyed("motivation", "动机")] = None
    kind: Annotated[
        str,
        keyed("kind", "类"),
        Meant(lambda _asked, said: ThemeKind.read(said) if ThemeKind.holds(said) else said),
    ] = ""
    renamed: Annotated[tuple[tuple[str, str], ...], Field("words", required=False), Meant(_renamed)] = ()
    word = in_draft


@rule("MST-LIV-44", "MST-LIV-45")
async def theme_edit(state: State, given: EditTheme) -> Edited:
    """Edit a theme field by field; burnt tags, marks and grown tags are kept, a renamed tag stays burnt."""
    character = character_of(state, given.actor)
    theme = own_theme(character, given.theme)
    names = dict(given.renamed) | ({theme.theme_tag: given.name} if given.name else {})
    known = (*theme.power_tags, *theme.weakness)
    for tag in (*names, *given.removed):
        if tag not in known:
            raise RuleError("unknown_tag", clause="MST-LIV-44", tag=tag)
    if theme.theme_tag in given.removed:
        raise RuleError("theme_tag_missing", clause="MST-THM-2", theme=theme.called)

    def now(tags: tuple[str, ...]) -> tuple[str, ...]:
        return tuple(names.get(tag, tag) for tag in tags if tag not in given.removed)

    edited = replace(
        theme,
        theme_tag=names.get(theme.theme_tag, theme.theme_tag),
        tags=(*now(theme.tags), *given.added),
        weakness=given.weakness or now(theme.weakness),
        burnt=now(theme.burnt),
        motivation=theme.motivation if given.motivation is None else given.motivation,
        kind=given.kind or theme.kind,
    )
    if edited.nascent and len(edited.power_tags) >= FULL_THEME:
        edited = replace(edited, nascent=False)
    if edited == theme:
        raise RuleError("nothing_changed", clause="MST-LIV-44", theme=theme.called)
    check(theme_problems(edited, Stage.PLAY))
    others = replace(character, themes=tuple(t for t in character.themes if t.id != theme.id))
    check(tag_problems((*tags_on(others), *edited.power_tags, *edited.weakness)))
    await happen(ThemeRewritten(character.id, theme.id, edited, theme))
    return Edited(holder=character.id, before=theme.called, after=edited.called)


class RemoveTheme(
    Deed, names=("删主题", "droptheme"), does="theme_remove", group="sheet", owner=SHEET, example=".删主题 剪影术"
):
    actor: Actor
    theme: OwnTheme
    word = in_draft


@rule("MST-LIV-44")
async def theme_remove(state: State, given: RemoveTheme) -> Edited:
    """Take a theme off a sheet; no replacement is owed."""
    character = character_of(state, given.actor)
    theme = own_theme(character, given.theme)
    await happen(ThemeRewritten(character.id, theme.id))
    return Edited(holder=character.id, before=theme.called)


# --- the scene -----------------------------------------------------------------------------------------------------


class SetChallenge(msgspec.Struct, frozen=True):
    challenge: Challenge


class ChallengeTyped(Deed, who=GM_ONLY, group="scene"):
    """`.挑战 末班司机` (a prepared one), `.挑战 恶犬 受伤=3,安抚=2 标签=獠牙`."""

    challenge: Annotated[str, Field(among=offers.prepared_challenges)]
    limits: Annotated[tuple[Limit, ...], Field(required=False), Meant(lambda _asked, said: _limits(said))] = ()
    tags: Tags = ()
    sort: Annotated[str, keyed("sort", "类型")] = ""
    threats: Annotated[tuple[str, ...], keyed("threats", "威胁", several=True)] = ()
    hidden: Annotated[bool, flag("hidden", "隐藏")] = False
    text: Words = ""

    def written(self, asked: Asked, there: tuple[Challenge, ...] = ()) -> Challenge:
        """A challenge as it is typed, or by its name alone one that is there or ready."""
        state: State = asked.state
        own = {c.id: c for c in (*state.prepared, *there)}
        called, glued = _limits_behind(self.challenge)
        name = known_as(called, (*own, *offers.prepared_challenges(state)))
        block = own.get(name) or content_of(state.packs).challenges.get(name)
        more, text = _limits_first(self.text)
        limits = (*self.limits, *_limits([*glued, *more]))
        if block is not None and not (limits or self.threats):
            return block
        sort = Sort.read(self.sort) if Sort.holds(self.sort) else self.sort
        threats = tuple(Threat(threat, source=called) for threat in self.threats)
        return Challenge(called, limits, tags=self.tags, sort=sort, text=text, threats=threats)


def _limits(words: list[str]) -> tuple[Limit, ...]:
    """`受伤=3`, `受伤3`, each."""
    return tuple(Limit(status, limit) for status, limit in pairs(words))


def _limits_behind(said: str) -> tuple[str, list[str]]:
    """A name and the limits that stand behind it, with commas between (`恶犬，受伤2，安抚3`); any other name is as it is said."""
    name, *limits = (part.strip() for part in _COMMA.split(said))
    return (name, limits) if limits and all(_LIMIT.fullmatch(narrow(one)) for one in limits) else (said, [])


_COMMA = re.compile(r"[，,、]")


def _limits_first(text: str) -> tuple[list[str], str]:
    """Limits that stand apart from the first ones (`受伤=4 说服=3 守着门`, `受伤4`), and the words behind them."""
    words = text.split()
    count = next((n for n, word in enumerate(words) if not _LIMIT.fullmatch(narrow(word))), len(words))
    return words[:count], " ".join(words[count:])


_LIMIT = re.compile(r"[^=:\d]+[=:]?\d")


class SetChallengeLine(
    ChallengeTyped, names=("挑战", "challenge"), beside=SHELF, example=".挑战 恶犬 受伤=3,安抚=2 标签=獠牙"
):
    """A challenge for the scene; one unseen, or one that is there, is the MC's to know of."""

    def do(self, asked: Asked) -> Do:
        found = self.written(asked)
        there, hidden = found.id in offers.on_stage(asked.state), self.hidden or found.hidden
        if there and not (self.limits or self.threats):
            raise RuleError("duplicate_challenge", id=found.id)
        heard = (GM,) if there or hidden else (EVERYBODY,)
        return Do("challenge_set", SetChallenge(replace(found, hidden=hidden)), heard)


class PrepareChallenge(
    ChallengeTyped, names=("备挑战", "prepare"), beside=SCENE, example=".备挑战 门口的雾 散开=3,看穿=2"
):
    """`.备挑战 恶犬 受伤=3,安抚=2`, `.备挑战 站务保安` (as it stands in the scene now)."""

    def do(self, asked: Asked) -> Do:
        return Do("challenge_prepare", SetChallenge(self.written(asked, asked.state.challenges)), (GM,))


@rule("MST-SCN-3", "MST-CHA-2")
async def challenge_set(state: State, given: SetChallenge) -> Edited:
    """Put a challenge into the scene; one that stands there already gets the limits that are named, and stays what it is."""
    scene_in(state, *RUNNING)
    name = check_text(given.challenge.id)
    there = next((c for c in state.challenges if c.id == name), None)
    if state.character(name) or (there and not (given.challenge.limits or given.challenge.threats)):
        raise RuleError("duplicate_challenge", id=name)
    now = check_challenge(_with_more(there, given.challenge) if there else given.challenge)
    overcame = there is not None and now.overcome and not there.overcome
    await happen(ChallengeChanged(now, came=there is None, overcame=overcame))
    return Edited(holder=name, before=name if there else "", after=name)


def _with_more(there: Challenge, named: Challenge) -> Challenge:
    """A challenge of the scene with the limits, tags and words that it is given now."""
    limits = {limit.status: limit for limit in (*there.limits, *named.limits)}
    tags = tuple(dict.fromkeys((*there.tags, *named.tags)))
    threats = tuple({threat.id: threat for threat in (*there.threats, *named.threats)}.values())
    text = named.text or there.text
    return replace(there, limits=tuple(limits.values()), tags=tags, text=text, threats=threats)


@rule("MST-CHA-2", "MST-CHA-3")
async def challenge_prepare(state: State, given: SetChallenge) -> Edited:  # noqa: ARG001  # every procedure gets the state
    """Have a challenge ready: as it is written, or as one of the scene stands now."""
    name = check_text(given.challenge.id)
    await happen(ChallengePrepared(check_challenge(given.challenge)))
    return Edited(holder=name, after=name)


class Announce(msgspec.Struct, frozen=True):
    """A threat that the MC announces; one that is prepared for a challenge is named by its id alone."""

    id: str
    text: str = ""
    source: str = ""


class AnnounceLine(Deed, names=("威胁", "threat"), who=GM_ONLY, group="scene", beside=SCENE, example=".威胁 呼叫增援"):
    """`.威胁 手电照脸` (a prepared one), `.威胁 坍塌 头顶的梁在响 来源=栈桥`."""

    id: Annotated[str, Field(among=offers.prepared_threats)]
    source: Annotated[str, keyed("source", "来源", "from")] = ""
    text: Words = ""

    def do(self, asked: Asked) -> Do:
        """The threat; under the name of one who is on stage unseen it is called by its words, and comes from nowhere that is known
        (MST-LIV-36, MST-LIV-41)."""
        unseen = [challenge.id for challenge in asked.state.challenges if challenge.hidden]
        if (lurking := self.id.strip('「」“”"')) not in unseen:
            name = known_as(self.id, offers.prepared_threats(asked.state))
            return Do("threat_announce", Announce(name, self.text, self.source))
        if not self.text:
            raise RuleError("missing_argument", arg="text", expected=["id", "text"])
        return Do("threat_announce", Announce(self.text, source=lurking))


@rule("MST-PCQ-1", "MST-SCN-3")
async def threat_announce(state: State, given: Announce) -> Edited:
    """Announce a threat, so that it can come true."""
    scene_in(state, *RUNNING)
    known = (threat.id for threat in state.scene_now.threats)
    check_unique((*known, check_text(given.id)), "duplicate_threat")
    prepared = next((t for c in state.challenges for t in c.threats if t.id == given.id), Threat(given.id))
    threat = replace(
        prepared, text=given.text or prepared.text, source=given.source or prepared.source, state=ThreatState.OPEN
    )
    await happen(ThreatAnnounced(threat))
    return Edited(holder=threat.source, before=threat.text, after=threat.id)


# --- the case ------------------------------------------------------------------------------------------------------


class Pose(msgspec.Struct, frozen=True):
    mystery: Mystery


@rule("MST-FIL-1", "MST-PCL-2")
async def mystery_pose(state: State, given: Pose) -> Edited:
    """Put a question into the file, or change its complexity."""
    mission_in(state, *OPEN)
    check_text(given.mystery.id)
    check_complexity(given.mystery.complexity)
    await happen(MysteryPosed(given.mystery))
    return Edited(before=given.mystery.question, after=given.mystery.id)


class RevealedTrait(msgspec.Struct, frozen=True):
    text: str


@rule("MST-TST-2")
async def trait_add(state: State, given: RevealedTrait) -> Edited:
    """Let the players know a trait of the anomaly."""
    mission_in(state, *OPEN)
    await happen(TraitRevealed(check_text(given.text)))
    return Edited(after=given.text)
