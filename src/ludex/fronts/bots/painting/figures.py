"""Parts that are drawn: clocks, time axis, thread, body, map, case board. Their geometry is the page's own where it has one."""

from collections.abc import Sequence

from ludex.core.view import Board, BoardCard, Body, Stage, Strip, Thread, Timeline, Token
from ludex.fronts.bots.painting.canvas import (
    ACCENT,
    BAD,
    GOOD,
    HIDDEN,
    HUE,
    INK,
    QUIET,
    SMALL,
    SUNKEN,
    SURFACE,
    WARN,
    Canvas,
)
from ludex.fronts.bots.painting.flowing import Flow, paragraph
from ludex.fronts.bots.painting.tiles import HIGH, SLOT, WIDE, tiles_of
from ludex.fronts.web.drawing.shapes.timeline import AXIS, BAR, LANE, axis
from ludex.text.words import Words

NAMES = 130
"""The room for names beside lanes."""

FOE = ("foe", "enemy", "npc", "敌方")


def _inks(token: Token) -> tuple[str, str]:
    """Paper and ink of somebody: foes are dark, as on the page."""
    return ("#3b352d", "#f6f0e4") if token.side in FOE else ("#fffdf8", INK)


def strip(on: Canvas, words: Words, part: Strip) -> None:
    """A clock of ticks with who stands on which."""
    step = -1 if part.first > part.last else 1
    ticks = list(range(part.first, part.last + step, step))
    wide = on.inner / max(1, len(ticks))
    standing: dict[int, list[Token]] = {}
    for tick, token in part.tokens:
        standing.setdefault(tick, []).append(token)
    for n, tick in enumerate(ticks):
        box = (on.left + n * wide, on.y, on.left + (n + 1) * wide - 3, on.y + 30)
        now = tick == part.now
        on.box(box, ACCENT if now else SUNKEN)
        on.middle(box, str(tick), SMALL, SURFACE if now else QUIET, bold=now)
    on.y += 38
    flow = Flow(on)
    for tick in ticks:
        for token in standing.get(tick, ()):
            paper, ink = _inks(token)
            flow.chip(f"{tick} {words.say(token.name)}", paper, ink, ACCENT if tick == part.now else QUIET)
    flow.end()


STATES = {"running": HUE, "done": "#b9b2a5", "broken": BAD, "hidden": HIDDEN}


def timeline(on: Canvas, words: Words, part: Timeline) -> None:
    """A time axis with a lane for each fighter, and now."""
    drawn, top = axis(part), on.y
    x, wide = on.left + NAMES, (on.inner - NAMES) / 100
    for place, time in drawn.marks:
        on.middle((x + place * wide - 30, top, x + place * wide + 30, top + AXIS), words.show(time), 14, QUIET)
        on.line((x + place * wide, top + AXIS, x + place * wide, top + drawn.height))
    for lane in drawn.lanes:
        y = top + lane.y
        paper, ink = _inks(lane.who)
        on.box((on.left, y + 6, on.left + NAMES - 12, y + LANE - 6), paper, QUIET)
        on.middle((on.left + 4, y + 6, on.left + NAMES - 16, y + LANE - 6), words.say(lane.who.name), SMALL, ink)
        for bar in lane.bars:
            box = (x + bar.x * wide, y + (LANE - BAR) / 2, x + (bar.x + bar.width) * wide, y + (LANE + BAR) / 2)
            on.box(box, STATES.get(bar.bar.state, HUE))
            label = words.say(bar.bar.label)
            if on.fonts.width(label, 16) < box[2] - box[0]:
                on.middle(box, label, 16, SURFACE)
            else:
                on.text(box[2] + 4, box[1] + 2, label, 16)
        if not lane.bars and (note := words.say(lane.who.note)):
            on.text(x + drawn.now * wide + 8, y + 9, note, 16, QUIET)
    at = x + drawn.now * wide
    on.line((at, top + AXIS - 4, at, top + drawn.height), ACCENT, 3)
    on.text(at + 5, top - 2, words("chat.now", time=words.show(part.now), unit=words.say(part.unit)), 14, ACCENT)
    on.y = top + drawn.height + 10


def thread(on: Canvas, words: Words, part: Thread) -> None:
    """Who holds the initiative, and where it goes."""
    flow, names = Flow(on), {token.id: words.say(token.name) for token in part.tokens}
    for token in part.tokens:
        paper, ink = _inks(token)
        holds = token.id == part.holder
        flow.chip(
            f"{'▶ ' if holds else ''}{names[token.id]}", ACCENT if holds else paper, SURFACE if holds else ink, QUIET
        )
    flow.end()
    for link in part.links:
        told = f"{names.get(link.a, link.a)} → {names.get(link.b, link.b)}  {words.say(link.label)}"
        paragraph(on, told.rstrip(), QUIET, SMALL)


WOUNDS = ("#ffffff", "#e8c88a", "#c9703f", BAD)


