"""What a desk answers to a line."""

import msgspec

from ludex.core.view import Card


class Reply(msgspec.Struct, frozen=True):
    """What comes back.

    `n`: the log entry it made, by the asking seat's own number (0: none). `logged`: that entry tells it already. `private`: only for the seat that asked. `code`: the refusal's, if it is one. `card`:
    what is shown, for front ends that draw.
    """

    text: str
    n: int = 0
    private: bool = True
    logged: bool = False
    code: str = ""
    card: Card | None = None

    @property
    def ok(self) -> bool:
        """Whether the line was accepted."""
        return not self.code
