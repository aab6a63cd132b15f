"""Scenery by a word: what a scene's own name and text say of the place, the hour and the weather, in either language.

A front end draws it; nothing in the rules depends on it. 「雨夜的桥」 is a bridge, at night, in the rain.
"""

from collections.abc import Mapping

import msgspec

PLACES: Mapping[str, tuple[str, ...]] = {
    "platform": ("站台", "月台", "车站", "地铁", "铁路", "platform", "station", "subway", "railway"),
    "bridge": ("吊桥", "桥", "bridge"),
    "ship": ("甲板", "船", "码头", "ship", "deck", "boat"),
    "cave": ("洞", "窟", "矿", "地牢", "墓", "cave", "mine", "dungeon", "crypt"),
    "ruin": ("废墟", "遗迹", "残垣", "城门", "关隘", "岗楼", "塔", "ruin", "gate", "tower", "keep"),
    "hall": ("大厅", "厅", "殿", "堂", "仓库", "hall", "temple", "church", "warehouse"),
    "room": ("房间", "卧室", "屋", "室", "酒馆", "客栈", "病房", "room", "tavern", "inn", "house", "cell"),
    "street": ("街", "巷", "路口", "广场", "集市", "城里", "street", "alley", "square", "market", "town"),
    "shore": ("海", "湖", "岸", "滩", "河", "渡口", "水库", "shore", "lake", "beach", "river", "ford"),
    "forest": ("林", "树", "沼", "forest", "wood", "grove", "swamp"),
    "road": ("山道", "山路", "路", "道", "山", "原", "村", "road", "path", "hill", "field", "camp", "篝火"),
}
"""Words for places, the most telling place first."""

HOURS: Mapping[str, tuple[str, ...]] = {
    "night": ("夜", "晚上", "末班", "凌晨", "night", "midnight"),
    "dusk": ("黄昏", "傍晚", "日落", "黎明", "清晨", "dusk", "evening", "dawn", "sunset"),
}
WEATHERS: Mapping[str, tuple[str, ...]] = {
    "rain": ("雨", "雷", "暴风", "rain", "storm"),
    "snow": ("雪", "snow"),
    "fog": ("雾", "fog", "mist"),
}


GROUNDS = ("water", "path", "planks", "flags", "grass", "rug")
THINGS = ("oak", "pine", "bush", "rock", "fire", "door", "table", "chair", "bed", "shelf", "crate", "barrel")
STAMPS = (*GROUNDS, *THINGS)
"""What a GM may paint on a map for the eye alone: ground that joins with its like, and things that stand in a square each."""


class Backdrop(msgspec.Struct, frozen=True):
    """What is drawn behind a scene. `past`: it is not now."""

    place: str
    hour: str = "day"
    weather: str = "clear"
    past: bool = False


def backdrop(text: str, *, place: str = "road", past: bool = False) -> Backdrop:
    """The scenery that a text tells of; `place` where it names none."""
    said = text.lower()
    return Backdrop(_found(PLACES, said, place), _found(HOURS, said, "day"), _found(WEATHERS, said, "clear"), past=past)


def _found(words: Mapping[str, tuple[str, ...]], said: str, otherwise: str) -> str:
    return next((kind for kind, known in words.items() if any(word in said for word in known)), otherwise)
