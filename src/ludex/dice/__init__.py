"""Dice: pools that rules ask for, the notation people type, and exact distributions. No randomness lives here."""
