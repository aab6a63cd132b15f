"""The System manifest: everything the outside may know about a rule system, in one frozen value.

A front end, the table, the laboratory and the conformance runner all work from this alone; none of them knows a
system's name. A system's `__init__.py` builds one and calls it `SYSTEM`.
"""

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Literal

import msgspec

from ludex.core.asks import Choose
from ludex.core.bounds import unfit
from ludex.core.deeds import Command, Do, Offer, Refusal
from ludex.core.effects.vocabulary import Vocabulary
from ludex.core.errors import RuleError
from ludex.core.orders import Order
from ludex.core.packs import ContentKind
from ludex.core.pairs import Pair
from ludex.core.principals import Viewer as Viewer, Who
from ludex.core.rehearsal import Lab
from ludex.core.rule import Procedure
from ludex.core.say import Say
from ludex.core.sessions import Sessions
from ludex.core.sheets import Sheets
from ludex.core.stock import Stock
from ludex.core.tracing import Far, Tracing
from ludex.core.view import Card, Section, Toned, View

Below = Callable[[int], int]
"""A random whole number from 0 up to, not including, its argument. Only a caller above the rules has one."""

HIDDEN_HAND = "hidden_hand"
"""The code with which a rule under odds is refused that looks at cards which the one who asks does not know: see `dealt`."""


class Told(msgspec.Struct, frozen=True):
    """A finished procedure, as `tell` gets it: what was asked, what came out, the state on both sides of it, and its events."""

    procedure: str
    given: Any
    result: Any
    before: Any
    after: Any
    events: tuple[Any, ...] = ()


class Belief(msgspec.Struct, frozen=True):
    """The state as far as somebody knows it, and what had to be assumed about whom (actor's id -> what to tell her).

    `automatic`: for whom the default policy answers at this table.
    """

    state: Any
    assumed: dict[str, Say] = {}
    automatic: frozenset[Who] = frozenset()


class Demo(msgspec.Struct, frozen=True):
    """A table to play at once: the starting state, seats to hand out (`name` -> actors), and lines worth trying.

    `about`: who each of the seats' actors is, in a line, for somebody who picks one to play. `painted`: what is painted on its map for the
    eye alone, boxes of squares (left, low, right, high) by what stands there.
    """

    state: Any
    seats: dict[str, tuple[str, ...]] = {}
    lines: tuple[str, ...] = ()
    about: dict[str, str] = {}
    painted: tuple[tuple[str, tuple[tuple[int, int, int, int], ...]], ...] = ()


Upcast = Callable[[Any], Any]
"""Plain data of a state or an event as one version wrote it -> as the next one writes it."""


def unchanged(plain: Any) -> Any:
    """The upcast of a version that changed rules and not the form of what is written."""
    return plain


Arrange = Callable[[Any, Mapping[str, Any]], tuple[Any, Mapping[str, Any]]]
Look = Callable[[Any, Viewer], View]
Scene = Callable[[Any, Viewer], tuple[Section, ...]]
Tell = Callable[[Told, Viewer], Card]
Decide = Callable[[Any, Choose], str | None]
Deeds = Callable[[Any, Viewer], tuple[Offer, ...]]
Groups = Callable[[Any], Mapping[str, tuple[str, ...]]]
Due = Callable[[Any], Do | None]
Scope = Callable[[Any], str]
"""The functions of a manifest; each system knows its own state, and nobody else does."""


