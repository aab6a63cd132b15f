"""A call into a system is stopped for its own work, never because the machine was busy."""

from threading import Thread, get_ident

from ludex.table import overtime
from tests.patience import LONG


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


def test_one_that_a_single_look_did_not_see_on_its_thread_is_stopped_all_the_same(monkeypatch):
    """As when a frame that is being walked ends just then, and seems to have nothing behind it."""
    monkeypatch.setattr(overtime, "SECONDS", 0.01)
    told = []

    def work_on():
        watched = overtime.begin()
        try:
            yield overtime._began[watched]
            while True:
                pass
        finally:
            overtime.end(watched)

    def overlooked_once():
        work = work_on()
        mine = next(work)
        while not mine.unseen and overtime._began.get(get_ident()) is mine:
            pass
        try:
            next(work)
        except overtime.TookTooLong as error:
            told.append(error)

    thread = Thread(target=overlooked_once, daemon=True)
    thread.start()
    thread.join(LONG)
    assert told
