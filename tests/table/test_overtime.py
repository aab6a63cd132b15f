"""A call into a system is stopped for its own work, never because the machine was busy."""

from ludex.table import overtime


class Clocks:
    """The clocks of the machine and of a thread, which the test moves."""

    def __init__(self, monkeypatch):
        self.now, self.work = 100.0, 5.0
        monkeypatch.setattr(overtime, "monotonic", lambda: self.now)
        monkeypatch.setattr(overtime.time, "clock_gettime", lambda _clock: self.work)

    def pass_by(self, seconds, work=0.0):
        self.now, self.work = self.now + seconds, self.work + work


def call(work=7):
    return overtime._Call(overtime.monotonic(), call.__code__, work)


def test_one_that_waits_for_its_turn_is_not_late(monkeypatch):
    clocks = Clocks(monkeypatch)
    one = call()
    assert not one.late()
    clocks.pass_by(overtime.SECONDS * 11, work=overtime.SECONDS - 1)
    assert not one.late()
    clocks.pass_by(2, work=2)
    assert one.late()


def test_one_that_does_nothing_for_ever_is_late_too(monkeypatch):
    clocks = Clocks(monkeypatch)
    one = call()
    assert not one.late()
    clocks.pass_by(overtime.SECONDS * overtime.PATIENCE + 1)
    assert one.late()


def test_where_no_clock_tells_of_work_the_wall_clock_does(monkeypatch):
    clocks = Clocks(monkeypatch)
    one = call(work=-1)
    clocks.pass_by(overtime.SECONDS - 1)
    assert not one.late()
    clocks.pass_by(2)
    assert one.late()
