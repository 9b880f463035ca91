"""One heavy step in each turn of the event loop, whoever waits for how many."""

from __future__ import annotations

import asyncio

from footnoted.engine.turns import Turns
from tests.patience import PATIENCE


class Crowd:
    """Callers that note in which turn of the loop each of their steps was done."""

    def __init__(self) -> None:
        self.turns = Turns()
        self.steps: list[tuple[int, str]] = []
        self.turn = 0

    async def count(self) -> None:
        while True:
            self.turn += 1
            await asyncio.sleep(0)

    async def ask(self, name: str, steps: int = 3) -> None:
        await self.turns.begin()
        self.steps.append((self.turn, f"{name}1"))
        for step in range(2, steps + 1):
            await asyncio.sleep(0)
            await self.turns.go_on()
            self.steps.append((self.turn, f"{name}{step}"))

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


async def test_callers_proceed_in_the_order_in_which_they_came() -> None:
    crowd = Crowd()
    await crowd.run(*"abcdefghij")
    assert [name for _, name in crowd.steps if name.endswith("3")] == [f"{name}3" for name in "abcdefghij"]
    last_of_a = crowd.steps.index(next(step for step in crowd.steps if step[1] == "a3"))
    begun = [name for _, name in crowd.steps[:last_of_a] if name.endswith("1")]
    assert len(begun) < 10, "nobody new begins while others have the next step ready"


async def test_a_single_caller_does_not_wait() -> None:
    turns, others = Turns(), list[str]()
    asyncio.get_running_loop().call_soon(others.append, "ran")
    await turns.begin()
    assert others == []


async def test_a_cancelled_caller_does_not_delay_the_others() -> None:
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


def test_a_loop_that_ended_early_does_not_block_callers_in_the_next() -> None:
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
