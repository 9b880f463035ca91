"""A visitor's token holds for its origin and its book, for a while, and nobody else can make one."""

from __future__ import annotations

import base64
import hashlib
import json
from pathlib import Path
from typing import Any

import pytest

from footnoted.providers.sql.database import Database
from footnoted.providers.sql.door.replies import SqlReplies
from footnoted.web.proof_of_work import Work
from footnoted.web.visitors import Visitors, kept_secret

DAY = 24 * 3600
SITE, OTHER = "https://book.example", "https://other.example"


class Clock:
    now = 1_000_000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def visitors(clock: Clock) -> Visitors:
    return Visitors(b"secret", lifetime=600, clock=clock)


def test_a_token_names_its_visitor_and_book(visitors: Visitors) -> None:
    found = visitors.visitor(visitors.mint(SITE, "bees"), SITE)
    assert found is not None
    assert (found.origin, found.book, found.expires) == (SITE, "bees", 1_000_600)


def test_a_token_holds_for_its_origin_alone(visitors: Visitors) -> None:
    assert visitors.visitor(visitors.mint(SITE, "bees"), OTHER) is None


def test_a_token_runs_out(visitors: Visitors, clock: Clock) -> None:
    token = visitors.mint(SITE, "bees")
    clock.now += 599
    assert visitors.visitor(token, SITE)
    clock.now += 1
    assert visitors.visitor(token, SITE) is None


def test_renewing_keeps_the_visitor_but_not_for_another_book_or_origin(visitors: Visitors, clock: Clock) -> None:
    first = visitors.mint(SITE, "bees")
    clock.now += 5000
    first_id = visitors._read(first).id  # type: ignore[union-attr]

    def renewed(origin: str, book: str, earlier: str = first) -> bool:
        found = visitors.visitor(visitors.mint(origin, book, earlier), origin)
        return found is not None and found.id == first_id

    assert renewed(SITE, "bees")
    assert not renewed(OTHER, "bees")
    assert not renewed(SITE, "stars")
    assert not renewed(SITE, "bees", first[:-2] + ("AA" if first[-2] != "A" else "BA"))
    clock.now += 91 * 24 * 3600
    assert not renewed(SITE, "bees")


def test_what_signs_changes_by_itself_and_the_last_one_is_still_believed(clock: Clock) -> None:
    visitors = Visitors(b"secret", lifetime=10**9, clock=clock)
    token = visitors.mint(SITE, "bees")
    assert Visitors(b"another secret", lifetime=10**9, clock=clock).visitor(token, SITE) is None
    clock.now += 90 * DAY
    assert visitors.visitor(token, SITE)
    assert visitors.mint(SITE, "bees").partition(".")[2] != token.partition(".")[2]
    clock.now += 90 * DAY
    assert visitors.visitor(token, SITE) is None


def test_the_secret_is_made_once_and_for_the_server_alone(tmp_path: Path) -> None:
    file = tmp_path / "data" / "visitors.secret"
    first = kept_secret(file)
    assert len(first) == 64
    assert kept_secret(file) == first
    assert file.stat().st_mode & 0o777 == 0o600
    assert list(file.parent.iterdir()) == [file]


def test_without_a_secret_each_server_has_its_own() -> None:
    assert Visitors().visitor(Visitors().mint(SITE, "bees"), SITE) is None


@pytest.mark.parametrize("change", [0, 5, 20, -1, -10, -30])
def test_not_a_letter_may_change(visitors: Visitors, change: int) -> None:
    token = visitors.mint(SITE, "bees")
    letters = list(token)
    letters[change] = "A" if letters[change] != "A" else "B"
    changed = "".join(letters)
    # The last letter of base64 carries bits that mean nothing; all others count.
    if change != -1:
        assert visitors.visitor(changed, SITE) is None


@pytest.mark.parametrize("token", ["", ".", "x.y", "é.é", "a" * 5000, "e30.e30", "W10.", "\0.\0"])
def test_an_invalid_token_has_no_visitor(visitors: Visitors, token: str) -> None:
    assert visitors.visitor(token, SITE) is None


def solved(challenge: dict[str, Any]) -> str:
    number = next(
        number
        for number in range(challenge["maxNumber"] + 1)
        if hashlib.sha256(f"{challenge['salt']}{number}".encode()).hexdigest() == challenge["challenge"]
    )
    given = {key: challenge[key] for key in ("algorithm", "challenge", "salt", "signature")} | {"number": number}
    return base64.b64encode(json.dumps(given).encode()).decode()


async def test_work_that_is_done_counts_once() -> None:
    work = Work(b"secret", most=200)
    solution = solved(work.challenge())
    assert await work.is_done(solution)
    assert not await work.is_done(solution)


async def test_work_must_be_ours_right_and_in_time() -> None:
    work = Work(b"secret", most=200)
    assert not await work.is_done(solved(Work(b"another", most=200).challenge()))
    assert not await work.is_done(solved(Work(b"secret", most=200, seconds=-5).challenge()))
    wrong = json.loads(base64.b64decode(solved(work.challenge())))
    wrong["number"] += 1
    assert not await work.is_done(base64.b64encode(json.dumps(wrong).encode()).decode())
    for nonsense in ("", "x", "é", "e30=", base64.b64encode(b"[]").decode(), base64.b64encode(b"\xff").decode()):
        assert not await work.is_done(nonsense)
    right = json.loads(base64.b64decode(solved(work.challenge())))
    for name in ("algorithm", "challenge", "salt", "signature"):
        for text in ("\ud800", "é", "\0", "", "?expires=9e999&", "x" * 9_999, "MD5"):
            spoilt = right | {name: text}
            assert not await work.is_done(base64.b64encode(json.dumps(spoilt).encode()).decode()), (name, text)


async def test_work_counts_once_whichever_worker_it_comes_to(database_url: str) -> None:
    """A solution used to be worth as many tokens as there were workers."""
    one, other = [await Database.open(database_url) for _ in range(2)]
    workers = [Work(b"secret", most=200, store=SqlReplies(database)) for database in (one, other)]
    for first, second in (workers, workers[::-1]):
        solution = solved(first.challenge())
        assert await first.is_done(solution)
        assert not await second.is_done(solution)
        assert not await first.is_done(solution)
    for database in (one, other):
        await database.close()


async def test_digits_cannot_move_from_the_number_to_the_date() -> None:
    """A date one digit longer would hold for centuries."""
    challenge = Work(b"secret", most=200).challenge() | {"maxNumber": 200}
    given = json.loads(base64.b64decode(solved(challenge)))
    for digits in range(1, len(str(given["number"]))):
        moved, kept = str(given["number"])[:digits], str(given["number"])[digits:]
        spliced = given | {"salt": given["salt"] + moved, "number": int(kept)}
        assert not await Work(b"secret", most=200).is_done(base64.b64encode(json.dumps(spliced).encode()).decode())
