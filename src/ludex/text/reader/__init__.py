"""How people's lines are understood where the strict grammar does not take them: one reader for every system, driven by words alone.

`words` the vocabularies, `english` English words in their forms, `forms` in how many ways a name is said, `moment` what can be named at a table now, `keys` fields named by their keys, `lattice` how one deed fits a
text, `readings` which deeds do, `phrases` lines of every table in people's own words, `answers` the open question, `decision` what is done.
"""
