"""The little Markdown that this project writes itself (`text.recapping`), drawn: headings, paragraphs, quotes, lists, bold words, a rule.

Everything is escaped before anything is drawn: what people said in it stays what they typed.
"""

import re
from itertools import groupby

from markupsafe import Markup, escape

_BOLD = re.compile(r"\*\*(?=\S)(.+?)(?<=\S)\*\*")
_HEADING = re.compile(r"(#{1,3}) (.+)")
KINDS = {"> ": "quote", "- ": "item"}


def marked(text: str) -> Markup:
    inside = Markup("").join(_block(block) for block in re.split(r"\n{2,}", text.strip()) if block.strip())
    return Markup('<div class="told marked">{}</div>').format(inside)


def _block(block: str) -> Markup:
    """One paragraph, and whatever stands in its lines: quotes and items lie together."""
    if set(block.strip()) == {"-"} and len(block.strip()) > 2:
        return Markup("<hr>")
    if found := _HEADING.fullmatch(block.strip()):
        level = len(found[1]) + 2  # the page has its own first and second
        return Markup("<h{0}>{1}</h{0}>").format(level, _words(found[2]))
    return Markup("").join(_lines(kind, list(lines)) for kind, lines in groupby(block.split("\n"), key=_kind))


def _kind(line: str) -> str:
    return KINDS.get(line[:2], "")


def _lines(kind: str, lines: list[str]) -> Markup:
    told = [_words(line[2:] if kind else line.rstrip()) for line in lines]
    if kind == "item":
        return Markup("<ul>{}</ul>").format(Markup("").join(Markup("<li>{}</li>").format(one) for one in told))
    joined = Markup("<br>").join(told)
    return Markup("<blockquote>{}</blockquote>" if kind == "quote" else "<p>{}</p>").format(joined)


def _words(text: str) -> Markup:
    """The words of a line, its bold ones bold."""
    return Markup(_BOLD.sub(r"<b>\1</b>", str(escape(text))))  # escaped before
