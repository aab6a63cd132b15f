"""What a desk answers to a line."""

from collections.abc import Sequence

import msgspec

from ludex.core.view import Card, Section


class Reply(msgspec.Struct, frozen=True):
    """What comes back.

    `n`: the log entry it made, by the asking seat's own number (0: none). `logged`: that entry tells it already. `private`: only for the seat that asked. `code`: the refusal's, if it is one. `card`,
    `sections`: what is shown, for front ends that draw. `marked`: the text is Markdown. `choices`: the lines that may have been meant, where the
    table asks which; the next line of this seat may be the number of one.
    """

    text: str
    n: int = 0
    private: bool = True
    logged: bool = False
    code: str = ""
    card: Card | None = None
    sections: tuple[Section, ...] = ()
    marked: bool = False
    choices: tuple[str, ...] = ()

    @property
    def ok(self) -> bool:
        """Whether the line was accepted."""
        return not self.code


def joined(replies: Sequence[Reply]) -> Reply:
    """Several replies as one."""
    if len(replies) == 1:
        return replies[0]
    told = "\n".join(reply.text for reply in replies if reply.text)
    last = replies[-1]
    return Reply(told, last.n, private=any(reply.private for reply in replies), logged=all(r.logged for r in replies))