class System(msgspec.Struct, frozen=True):
    """One rule system.

    * `id`, `prefix` (of its clauses), `package` (where `words/` and `data/` lie), `hue` (its crest's colour name),
      `emblem` (what is drawn on its card of the start page: `clock`, `gauges`, `thread`, `timeline`, `case`; without one a die).
    * `procedures`: by name. `options`: the struct of table options. `start(options)`: the empty state.
    * `state`, `event`: types for reading the log. `fold(state, event)`: the only way in which state changes.
    * `arrange(state, given)`: plain data in, (state, rest of given) out: how records given inline (conformance vectors,
      imports, the API) are laid over a state. `keeps`: names of outputs that a script lays over its next step's `given`.
    * `commands`: what people type. `look(state, viewer)`: what a viewer sees. `tell(told, viewer)`: how a finished
      procedure is told. `actors(state)`: id -> name of everybody who can be controlled or asked.
    * `knows(state, viewer)`: the ids of those actors that a viewer may know of at all; without it everybody is known.
    * `believes(state, viewer)`: what the odds that a viewer asks for are worked out on, so that they give away nothing that
      she may not know; without it she foresees everything. `dealt(state, below)`: such a state with what lies in others' hands dealt as
      it may be there; odds that rest on such hands are those over many deals.
    * `deeds(state, viewer)`: what can be done now. `cards`: cards shown on request, by name: (state, viewer, given) -> card.
    * `redact(state, viewer)`: the state as a viewer may know it; what a viewer sees, is offered or foresees is made of it.
    * `assumed(state, viewer)`: what a viewer's odds take for granted about whom (actor's id -> what to tell).
    * `grounds(state, given)`: what weighs on a deed beside the sheets, by name, for its odds: cover, gloom, a guess.
    * `learned(state, what)`: the state as somebody knows it who has just been asked a question: what its being asked tells her.
    * `may(state, actor, deed)`: why a deed (a command's key) may not be done now by an actor; None if it may.
    * `word_first`: whether a table that leaves a matter to its GM alone says so before it asks `may`.
    * `owner_first`: whether a line for somebody else's character is refused as such before faces typed with it are refused as hers.
    * `nobody`: the code with which a name is refused that means nobody whom a seat may know.
    * `check`: the key of the command that a GM's call for a check means. `makes`: of the one by which somebody makes a character of
      her own; what it leaves out is asked, and a page asks all of it at once. `groups(state)`: sides and parties by name, with
      their actors.
    * `called(do)`: what a call for a deed asks its player to do, where that is more than to throw; the deed itself where nobody is
      asked. `together(dos)`: several such calls of one word as one deed, where they belong together. `secretly(do)`: a deed as it is
      done in secret, where that makes a difference.
    * `weighs(state, do)`: what the GM is told beside a player's word on the GM's matters: what the rule itself would give.
    * `gm_reads_alone`: whether questions put to the GM are the GM's alone to read, because they may list what is hidden.
    * `beside(state)`: what waits for people, each an act of its own that holds up no other: it is begun where it does not wait yet.
    * `due(state)`: what happens without anybody's word now. `scope(state)`: a text that stays the same until the scene (in a
      fight: the fight) ends.
    * `taken(state, ask)`: the answer that the table gives by itself, no matter who is asked, because no other can be better; None: ask.
    * `reveals`: codes of refusals that tell only what the rulebook says that such a deed reveals.
    * `untold`: keys of questions whose taken answers go without saying. `discreet`: keys of questions that nobody but the GM hears of
      where they are asked of somebody whom no player holds: not that they were asked either.
    * `plays(state, who)`: whether somebody plays by itself now: its questions go to its orders and the default policy.
    * `silent(state, who)`: whether somebody is asked nothing any more (one who is out of play): what waits for her goes on without her.
    * `lapses`: the refusals after which a proposal can never be done any more (its fight is over): nobody is asked to allow it.
    * `order(state, actor, order)`: a standing order as it is kept, or a refusal. `ordered(state, ask, orders)`: what somebody's
      orders answer; `ASK`: they want the person asked; None: they leave it open.
    * `die`: what a free roll without dice throws. `numbers`: how much of NPCs' numbers a new table shows (`hidden`, `bands`, `open`).
    * `approach(state, actor, other)`: the square to which somebody goes who walks up to another, or to a thing, by its id or name; None: there is none.
    * `turn(state)`: who has the turn of those whom the GM plays: a line of the GM's that names nobody is hers; empty: nobody.
    * `lent(state, controls)`: whom somebody who controls these actors may act for beside them now (puppets).
    * `unheld(state, who)`: whether nobody comes to hold this one because it appeared by her line (doubles); without it, whom a player's
      line brings is hers.
    * `version`: of the plain form of its states and events; `upcast`: version -> how that becomes the next version's.
    * `decide(state, ask)`: the default policy that answers for an NPC. `supposes(state, ask)`: what odds take a person's answer for,
      who will be asked herself; without it the default policy's. `demo()`: a table to play at once.
    * `prefixes`: characters that begin a command in chat beside the common ones.
    * `outcomes`: how the outcomes of its odds are drawn, by their keys, beside the usual ones (success, failure). `against`: how they are for
      one who is asked to ward them off: a question with the fact `defends`.
    * `sheets`: how it keeps its characters, for their files and for editing; without it what follows from its structs.
    * `sessions`: what it does when an evening begins and ends; by default the GM is asked for the rewards alone.
    * `kinds`: the kinds of content that a GM may add to, each with its schema: forms and templates are made of them.
    * `trace(asked, do)`: what a filled deed would draw on the map: its way, its area. `far(state, a, b)`: the distance between two cells.
    * `vocabulary`: the words that its effects are made of; forms for effects are made of them.
    * `stock`: how a table keeps content of its own; without it the kinds are for files alone.
    * `lab`: how its scenes are rehearsed; without it they cannot be.
    * `words`: phrases that the code carries itself, in both languages; those in its files of words come before them.
    """

    id: str
    prefix: str
    package: str
    procedures: dict[str, Procedure]
    options: Any
    state: Any
    event: Any
    start: Callable[[Any], Any]
    fold: Callable[[Any, Any], Any]
    arrange: Arrange
    actors: Callable[[Any], dict[str, str]]
    commands: tuple[Command, ...] = ()
    look: Look | None = None
    tell: Tell | None = None
    decide: Decide | None = None
    supposes: Decide | None = None
    demo: Callable[[], Demo] | None = None
    knows: Callable[[Any, Viewer], tuple[str, ...]] | None = None
    believes: Callable[[Any, Viewer], Belief] | None = None
    dealt: Callable[[Any, Below], Any] | None = None
    keeps: tuple[str, ...] = ()
    hue: str = "slate"
    emblem: str = ""
    prefixes: str = ""
    deeds: Deeds | None = None
    cards: Mapping[str, Callable[[Any, Viewer, Mapping[str, Any]], Card]] = {}
    redact: Callable[[Any, Viewer], Any] | None = None
    assumed: Callable[[Any, Viewer], Mapping[str, Say]] | None = None
    grounds: Callable[[Any, Any], tuple[Say, ...]] | None = None
    learned: Callable[[Any, Say], Any] | None = None
    may: Callable[[Any, str, str], Refusal | None] | None = None
    word_first: bool = False
    owner_first: bool = False
    nobody: str = "unknown_actor"
    check: str = ""
    makes: str = ""
    groups: Groups | None = None
    called: Callable[[Do], Do] | None = None
    together: Callable[[tuple[Do, ...]], Do] | None = None
    secretly: Callable[[Do], Do] | None = None
    weighs: Callable[[Any, Do], Say | None] | None = None
    beside: Callable[[Any], tuple[Do, ...]] | None = None
    gm_reads_alone: bool = False
    due: Due | None = None
    scope: Scope | None = None
    turn: Callable[[Any], str] | None = None
    approach: Callable[[Any, str, str], tuple[int, int] | None] | None = None
    lent: Callable[[Any, tuple[str, ...]], tuple[str, ...]] | None = None
    unheld: Callable[[Any, str], bool] | None = None
    taken: Callable[[Any, Choose], str | None] | None = None
    reveals: frozenset[str] = frozenset()
    untold: frozenset[str] = frozenset()
    discreet: frozenset[str] = frozenset()
    plays: Callable[[Any, Who], bool] | None = None
    silent: Callable[[Any, Who], bool] | None = None
    lapses: frozenset[str] = frozenset()
    order: Callable[[Any, str, Order], Order] | None = None
    ordered: Callable[[Any, Choose, tuple[Order, ...]], str | None] | None = None
    die: str = "d20"
    numbers: Literal["hidden", "bands", "open"] = "hidden"
    version: int = 1
    upcast: Mapping[int, Upcast] = {}
    words: Mapping[str, Pair] = {}
    outcomes: Mapping[str, Toned] = {}
    against: Mapping[str, Toned] = {}
    sheets: Sheets | None = None
    sessions: Sessions = Sessions()
    kinds: tuple[ContentKind, ...] = ()
    trace: Tracing | None = None
    far: Far | None = None
    stock: Stock | None = None
    vocabulary: Vocabulary | None = None
    lab: Lab | None = None

    def command(self, key: str) -> Command | None:
        for command in self.commands:
            if command.key == key:
                return command
        return None

    def known_to(self, state: Any, viewer: Viewer) -> Any:
        """The state as a viewer may know it; the GM knows it as it is."""
        return state if viewer.gm or self.redact is None else self.redact(state, viewer)

    def holdable(self, state: Any, actors: Iterable[str]) -> tuple[str, ...]:
        """Those of these whom somebody may hold."""
        return tuple(one for one in actors if self.unheld is None or not self.unheld(state, one))

    def lay(self, state: Any, given: Mapping[str, Any]) -> tuple[Any, Mapping[str, Any]]:
        """Plain data laid over a state, and what is left of it; numbers and nestings that nothing could be made of are refused."""
        if found := unfit(given):
            raise RuleError("bad_input", field=found.path, problem=found.problem)
        return self.arrange(state, given)

    def read(self, name: str, state: Any, given: Mapping[str, Any]) -> tuple[Any, Any]:
        """Plain data for a procedure as the state that it runs on and its typed input, or a refusal."""
        procedure = self.procedures[name]
        procedure.check_fit(given)
        arranged, rest = self.arrange(state, given)
        return arranged, procedure.read(rest)
