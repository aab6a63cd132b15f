"""Golden tables: many vectors of one form, written as the table that they are.

`id`, `procedure`, `clause` and `source` stand once, and so does what is the `same` for every row. `given` and `expect`
name the columns in order, `rows` holds the cells; `"-"` is an empty cell: not given, or not looked at. A column `error`
is the code of a refusal. With `odds_of` the columns of `expect` are the values of that output and the cells their chances.
"""

from collections.abc import Iterator, Sequence

import msgspec

from ludex.core.plain import Plain, Written

EMPTY = "-"
STANDS_ONCE = ("procedure", "clause", "source", "odds_of")


class Table(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Vectors of one form, as a file holds them."""

    id: str
    procedure: str
    given: list[str]
    expect: list[str]
    rows: list[list[Written]]
    clause: str | list[str] = []
    why: str = ""
    source: str | list[str] = ""
    same: dict[str, Written] = {}
    odds_of: str = ""


def vectors_of(plain: Plain) -> Iterator[dict[str, Written]]:
    """Each row as a vector of its own, named by its table and what is given: `boon-objects-0.5-hard`."""
    table = msgspec.convert(plain, Table)
    for row in table.rows:
        if len(row) != len(table.given) + len(table.expect):
            raise ValueError(f"{table.id}: a row has another number of cells than there are columns: {row}")
        yield _vector(table, _cells(table.given, row), _cells(table.expect, row[len(table.given) :]))


def _cells(columns: Sequence[str], row: Sequence[Written]) -> dict[str, Written]:
    """The cells of a row that are not empty, by column."""
    return {column: cell for column, cell in zip(columns, row, strict=False) if cell != EMPTY}


def _vector(table: Table, given: Plain, expected: dict[str, Written]) -> dict[str, Written]:
    vector = {
        "id": "-".join([table.id, *map(_word, given.values())]),
        **{key: said for key in STANDS_ONCE if (said := getattr(table, key))},
        "given": {**table.same, **given},
    }
    if table.odds_of:
        return {**vector, "expect_odds": expected}
    if "error" in expected:
        return {**vector, "expect_error": expected["error"]}
    return {**vector, "expect": expected}


def _word(cell: Written) -> str:
    return ",".join(map(str, cell)) if isinstance(cell, list) else str(cell)
