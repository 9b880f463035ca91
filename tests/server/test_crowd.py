"""Who gives way when too many wait, and who does not count."""

from __future__ import annotations

from ipaddress import ip_network

from footnoted.server.crowd import Crowd


class Link:
    """A connection that notes that it was told to end."""

    def __init__(self) -> None:
        self.has_ended = 0

    def give_way(self) -> None:
        self.has_ended += 1


def test_the_one_that_waits_longest_gives_way() -> None:
    crowd, links = Crowd(2), [Link() for _ in range(4)]
    waits = [crowd.member(link, "192.0.2.1") for link in links[:2]]
    assert [link.has_ended for link in links] == [0, 0, 0, 0]
    waits[0](True)  # it waits already: no newer for that
    crowd.member(links[2], "192.0.2.1")
    assert [link.has_ended for link in links] == [1, 0, 0, 0]
    waits[0](False)  # it ended, and says so
    waits[1](False)
    waits[1](True)
    crowd.member(links[3], "192.0.2.1")
    assert [link.has_ended for link in links] == [1, 0, 1, 0]


def test_a_connection_that_had_no_time_to_ask_is_not_closed() -> None:
    now = 0.0
    crowd, links = Crowd(2, patience=3.0, clock=lambda: now), [Link() for _ in range(7)]
    for link in links[:5]:  # in one instant
        crowd.member(link, "192.0.2.1")
    now = 2.9
    crowd.member(links[5], "192.0.2.1")
    assert [link.has_ended for link in links] == [0, 0, 0, 0, 0, 0, 0]
    now = 3.0
    crowd.member(links[6], "192.0.2.1")
    assert [link.has_ended for link in links] == [1, 1, 1, 1, 1, 0, 0]


def test_where_files_run_out_time_to_ask_does_not_count() -> None:
    crowd, links = Crowd(9, 2, patience=3.0, clock=lambda: 0.0), [Link() for _ in range(3)]
    for link in links:
        crowd.member(link, "192.0.2.1")
    assert [link.has_ended for link in links] == [1, 0, 0]


def test_a_connection_that_is_being_answered_does_not_count_as_waiting() -> None:
    crowd, links = Crowd(1), [Link() for _ in range(3)]
    crowd.member(links[0], "192.0.2.1")(False)
    crowd.member(links[1], "192.0.2.1")(False)
    crowd.member(links[2], "192.0.2.1")
    assert [link.has_ended for link in links] == [0, 0, 0]


def test_each_address_has_its_own_and_all_together_have_so_many() -> None:
    crowd, links = Crowd(1, 3), [Link() for _ in range(5)]
    for place, address in enumerate(("192.0.2.1", "192.0.2.2", "2001:db8::1")):
        crowd.member(links[place], address)
    assert [link.has_ended for link in links] == [0, 0, 0, 0, 0]
    crowd.member(links[3], "2001:db8::2")  # the same subscriber
    assert [link.has_ended for link in links] == [0, 0, 1, 0, 0]
    crowd.member(links[4], "192.0.2.3")
    assert [link.has_ended for link in links] == [1, 0, 1, 0, 0]


def test_a_proxys_connections_count_only_towards_the_limit_for_all() -> None:
    crowd, links = Crowd(1, 3, (ip_network("10.0.0.0/8"),)), [Link() for _ in range(4)]
    for link in links[:3]:
        crowd.member(link, "10.0.0.1")
    assert [link.has_ended for link in links] == [0, 0, 0, 0]
    crowd.member(links[3], "192.0.2.1")
    assert [link.has_ended for link in links] == [1, 0, 0, 0]


def test_without_a_limit_no_connection_is_closed() -> None:
    crowd, links = Crowd(), [Link() for _ in range(500)]
    for link in links:
        crowd.member(link, "192.0.2.1")
    assert not any(link.has_ended for link in links)


def test_connections_that_ended_are_forgotten() -> None:
    crowd = Crowd(1)
    for number in range(100):
        crowd.member(Link(), f"192.0.2.{number}")(False)
    assert not vars(crowd)["_all"]
    assert not vars(crowd)["_by_caller"]
