"""The queue before the workers: whose turn it is, what takes whose place, what is too much."""

from __future__ import annotations

import pytest

from wordle_cp.web.fair_queue import FairQueue, QueueFullError, QueueLimits


def drain(queue: FairQueue[str]) -> list[str]:
    """Take what may run, each done at once."""
    out = []
    while (taken := queue.take()) is not None:
        out.append(taken[1])
        queue.done(taken[0])
    return out


def test_users_take_turns() -> None:
    queue: FairQueue[str] = FairQueue(QueueLimits())
    for number in range(5):
        queue.put("flood", str(number), f"flood {number}")
    queue.put("other", "a", "other a")
    queue.put("third", "a", "third a")
    queue.put("other", "b", "other b")
    expected = ["flood 0", "other a", "third a", "flood 1", "other b", "flood 2", "flood 3", "flood 4"]
    assert list(queue.in_turn()) == expected
    assert drain(queue) == expected
    assert len(queue) == 0


def test_one_user_leaves_a_worker_for_others() -> None:
    queue: FairQueue[str] = FairQueue(QueueLimits(running_per_user=1))
    queue.put("flood", "1", "flood 1")
    queue.put("flood", "2", "flood 2")
    assert queue.ready == 1
    assert queue.take() == ("flood", "flood 1")
    assert queue.take() is None
    assert queue.ready == 0
    queue.put("other", "1", "other 1")
    assert queue.ready == 1
    assert queue.take() == ("other", "other 1")
    queue.done("flood")
    assert queue.take() == ("flood", "flood 2")


def test_a_request_that_does_not_suit_keeps_its_turn() -> None:
    queue: FairQueue[str] = FairQueue(QueueLimits())
    queue.put("a", "1", "a1")
    queue.put("b", "1", "b1")
    assert queue.take(lambda item: item != "a1") == ("b", "b1")
    assert queue.take(lambda item: item != "a1") is None
    assert drain(queue) == ["a1"]


def test_a_newer_request_takes_the_place_of_the_older() -> None:
    queue: FairQueue[str] = FairQueue(QueueLimits())
    assert queue.put("a", "tab 1", "old") is None
    assert queue.put("a", "tab 2", "another") is None
    assert queue.put("b", "tab 1", "somebody else's") is None
    assert queue.put("a", "tab 1", "new") == "old"
    assert drain(queue) == ["new", "somebody else's", "another"]


def test_too_much_of_one_and_of_all() -> None:
    queue: FairQueue[str] = FairQueue(QueueLimits(waiting_per_user=2, waiting=3))
    queue.put("a", "1", "a1")
    queue.put("a", "2", "a2")
    with pytest.raises(QueueFullError, match="2 requests of yours"):
        queue.put("a", "3", "a3")
    assert queue.put("a", "2", "a2 again") == "a2"  # no more wait than before
    queue.put("b", "1", "b1")
    with pytest.raises(QueueFullError, match="too many requests"):
        queue.put("c", "1", "c1")
    assert drain(queue) == ["a1", "b1", "a2 again"]


def test_discarding() -> None:
    queue: FairQueue[str] = FairQueue(QueueLimits())
    for user in "ab":
        for number in "12":
            queue.put(user, number, user + number)
    assert sorted(queue.discard(lambda item: item in {"a1", "a2", "b1"})) == ["a1", "a2", "b1"]
    assert drain(queue) == ["b2"]
