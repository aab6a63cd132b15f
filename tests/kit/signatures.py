"""docs/reference/kit.md: the signature of everything in the kit, what it says of itself, and a line that uses it.

`python -m tests.kit.signatures` writes it. The lines are those of the example systems; what none of them uses has one in `MORE`, which a test runs.
"""

import inspect
import re
import sys
from collections.abc import Iterator
from enum import Enum
from pathlib import Path

from ludex import kit

ROOT = Path(__file__).parent.parent.parent
PAGE = ROOT / "docs" / "reference" / "kit.md"
SOURCES = (*sorted((ROOT / "examples").glob("*/*/*.py")), ROOT / "src/ludex/fronts/cli/scaffold/init.py.txt")

HEAD = """# The kit, name by name

What `from ludex import kit` gives: signature, what it does, and a line that uses it. [Add a rule system](../how-to/add-a-system.en.md) tells what belongs together;
this page is written by `python -m tests.kit.signatures` and kept by a test.
"""

MORE = {
    "BOOKS": "told_as = kit.BOOKS",
    "Became": 'await kit.happen(kit.Became("ann", "stance", "low"))',
    "COST": "told_as = kit.COST",
    "CardDrawn": 'await kit.happen(kit.CardDrawn("ann", "b2"))',
    "CardTopped": 'await kit.happen(kit.CardTopped("ann", "a1", from_hand=True))',
    "Cell": "where: kit.Cell",
    "Choose": "def decide(state, ask: kit.Choose) -> str: ...",
    "Demo": 'kit.Demo(state, {"安": ("ann",)}, (".摸 @安",))',
    "Do": 'kit.Do("draw", {"who": "ann"})',
    "Kept": "kept: kit.Kept = ()",
    "PLAYER": 'kit.play(rule, "摸", "draw", who=kit.PLAYER)',
    "Parted": 'await kit.happen(kit.Parted("bo"))',
    "Play": 'plays: tuple[kit.Play, ...] = (kit.play(rule, "摸", "draw"),)',
    "Reshuffled": "await kit.happen(kit.Reshuffled())",
    "System": "def finished(made: kit.System) -> kit.System: ...",
    "Told": "def tell(told: kit.Told, viewer: kit.Viewer): ...",
    "Who": 'kit.Who("actor:ann") == kit.actor("ann")',
    "changed": 'kit.changed(state, "ann", hurt=1)',
    "choose_first": 'await kit.choose_first({kit.actor(who): kit.Asking("questions.who_dares", ("dare",)) for who in state.people})',
    "demo_at": 'kit.demo_at(state, ".摸 @安")',
    "first_answer": 'kit.first_answer(state, kit.Choose(kit.GM, kit.say("questions.who"), (kit.Option("ann"),))) == "ann"',
    "free_id": 'kit.free_id(state, "安")',
    "highest_of": '(await kit.roll(kit.highest_of(2, 20), "rolls.check")).value',
    "joined": 'kit.joined(state, "su", state.people["ann"])',
    "lowest_of": '(await kit.roll(kit.lowest_of(2, 20), "rolls.check")).value',
    "parted": 'kit.parted(state, "bo")',
    "redact": "kit.redact(state, kit.Viewer()) == state",
    "stocked": "kit.stocked(state, SHELF)",
    "term": 'kit.term("body")',
    "total_of": '(await kit.roll(kit.total_of(3, 6), "rolls.check")).value',
}
"""A line for what no example system uses."""


def page() -> str:
    """The whole page."""
    code = [line.strip() for source in SOURCES for line in source.read_text("utf-8").splitlines()]
    return HEAD + "".join(
        f"\n## `{name}`\n\n" + "\n".join(_told(name, code)) + "\n" for name in sorted(kit.__all__, key=str.lower)
    )


def _told(name: str, code: list[str]) -> Iterator[str]:
    yield f"```python\n{signature(name)}\n```\n"
    if said := about(name):
        yield f"{said}\n"
    yield f"```python\n{used(name, code)}\n```"


def signature(name: str) -> str:
    """A name as it is called, or what it is."""
    one = getattr(kit, name)
    if isinstance(one, str):
        return f"{name} = {str(one)!r}"
    if isinstance(one, type) and issubclass(one, Enum):
        return f"class {name}: {', '.join(one.__members__) or 'KEY = key, 中文, English, …'}"
    if one is kit.System:
        return "class System: see «The manifest»"
    if not callable(one) or not (inspect.isfunction(one) or inspect.isclass(one)):
        return f"{name}: a kind of field" if "Annotated" in repr(one) else f"{name} = {_short(repr(one))}"
    shown = _short(str(inspect.signature(one)))
    awaited = "await " if inspect.iscoroutinefunction(one) else ""
    properties = (
        "".join(f"\n    .{p}" for p, kind in vars(one).items() if isinstance(kind, property))
        if inspect.isclass(one)
        else ""
    )
    return f"{awaited}{name}{_broken(shown)}{properties}"


def _short(text: str) -> str:
    """Annotations as one writes them: without modules, variables and what stands for something made anew."""
    text = re.sub(r"typing\.Annotated\[((?:[^\[\]]|\[[^\]]*\])*?), Called\(.*?\)\](?= =|,)", r"\1", text)
    text = re.sub(r"\b(?:[a-z_]\w*\.)+(?=[A-Za-z])", "", text).replace("~", "").replace("<factory>", "…")
    return re.sub(
        r"<(?:\w+\.(\w+): [^>]*|class '(\w+)'|function (\w+) at \w+)>", lambda found: found[found.lastindex or 0], text
    )


def _broken(shown: str) -> str:
    """A long signature over several lines."""
    if len(shown) <= 120:
        return shown
    parts, depth, at = [], 0, 1
    close = shown.rindex(")")
    for place, sign in enumerate(shown[:close]):
        depth += (sign in "([{") - (sign in ")]}")
        if sign == "," and depth == 1:
            parts.append(shown[at:place].strip())
            at = place + 1
    parts.append(shown[at:close].strip())
    return "(\n" + "".join(f"    {part},\n" for part in parts) + shown[close:]


def about(name: str) -> str:
    """What it says of itself."""
    one = getattr(kit, name)
    if not (inspect.isfunction(one) or inspect.isclass(one)):
        return ""
    return inspect.cleandoc(one.__doc__ or "")


def used(name: str, code: list[str]) -> str:
    """A line that uses it; one that goes on is taken to its end."""
    if name in MORE:
        return MORE[name]
    places = [place for place, line in enumerate(code) if re.search(rf"\bkit\.{name}\b", line)]
    return min((_whole(code, place) for place in places), key=lambda found: found.count("\n"))


def _whole(code: list[str], place: int) -> str:
    """The lines from a place on until its brackets are closed."""
    lines: list[str] = []
    depth = 0
    for line in code[place:]:
        lines.append("    " * bool(lines and not line.startswith((")", "]", "}"))) + line)
        depth += sum(line.count(sign) for sign in "([{") - sum(line.count(sign) for sign in ")]}")
        if depth <= 0:
            break
    return "\n".join(lines)


if __name__ == "__main__":
    PAGE.write_text(page(), "utf-8")
    sys.exit()