def body(on: Canvas, words: Words, part: Body) -> None:
    """Parts of a body as joined tiles with their wounds."""
    drawn, top = tiles_of(part), on.y
    scale = min(1.0, on.inner / max(1, drawn.width))
    left = on.left + (on.inner - drawn.width * scale) / 2

    def at(x: float, y: float) -> tuple[float, float]:
        return left + x * scale, top + y * scale

    for ax, ay, bx, by in drawn.joints:
        on.line((*at(ax, ay), *at(bx, by)), QUIET, 3)
    for tile in drawn.tiles:
        gone = tile.part.state not in ("whole", "hurt", "wounded", "")
        on.box(
            (*at(tile.x, tile.y), *at(tile.x + WIDE, tile.y + HIGH)),
            SUNKEN if gone else SURFACE,
            BAD if gone else QUIET,
        )
        on.middle(
            (*at(tile.x + 2, tile.y + 4), *at(tile.x + WIDE - 2, tile.y + HIGH / 2)), words.say(tile.part.name), SMALL
        )
        for x, y, severity in tile.slots:
            on.box((*at(x, y), *at(x + SLOT, y + SLOT)), WOUNDS[min(severity, 3)], QUIET, round_=2)
        if gone:
            on.line((*at(tile.x, tile.y + HIGH), *at(tile.x + WIDE, tile.y)), BAD, 2)
    on.y = round(top + drawn.height * scale + 12)
    notes = [f"{words.say(p.name)}{words('common.colon')}{words.say(p.note)}" for p in part.parts if p.note]
    if notes:
        paragraph(on, " · ".join(notes), QUIET, SMALL)


GROUNDS = {
    "wall": "#b5a994",
    "water": "#cfdce0",
    "rough": "#e3d9c6",
    "difficult": "#e3d9c6",
    "climb": "#e3d9c6",
    "fog": "#d9d2c4",
    "murk": "#d9d2c4",
    "haze": "#e6e1d6",
    "hazard": "#e9c9c2",
    "dark": "#c9c3b8",
    "dim": "#e6e1d6",
    "light": "#f6ecc9",
    "bright": "#f6ecc9",
}


def stage(on: Canvas, words: Words, part: Stage) -> None:
    """A map as the page has it: its ground, its grid and who stands where, with numbers along two edges, 0 at the foot."""
    columns, lines = max(1, part.width), max(1, part.height)
    cell = min(56.0, (on.inner - 30) / columns)
    left, top = on.left + 30, on.y + 26
    on.box((left, top, left + columns * cell, top + lines * cell), "#f3eee4", QUIET, round_=0)
    for area in part.areas:
        if (ground := GROUNDS.get(area.kind)) is not None:
            for x, y in area.cells:
                high = top + (lines - 1 - y) * cell
                on.box((left + x * cell, high, left + (x + 1) * cell - 1, high + cell - 1), ground, round_=0)
    _grid(on, (left, top), cell, (columns, lines))
    for piece in part.pieces:
        paper, ink = _inks(piece.token)
        size = piece.size * cell
        px, py = left + piece.x * cell, top + (lines - piece.y) * cell - size
        on.box((px + 2, py + 2, px + size - 2, py + size - 2), paper, ink, round_=round(size / 2), width=2)
        on.middle(
            (px + 3, py, px + size - 3, py + size),
            words.say(piece.token.name),
            max(12, min(18, round(cell / 2.6))),
            ink,
        )
    on.y = round(top + lines * cell + 12)


def _grid(on: Canvas, at: tuple[float, float], cell: float, size: tuple[int, int]) -> None:
    (left, top), (columns, lines) = at, size
    every = 1 if cell >= 24 else 5
    for n in range(columns + 1):
        on.line((left + n * cell, top, left + n * cell, top + lines * cell))
        if n < columns and n % every == 0:
            on.middle((left + n * cell, top - 24, left + (n + 1) * cell, top), str(n), 14, QUIET)
    for n in range(lines + 1):
        on.line((left, top + n * cell, left + columns * cell, top + n * cell))
        if n < lines and n % every == 0:
            on.middle((left - 30, top + n * cell, left, top + (n + 1) * cell), str(lines - 1 - n), 14, QUIET)


CARD_EDGES = {"mystery": HIDDEN, "clue": HUE, "conclusion": GOOD, "trait": WARN}


def board(on: Canvas, words: Words, part: Board) -> None:
    """Cards in columns by kind."""
    kinds = list(dict.fromkeys(card.kind for card in part.cards))
    wide, top = on.inner / max(1, len(kinds)), on.y
    lowest = top
    for n, kind in enumerate(kinds):
        on.y = top
        _column(on, words, [card for card in part.cards if card.kind == kind], (on.left + n * wide, wide - 10))
        lowest = max(lowest, on.y)
    on.y = lowest + 4


def _column(on: Canvas, words: Words, cards: Sequence[BoardCard], place: tuple[float, float]) -> None:
    x, wide = place
    for card in cards:
        title = on.fonts.wrapped(words.say(card.title), SMALL, round(wide) - 20)
        note = on.fonts.wrapped(words.say(card.note), 16, round(wide) - 20) if card.note else []
        high = 26 * len(title) + 22 * len(note) + 14
        edge = BAD if card.state == "false" else CARD_EDGES.get(card.kind, QUIET)
        on.box((x, on.y, x + wide, on.y + high), SURFACE, edge, width=2)
        for line in title:
            on.text(x + 10, on.y + 5, line, SMALL)
            on.y += 26
        for line in note:
            on.text(x + 10, on.y + 5, line, 16, QUIET)
            on.y += 22
        on.y += 22
