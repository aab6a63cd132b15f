"""What becomes of a table's own content: it grows, and players come to know of what the GM has kept."""

from msgspec.structs import replace

from ludex.core.events import Untold
from ludex.systems.boon.state import Library, State


class ContentOpened(Untold[State]):
    """Players know of something that the GM has kept: it was used before them."""

    key: str

    def apply(self, state: State) -> State:
        left = tuple(key for key in state.library.kept if key != self.key)
        return replace(state, library=replace(state.library, kept=left))


class LibraryGrown(Untold[State]):
    library: Library

    def apply(self, state: State) -> State:
        return replace(state, library=self.library)
