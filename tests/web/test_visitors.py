"""A visitor's token holds for its origin and its book, for a while, and nobody else can make one."""

from __future__ import annotations

import base64
import hashlib
import json

import pytest

from footnoted.web.visitors import Visitors, Work

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
    return Visitors([b"new secret", b"old secret"], lifetime=600, clock=clock)


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
    assert not renewed(SITE, "bees", first[:-2] + "AA")
    clock.now += 91 * 24 * 3600
    assert not renewed(SITE, "bees")


def test_a_secret_can_be_changed_without_sending_visitors_away(clock: Clock) -> None:
    old = Visitors([b"old secret"], clock=clock).mint(SITE, "bees")
    assert Visitors([b"new secret", b"old secret"], clock=clock).visitor(old, SITE)
    assert Visitors([b"new secret"], clock=clock).visitor(old, SITE) is None


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
def test_what_is_no_token_is_nobody(visitors: Visitors, token: str) -> None:
    assert visitors.visitor(token, SITE) is None


def solved(challenge: dict[str, str | int]) -> str:
    number = next(
        number
        for number in range(int(challenge["maxnumber"]))
        if hashlib.sha256(f"{challenge['salt']}{number}".encode()).hexdigest() == challenge["challenge"]
    )
    given = {key: challenge[key] for key in ("algorithm", "challenge", "salt", "signature")} | {"number": number}
    return base64.b64encode(json.dumps(given).encode()).decode()


def test_work_that_is_done_counts_once(clock: Clock) -> None:
    work = Work(b"secret", most=200, clock=clock)
    solution = solved(work.challenge())
    assert work.is_done(solution)
    assert not work.is_done(solution)


def test_work_must_be_ours_right_and_in_time(clock: Clock) -> None:
    work = Work(b"secret", most=200, clock=clock)
    assert not work.is_done(solved(Work(b"another", most=200, clock=clock).challenge()))
    late = solved(work.challenge())
    clock.now += 301
    assert not work.is_done(late)
    wrong = json.loads(base64.b64decode(solved(work.challenge())))
    wrong["number"] += 1
    assert not work.is_done(base64.b64encode(json.dumps(wrong).encode()).decode())
    for nonsense in ("", "x", "e30=", base64.b64encode(b"[]").decode()):
        assert not work.is_done(nonsense)
