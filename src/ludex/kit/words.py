"""What the kit itself says, and the words that a small system's code carries: titles of deeds, names of fields and of things."""

from collections.abc import Iterable, Mapping

from ludex.core.deeds import FLAG
from ludex.core.pairs import Pair, written_in_pairs
from ludex.kit.called import Column, columns, inner
from ludex.kit.content import Named
from ludex.kit.deeds import Play
from ludex.kit.shape import Shape
from ludex.kit.sheets import names_on_sheets

TOLD = ("events", "sentences")
"""Sections of the file of words by which events and deeds are told."""

OWN: Mapping[str, Pair] = {
    "kit.scene": ("场面", "the scene"),
    "kit.nobody": ("还没有人。", "Nobody is here yet."),
    "kit.npc": ("主持人的角色", "the GM's"),
    "kit.by": ("{who}：{what}", "{who}: {what}"),
    "kit.came": ("{who} 来了", "{who} is here"),
    "kit.went": ("{who} 不在了", "{who} is gone"),
    "kit.changed": ("{who} {what} {before} → {after}", "{who}: {what} {before} → {after}"),
    "kit.is_now": ("{who} {what}：{after}", "{who}: {what} {after}"),
    "kit.gained": ("{who} {what}：添 {values}", "{who}: {what} + {values}"),
    "kit.lost": ("{who} {what}：去 {values}", "{who}: {what} − {values}"),
    "kit.drew": ("{who} 摸到 {card}", "{who} draws {card}"),
    "kit.drew_hidden": ("{who} 摸了一张牌", "{who} draws a card"),
    "kit.gave": ("{who} 递给 {whom} {card}", "{who} hands {whom} {card}"),
    "kit.gave_hidden": ("{who} 递给 {whom} 一张牌", "{who} hands {whom} a card"),
    "kit.laid": ("{who} 把 {card} 扣回牌堆顶", "{who} lays {card} on top of the deck"),
    "kit.laid_hidden": ("{who} 把一张牌扣回牌堆顶", "{who} lays a card on top of the deck"),
    "kit.peeked": ("{who} 看了牌堆顶：{card}", "{who} looks at the top of the deck: {card}"),
    "kit.peeked_hidden": ("{who} 看了牌堆顶", "{who} looks at the top of the deck"),
    "kit.discarded": ("{who} 打出 {card}", "{who} plays {card}"),
    "kit.reshuffled": ("弃牌洗回牌堆", "the discards go back into the deck"),
    "kit.cards": ("{count} 张", "{count} {count|card|cards}"),
    "fields.discards": ("弃牌", "discards"),
    "rolls.kit_card": ("摸牌", "a card"),
    "errors.no_cards": ("牌堆里没有牌了。", "There is no card left in the deck."),
    "errors.hidden_hand": ("{who} 手里有什么，你不知道。", "What {who} holds is not for you to know."),
    "kit.begins": ("{who} {what}", "{who}: {what}"),
    "kit.ends": ("{who} 不再{what}", "{who}: no longer {what}"),
    "kit.own": ("{name}", "{name}"),
    "kit.entry": ("{what} {value}", "{what} {value}"),
    "kit.record": ("{what}（{more}）", "{what} ({more})"),
    "kit.listed": ("{what}：{values}", "{what}: {values}"),
    "kit.each": ("{who} {what}：{value}", "{who}, {what}: {value}"),
    "kit.score": ("{what} 定几？（还有 {left} 点）", "{what}: how much? ({left} left)"),
    "kit.assumed": ("{who} 的底细你不知道，按常人算。", "You do not know what {who} has: the usual is assumed."),
    "errors.not_between": (
        "{arg} 要在 {low} 到 {high} 之间，不是 {value}。",
        "{arg} lies between {low} and {high}, not {value}.",
    ),
    "errors.nobody_unseen": ("没有藏着的人。", "Nobody is there unseen."),
    "errors.wrong_total": ("合计要 {total} 点，这里是 {sum}。", "They add up to {total}, not {sum}."),
}
"""The kit's phrases."""


def phrases_of(package: str, words: Mapping[str, Pair]) -> dict[str, str]:
    """What a system and the kit have words for, in Chinese: in the code, and in the file of words."""
    written = {key: pair[0] for key, pair in written_in_pairs(package) if key.partition(".")[0] in TOLD}
    return {key: pair[0] for key, pair in {**OWN, **words}.items()} | written


def names_of(things: Iterable[Mapping[str, Named]]) -> dict[str, Pair]:
    return {held: one.name for shelf in things for held, one in shelf.items()}


def carried(shape: Shape, plays: Iterable[Play], common: Iterable[Play] = ()) -> dict[str, Pair]:
    """Every phrase that the code of a system carries; what the kit's own deeds call a field yields to what the system calls it."""
    found: dict[str, Pair] = {}
    plays, common = tuple(plays), tuple(common)
    for play in plays:
        _agree(found, {key: pair for key, pair in _of(play).items() if not key.startswith("args.") or key not in found})
    for record in (shape.state, *((shape.person,) if shape.person is not None else ())):
        for one in (record, *inner(record)):
            _agree(found, _named(one, "fields"))
    kit = {key: pair for play in common for key, pair in _of(play).items()}
    sheets = {f"sheets.{name}": pair for name, pair in names_on_sheets(shape.person).items()}
    shared = {**OWN, **sheets, **kit, **found}
    return {**_own_labels((*plays, *common), shared), **shared} | {
        f"things.{held}": pair for held, pair in shape.things.items()
    }


def _of(play: Play) -> dict[str, Pair]:
    title = {f"commands.{play.key}.title": play.title}
    return {**title, **_named(play.procedure.input, "args"), **_named(play.procedure.output, "outputs")}


def _own_labels(plays: Iterable[Play], shared: Mapping[str, Pair]) -> dict[str, Pair]:
    """What a deed calls a field of its own where another deed calls one of that name differently."""
    named = {
        f"args.{play.key}_{c.name}": (f"args.{c.name}", c.called.pair)
        for play in plays
        for c in play.fields
        if c.called
    }
    return {key: pair for key, (common, pair) in named.items() if shared.get(common) != pair}


def _named(record: type, section: str) -> dict[str, Pair]:
    """The names of a record's fields and the words that may stand in them; an output may also be a plain value, without any."""
    fields = columns(record) if hasattr(record, "__struct_fields__") else ()
    terms = {f"terms.{one.value}": (one.zh, one.en) for column in fields for kind in column.words for one in kind}
    names = {f"{section}.{column.name}": column.called.pair for column in fields if column.called is not None}
    return names | terms | _truths(fields)


def _truths(fields: Iterable[Column]) -> dict[str, Pair]:
    """What a verdict says that is true or not, unless the system says it better (`[outputs.hit]`, `yes` and `no`)."""
    told = {column.name: column.called for column in fields if column.kind == FLAG and column.called is not None}
    verdicts = {f"outputs.{name}": called.pair for name, called in told.items() if called.verdicts}
    yes = {f"{key}.yes": pair for key, pair in verdicts.items()}
    return yes | {f"{key}.no": (f"未{zh}", f"not {en}") for key, (zh, en) in verdicts.items()}


def _agree(found: dict[str, Pair], more: Mapping[str, Pair]) -> None:
    """Take words in; a field that is called differently in two places is a slip."""
    for key, pair in more.items():
        if found.setdefault(key, pair) != pair:
            raise TypeError(f"{key} is called both {found[key]} and {pair}: one name for one word")
