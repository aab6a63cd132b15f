"""Standing orders: what a seat leaves behind so that its questions need not wait for it.

An order is a name and what it wants, as its system reads them («格挡», «小盾>3»). Which question it answers, and when, is the system's
word alone (`System.ordered`); the table keeps the orders and asks there before it asks a person.
"""

import msgspec


class Order(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One standing order: its name, and what it wants."""

    name: str
    value: str = ""


ASK = "ask"
"""The order that asks a person everything, also what the table would answer by itself; and what an order that wants a person asked says."""
