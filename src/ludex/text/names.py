"""Names for somebody who has none yet."""

from collections.abc import Callable, Sequence

_FAMILY = "赵钱孙李周吴郑王冯陈褚卫蒋沈韩杨朱秦许何吕张孔曹严华金魏陶姜谢邹苏潘葛范彭郎鲁韦马苗方俞任袁柳唐罗薛"
_GIVEN = (
    *(
        "安",
        "宁",
        "远",
        "清",
        "岚",
        "舟",
        "白",
        "禾",
        "舒",
        "澄",
        "川",
        "若水",
        "长风",
        "明夷",
        "子衿",
        "知秋",
        "望舒",
        "怀瑾",
    ),
    *(
        "听雨",
        "星河",
        "归鸿",
        "青梧",
        "云起",
        "南乔",
        "北辰",
        "映雪",
        "停云",
        "落木",
        "观澜",
        "问渠",
        "采薇",
        "既明",
        "思齐",
        "未央",
    ),
)
_FIRST = (
    *("Ada", "Bram", "Cora", "Dain", "Edith", "Finn", "Greta", "Hugo", "Ines", "Jonas", "Kaya", "Leif", "Mara", "Nils"),
    *("Orla", "Piers", "Quill", "Rhea", "Sven", "Tilda", "Ulric", "Vera", "Wren", "Yara"),
)
_LAST = (
    *("Ashdown", "Blackwood", "Carrow", "Dunmore", "Ellery", "Fairfax", "Grey", "Hawthorne", "Ironside", "Kestrel"),
    *("Larkspur", "Marsh", "Northway", "Oakes", "Penrose", "Rook", "Stone", "Thorne", "Underhill", "Vale", "Winter"),
)

Choose = Callable[[Sequence[str]], str]


def invented(language: str, choose: Choose) -> str:
    """A name in a language."""
    if language == "en":
        return f"{choose(_FIRST)} {choose(_LAST)}"
    return choose(_FAMILY) + choose(_GIVEN)
