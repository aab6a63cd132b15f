"""Tellers of cards, by chapter."""
