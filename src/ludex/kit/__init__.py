"""The kit: what the author of a small system gets by default. `from ludex.kit import …` is all that such a system needs.

Records and events (`records`), names of fields in both languages (`called`), deeds out of procedures (`deeds`), people
(`people`), things as data (`content`) to which a GM adds (`stocking`), counting pools (`pools`), common events and numbers (`events`, `numbers`), and defaults for what people see
(`look`, `tell`, `offers`), may know (`redact`) and hand in (`arrange`). `manifest.system` joins them.
"""

from ludex.core.asks import GM, Asking, Choose, Option, again, choose, choose_all, choose_first, part, roll
from ludex.core.deeds import ANYONE, GM_ONLY, PLAYER, Do, Name, by_gm
from ludex.core.errors import RuleError
from ludex.core.events import happen
from ludex.core.principals import Who, actor, actor_of
from ludex.core.rule import rule
from ludex.core.say import say, term
from ludex.core.system import Demo, System, Told, Viewer
from ludex.core.terms import Term
from ludex.dice.pools import d, highest_of, lowest_of, total_of
from ludex.kit.called import NPCS, OTHERS, SECRET, Actor, Asker, Cell, Language, Me, Rest, called, track, verdict
from ludex.kit.cards import CardDiscarded, CardDrawn, CardGiven, CardTopped, Deck, Reshuffled, draw, hand_of, peek
from ludex.kit.content import Thing, name_in, offered, pick, shelf, stocked, thing
from ludex.kit.deeds import Play, play
from ludex.kit.events import BOOKS, COST, HEADLINE, Became, Counted, Event, Gained, Joined, Lost, Parted
from ludex.kit.manifest import system
from ludex.kit.numbers import spread, within
from ludex.kit.outcomes import Outcome
from ludex.kit.people import changed, free_id, joined, parted, person, replaced, score, seen
from ludex.kit.playing import demo_at, first_answer
from ludex.kit.pools import Successes, successes
from ludex.kit.records import Nothing, Record
from ludex.kit.redact import redact
from ludex.kit.stocking import Kept
from ludex.kit.witness import SCENE

__all__ = [
    "ANYONE",
    "Actor",
    "Asker",
    "Asking",
    "BOOKS",
    "Became",
    "COST",
    "CardDiscarded",
    "CardDrawn",
    "CardGiven",
    "CardTopped",
    "Cell",
    "Choose",
    "Counted",
    "Deck",
    "Demo",
    "Do",
    "Event",
    "GM",
    "GM_ONLY",
    "Gained",
    "HEADLINE",
    "Joined",
    "Kept",
    "Language",
    "Lost",
    "Me",
    "NPCS",
    "Name",
    "Nothing",
    "OTHERS",
    "Option",
    "Outcome",
    "PLAYER",
    "Parted",
    "Play",
    "Record",
    "Reshuffled",
    "Rest",
    "RuleError",
    "SCENE",
    "SECRET",
    "Successes",
    "System",
    "Term",
    "Thing",
    "Told",
    "Viewer",
    "Who",
    "actor",
    "actor_of",
    "again",
    "by_gm",
    "called",
    "changed",
    "choose",
    "choose_all",
    "choose_first",
    "d",
    "demo_at",
    "draw",
    "first_answer",
    "free_id",
    "hand_of",
    "happen",
    "highest_of",
    "joined",
    "lowest_of",
    "name_in",
    "offered",
    "part",
    "parted",
    "peek",
    "person",
    "pick",
    "play",
    "redact",
    "replaced",
    "roll",
    "rule",
    "say",
    "score",
    "seen",
    "shelf",
    "spread",
    "stocked",
    "successes",
    "system",
    "term",
    "thing",
    "total_of",
    "track",
    "verdict",
    "within",
]
