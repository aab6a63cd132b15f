"""Effects: whatever changes the rules for somebody, for a while or for good, as data that acts.

`records` is the data, `vocabulary` the words that a system declares, `counting` what effects add to a number, forbid and allow,
`lasting` how they begin and end, `windows` what listens to an event and acts, `authoring` how people write them in either
language, `sentences` how people read them. Nothing here knows a system.
"""
