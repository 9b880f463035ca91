"""Heavy steps take turns with everything else, whoever waits for how many. The processor's time is told, not taken."""

from __future__ import annotations

import asyncio
from collections import Counter

from footnoted.engine.turns import Turns
from tests.patience import PATIENCE


class Crowd:
    """Callers that note in which turn of the loop each of their steps was done; ``others`` is the rest of a turn."""

    def __init__(self, step: float = 0.001, others: float = 0.0) -> None:
        self.turns = Turns(lambda: self.now)
        self.steps: list[tuple[int, str]] = []
        self.turn = 0
        self.now, self.step, self.others = 0.0, step, others

    async def count(self) -> None:
        while True:
            self.turn += 1
            self.now += self.others
            await asyncio.sleep(0)

    def note(self, step: str) -> None:
        self.now += self.step
        self.steps.append((self.turn, step))

    def in_each_turn(self) -> list[int]:
        """How many steps there were in the turns that had any."""
        return list(Counter(turn for turn, _ in self.steps).values())

    async def ask(self, name: str, steps: int = 3) -> None:
        await self.turns.begin()
        self.note(f"{name}1")
        for step in range(2, steps + 1):
            await asyncio.sleep(0)
            await self.turns.go_on()
            self.note(f"{name}{step}")

    async def run(self, *names: str) -> None:
        counting = asyncio.ensure_future(self.count())
        await asyncio.gather(*map(self.ask, names))
        counting.cancel()


async def test_no_turn_of_the_loop_holds_two_steps() -> None:
    crowd = Crowd()
    await crowd.run(*"abcdefghij")
    turns = [turn for turn, _ in crowd.steps]
    assert len(turns) == 30
    assert len(set(turns)) == len(turns)


async def test_beside_many_streams_the_steps_take_as_much_as_these() -> None:
    crowd = Crowd(step=0.001, others=0.0085)
    await crowd.run(*map(str, range(60)))
    assert len(crowd.steps) == 180
    assert max(crowd.in_each_turn()) == 8
    assert crowd.turn < 60, "one step a turn would need three times as many"


async def test_a_turn_in_which_much_was_done_is_not_answered_with_as_much() -> None:
    crowd = Crowd(step=0.001, others=5.0)
    await crowd.run(*map(str, range(200)))
    assert 20 < max(crowd.in_each_turn()) <= 60


async def test_slow_steps_come_one_by_one() -> None:
    crowd = Crowd(step=0.05, others=0.008)
    await crowd.run(*map(str, range(60)))
    assert set(crowd.in_each_turn()[60:]) == {1}, "what a step takes is known after the first few"


async def test_who_came_first_is_done_first() -> None:
    crowd = Crowd()
    await crowd.run(*"abcdefghij")
    assert [name for _, name in crowd.steps if name.endswith("3")] == [f"{name}3" for name in "abcdefghij"]
    last_of_a = crowd.steps.index(next(step for step in crowd.steps if step[1] == "a3"))
    begun = [name for _, name in crowd.steps[:last_of_a] if name.endswith("1")]
    assert len(begun) < 10, "nobody new begins while others have the next step ready"


async def test_who_is_alone_waits_for_nobody() -> None:
    turns, others = Turns(), list[str]()
    asyncio.get_running_loop().call_soon(others.append, "ran")
    await turns.begin()
    assert others == []


async def test_who_has_a_turn_keeps_it_until_it_waits() -> None:
    turns, done = Turns(lambda: 0.0), list[str]()

    async def ask(name: str) -> None:
        await turns.begin()
        done.append(f"{name}1")
        await turns.go_on()
        done.append(f"{name}2")
        await asyncio.sleep(0)
        await turns.go_on()
        done.append(f"{name}3")

    await asyncio.gather(ask("a"), ask("b"), ask("c"))
    assert [step for step in done if step[1] in "12"] == ["a1", "a2", "b1", "b2", "c1", "c2"]
    assert len(done) == 9


async def test_who_left_costs_the_others_nothing() -> None:
    turns, done = Turns(), list[int]()

    async def ask(number: int) -> None:
        await turns.begin()
        done.append(number)

    asking = [asyncio.ensure_future(ask(number)) for number in range(6)]
    await asyncio.sleep(0)
    for number in (1, 2, 4):
        asking[number].cancel()
    await asyncio.wait(asking)
    assert done == [0, 3, 5]
    async with asyncio.timeout(PATIENCE):
        await turns.go_on()


def test_a_loop_that_ended_early_leaves_nobody_waiting_in_the_next() -> None:
    turns = Turns()

    async def ask() -> None:
        await turns.begin()

    async def again() -> None:
        async with asyncio.timeout(PATIENCE):
            await turns.begin()
            await turns.begin()

    first = asyncio.new_event_loop()
    asking = first.create_task(ask())
    first.call_soon(first.stop)
    first.run_forever()
    first.close()
    assert asking.done()
    asyncio.run(again())
