"""Generated expressions: texts that are right by construction, and texts that are nearly right."""

from hypothesis import strategies as st

NUMBERS = st.integers(0, 30).map(str)


@st.composite
def dice(draw: st.DrawFn, most: int = 5, faces: int = 12) -> str:
    """A dice term with any modifiers that fit it."""
    count, sides = draw(st.integers(1, most)), draw(st.integers(2, faces))
    text = f"{count}d{sides}"
    if draw(st.booleans()):
        text += draw(st.sampled_from(["r", "ro"])) + str(draw(st.integers(1, sides)))
    if draw(st.integers(0, 3)) == 0:
        text += "!>=" + str(draw(st.integers(2, sides)))
    if draw(st.integers(0, 3)) == 0:
        text += "mi" + str(draw(st.integers(0, sides)))
    if draw(st.integers(0, 3)) == 0:
        text += "ma" + str(draw(st.integers(0, sides)))
    if draw(st.booleans()):
        text += draw(st.sampled_from(["kh", "kl", "dl", "dh", "k", "q"])) + str(draw(st.integers(1, count)))
    return text


def leaves() -> st.SearchStrategy[str]:
    """Numbers, dice, counted dice, bonus dice, fate dice."""
    counted = st.tuples(dice(), st.sampled_from([">=", "<", "=", ">", "<="]), st.integers(1, 9)).map(
        lambda parts: f"({parts[0]}{parts[1]}{parts[2]})"
    )
    special = st.sampled_from(
        [
            "b1",
            "p2",
            "d%",
            "3dF",
            "adv",
            "劣势",
            "d20优势",
            "2.5",
            "0.125",
            "f",
            "4d6ra6",
            "4d6k>3",
            "4d6p1",
            "3d6!!",
            "3d6!p",
            "2d6!o>=5",
            "4d6r1r3",
            "4d6sd",
            "5d6cs>4f<2",
            "3c8m10",
            "(1d4)d6",
            "2d(1d6)",
            "{2d6,1d8,3}kh2",
            "(1d6,1d8)kl1",
            "1d8[cold]",
            "ceil(1d6/2)",
            "ww3a9",
        ]
    )
    return st.one_of(NUMBERS, dice(), counted, special)


def _grown(inner: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    signs = st.sampled_from(["+", "-", "*", "+", "-"])
    return st.one_of(
        st.tuples(inner, signs, inner).map("".join),
        st.tuples(inner, signs, inner).map(lambda parts: f"({''.join(parts)})"),
        st.tuples(st.just("-"), inner).map("".join),
        st.tuples(st.sampled_from(["max", "min"]), inner, inner).map(lambda p: f"{p[0]}({p[1]}, {p[2]})"),
        st.tuples(st.sampled_from(["abs", "floor", "ceil", "round"]), inner).map(lambda p: f"{p[0]}({p[1]})"),
        st.tuples(inner, st.sampled_from(["/", "//", "%"]), st.integers(1, 9).map(str)).map("".join),
        st.tuples(inner, st.just(" ^ "), st.integers(0, 2).map(str)).map(lambda p: f"({p[0]}){p[1]}{p[2]}"),
        st.tuples(inner, st.sampled_from([">=", "<", "="]), inner).map(lambda p: f"(({p[0]}){p[1]}{p[2]})"),
    )


def expressions(leaf_count: int = 5) -> st.SearchStrategy[str]:
    """Whole expressions."""
    return st.recursive(leaves(), _grown, max_leaves=leaf_count)


def nearly() -> st.SearchStrategy[str]:
    """Pieces of the notation in no order."""
    pieces = [
        *"0123456789()+-*/%^#!<>=.,x dDkKqQrRbBpPaAfFｄ＋１×÷ ",
        *(
            "kh",
            "kl",
            "dl",
            "dh",
            "ro",
            "mi",
            "ma",
            "cs",
            "adv",
            "dis",
            "优势",
            "劣势",
            "max(",
            "min(",
            "攻击",
            "3#",
            "d20",
        ),
        *(
            "ra",
            "!!",
            "!p",
            "f<2",
            "sa",
            "[cold]",
            "{",
            "}",
            "kh1",
            "8c8",
            "ww",
            "//",
            "**",
            ">=",
            "<=",
            "!>=",
            "1d6",
            "10d10",
            "4dF",
            "d%",
            "8a9k8m10",
            "99999999999999999999",
            "\x00",
            "\t",
            "≥",
        ),
    ]
    return st.lists(st.sampled_from(pieces), max_size=14).map("".join)
