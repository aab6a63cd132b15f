"""The rules of FET: a module for a chapter of the ledger, or for several that are small, as each says in its first line.

A character: `sheets` (its numbers), `creation`, `roster` (who is there), `belongings`, `resources` and their `recovery`, `years` (what a campaign brings), `wishes`.
Dice: `rates` (values, targets, chances), `checks`, `joint_checks` (several at once), `negotiation`.
A battle: `timeline` opens and ends it, `declaring` begins an act (`wind_ups`: how long it takes; `scenes`: whom it reaches; `weapons`),
`clock` knows the next moment, `advancing` goes there, `flow` does so by itself. `interaction` has the sums that all of it uses.
A moment: `moment` collects, `plain_acts` and `casting` (skills) settle what ends, `landing` is what both share, `blows` is damage on its
way, `settling` makes it true and lets it be heard.
What effects do: `counting` (numbers), `windows` (who is set off), `windows_before` and `windows_after` a moment, `instants` (skills in
their moment), `chains` and `steps` (what they do), `by_hand` (what the GM sets off). What lies on people: `lasting` (what it does),
`elapsing` (how it ends), `burdens` (put on by hand).
Content: `card_lines` (as people write them), `law` (what may be built), `building`, `extensions`, `examples`; `outside_battle` uses a skill where none is fought.
Chat alone: `axes` (named timelines).
"""
