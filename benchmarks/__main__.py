"""`make bench`: the figures of the README. Ratios to a floor that is measured in the same run."""

from __future__ import annotations

import asyncio

import uvloop

from benchmarks import answering, ingesting, starting
from benchmarks.load.__main__ import run as load


def main() -> None:
    print("Answering: POST /chat against embedding the question and searching")
    uvloop.run(answering.run())  # as the server does
    print("\nIngesting: the whole run against embedding the same passages")
    asyncio.run(ingesting.run())
    print("\nStarting, from cold")
    starting.run()
    print("\nLoad: one server process, stub model and embedder over TCP")
    uvloop.run(load())


main()
