"""The vocabulary every rule system is written in: asks, drivers, odds, explanations, the System manifest.

Nothing here knows a game, a clock, a random number, a disk or a screen.
"""
