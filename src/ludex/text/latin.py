"""Lines to type, as a reader of English types them: commands by their Latin names, arguments by their Latin keys.

Systems write the lines of their buttons and examples once, in Chinese. What a line is about (people, weapons, tags) stays as
it is called at the table; only an example is about the demo, whose texts have English names.
"""

import re
from collections.abc import Mapping
from typing import Protocol

from ludex.core.deeds import Field, word

_PIECE = re.compile(
    r"(?<![\w.])\.(?P<command>[\u4e00-\u9fff]+)|(?P<key>[\u4e00-\u9fff]+)=|(?P<word>[\u4e00-\u9fff]\w*)|(?P<end>\n)"
)


class Named(Protocol):
    """A command, as far as its names go."""

    @property
    def key(self) -> str:
        """Its first Latin name."""
        ...


def latin(shown: str, lexicon: Mapping[str, Named], phrases: Mapping[str, str] | None = None) -> str:
    """A text with every line to type in it put into Latin letters; what is not part of such a line is left alone."""
    return _Reader(lexicon, phrases or {}).read(shown)


class _Reader:
    """Reads a text from left to right and knows which command it is in."""

    def __init__(self, lexicon: Mapping[str, Named], phrases: Mapping[str, str]) -> None:
        self.lexicon = lexicon
        self.phrases = phrases
        self.within: Named | None = None

    def read(self, shown: str) -> str:
        return _PIECE.sub(self._piece, shown)

    def _piece(self, found: re.Match[str]) -> str:
        match found.lastgroup:
            case "command":
                self.within = self.lexicon.get(found["command"])
                return f".{self.within.key}" if self.within else found[0]
            case "end":
                self.within = None
                return found[0]
            case _ if self.within is None:
                return found[0]
            case "key":
                return f"{self._key(found['key'])}="
            case _:
                return self._word(found["word"])

    def _key(self, key: str) -> str:
        for arg in getattr(self.within, "args", ()):
            if isinstance(arg, Field) and key in arg.keys:
                return next((k for k in arg.keys if k.isascii()), arg.name)
        return key

    def _word(self, text: str) -> str:
        return word(self.phrases[text]) if text in self.phrases else text
