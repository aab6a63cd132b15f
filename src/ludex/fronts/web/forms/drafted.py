"""What was filled in on the page for a new character, read back from its form: fields of the deed, and answers with their gaps."""

from collections.abc import Iterable, Mapping

from ludex.core.asks import GAP
from ludex.core.deeds import FLAG, Field
from ludex.core.names import split_list
from ludex.core.plain import Written

FIELD, ANSWER, BLANK, BAG = "field.", "answer.", "gap.", "bag."
"""How the names of the form's inputs begin: fields of the deed, answers to its questions, what is filled into them, what is taken of several."""

LONGEST = 2000
"""Letters of one input."""

Form = Mapping[str, list[str]]
"""What was filled in: several values where several were picked."""


def args_of(form: Form, fields: Iterable[Field]) -> dict[str, Written]:
    """The fields of the deed, as far as they are filled in."""
    found: dict[str, Written] = {}
    for field in fields:
        given = [value.strip()[:LONGEST] for value in form.get(FIELD + field.name, ()) if value.strip()]
        if field.kind == FLAG:
            found[field.name] = bool(given)
        elif field.several:
            found[field.name] = [one for value in given for one in split_list(value)]
        elif given:
            found[field.name] = given[-1]
    return found


def answers_of(form: Form) -> dict[str, str]:
    """The answers whose gaps are all filled."""
    found: dict[str, str] = {}
    for name, values in form.items():
        if name.startswith(ANSWER) and values and values[-1]:
            key, answer = name.removeprefix(ANSWER), values[-1][:LONGEST]
            blanks = [joined(form, blank_name(key, answer, n)) for n in range(len(GAP.findall(answer)))]
            if all(blanks):
                found[key] = _put(answer, blanks)
    for name in form:
        if name.startswith(BAG) and (taken := taken_of(form, name)):
            found[name.removeprefix(BAG)] = ",".join(taken)
    return found


def taken_of(form: Form, name: str) -> list[str]:
    """What is taken of several under a name: each thing that is ticked, or so often as is said (`strong*3`)."""
    found: list[str] = []
    for one in form.get(name, ()):
        thing, _, times = clean(one).partition(TIMES)
        found += [thing] * (min(int(times), MOST) if times.isdigit() else 1 if thing and not times else 0)
    return found


TIMES, MOST = "*", 20
"""Stands between a thing and how often it is taken, which is so often at most."""


def _put(answer: str, blanks: list[str]) -> str:
    """An answer with its gaps filled, one after another."""
    rest = iter(blanks)
    return GAP.sub(lambda _gap: next(rest), answer)


def blank_name(key: str, answer: str, place: int) -> str:
    """The name of the input for one gap of an answer."""
    return f"{BLANK}{key}.{answer}.{place}"


def first(form: Form, name: str) -> str:
    """What stands in an input; brackets of gaps are nobody's words."""
    return next((clean(value) for value in form.get(name, ())), "")


GLUES = {"；": "", " ": "-"}
"""What stands between the pieces of one gap, and what for a piece that is left blank."""


def joined(form: Form, name: str) -> str:
    """What stands in all inputs of one name, or was picked of several, or was written piece by piece."""
    for glue, blank in GLUES.items():
        pieces = [first(form, part) for n in range(len(form)) if (part := f"{name}{glue}{n}") in form]
        if any(pieces):
            return glue.join(piece or blank for piece in pieces)[:LONGEST]
    return ",".join(dict.fromkeys(value for one in form.get(name, ()) if (value := clean(one))))[:LONGEST]


def clean(value: str) -> str:
    """One input's words: not too many, and without the brackets of gaps."""
    return value.strip()[:LONGEST].replace("<", "").replace(">", "")
