"""The rules of FET: a module for a chapter of the ledger, or for several that are small, as each says in its first line.

A character: `sheets` (its numbers), `creation`, `roster` (who is there), `people`, `belongings`, `resources` (changed, and what ends by itself), `years` (recovery, what a campaign brings).
Dice: `rates` (values, targets, chances), `checks` (of one, of several), `negotiation`.
A battle: `acts` are the deeds; `timeline` opens and ends it, `declaring` begins an act (`scenes`: whom it reaches; `weapons`), `clock` has wind-ups, contests
and the next moment, `advancing` goes there and lets what happened be heard, `flow` does so by itself.
A moment: `moment` collects and lands, `outcomes` settles the acts and skills that end, `settling` makes it true.
What effects do: `windows` (who is set off, and what each step does), `instants` (skills in their moment), `by_hand` (what the GM sets off).
What lies on people: `lasting` (what it does to numbers), `burdens` (put on by hand).
Content: `card_lines` (as people write them), `law` (what may be built, the examples), `building`, `extensions`.
Chat: `bot` and its `replies`; `axes` (named timelines).
"""
