"""What can become true at a FET table: plain data, how the state is after it (`apply`), and how it is told (`tell`).

The only place where the state changes. An event never refuses, and decides no rule. Losses are the character's and its fighter's at once
(FET-LVL-3); magazines go back to the sheet when a battle ends (FET-WEP-2). Chapters: `people`, `group`, `battle`.
"""
