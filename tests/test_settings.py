"""Settings are read once, and what is wrong with one is said at the start, by its name."""

from __future__ import annotations

import pytest

from footnoted.domain.errors import Misconfigured
from footnoted.settings import read_settings, refuse_open_doors


@pytest.fixture(autouse=True)
def _no_env_file(monkeypatch: pytest.MonkeyPatch, tmp_path: object) -> None:
    monkeypatch.chdir(str(tmp_path))


@pytest.mark.parametrize("host", ["127.0.0.1", "0.0.0.0", "::"])
@pytest.mark.parametrize("name", ["API_KEYS", "ADMIN_KEYS"])
@pytest.mark.parametrize("value", ["", ",", " ", " , ", ",,,", "\t", "\n,\n", "a b", "a,\u200b", "clé", "a\x7fb"])
def test_keys_that_are_none_never_open_a_server(
    monkeypatch: pytest.MonkeyPatch, name: str, value: str, host: str
) -> None:
    monkeypatch.setenv(f"FOOTNOTED_{name}", value)
    with pytest.raises(Misconfigured, match=f"FOOTNOTED_{name}"):
        read_settings(host=host)


def test_blank_keys_in_the_env_file_are_no_keys_either(tmp_path: object) -> None:
    with open(f"{tmp_path}/.env", "w") as file:
        file.write('FOOTNOTED_API_KEYS=" , "\n')
    with pytest.raises(Misconfigured, match="FOOTNOTED_API_KEYS"):
        read_settings(host="0.0.0.0")


def test_lists_are_split_and_trimmed_once(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("API_KEYS", "ADMIN_KEYS", "ORIGINS", "HOSTS"):
        monkeypatch.setenv(f"FOOTNOTED_{name}", " a ,, b,")
    monkeypatch.setenv("FOOTNOTED_PROXIES", "10.0.0.0/8, ::1,")
    settings = read_settings()
    assert settings.api_keys == settings.admin_keys == settings.origins == settings.hosts == ("a", "b")
    assert [str(network) for network in settings.proxies] == ["10.0.0.0/8", "::1/128"]
    assert "'a'" not in repr(settings).replace("origins=('a', 'b')", "").replace("hosts=('a', 'b')", "")


@pytest.mark.parametrize(
    "host", ["0.0.0.0", "::", "", "192.0.2.7", "book.example", "127.evil.example", "localhost.example"]
)
def test_only_this_machine_is_loopback(host: str) -> None:
    with pytest.raises(Misconfigured, match="FOOTNOTED_PUBLIC"):
        refuse_open_doors(read_settings(host=host))


@pytest.mark.parametrize("host", ["127.0.0.1", "0.0.0.0"])
def test_a_readers_key_is_never_an_admins(monkeypatch: pytest.MonkeyPatch, host: str) -> None:
    monkeypatch.setenv("FOOTNOTED_API_KEYS", "reader, both")
    monkeypatch.setenv("FOOTNOTED_ADMIN_KEYS", "admin")
    refuse_open_doors(read_settings(host=host))
    monkeypatch.setenv("FOOTNOTED_ADMIN_KEYS", "admin,both")
    with pytest.raises(Misconfigured, match="FOOTNOTED_ADMIN_KEYS") as refused:
        refuse_open_doors(read_settings(host=host))
    assert "both," not in refused.value.message


@pytest.mark.parametrize("origin", ["null", "NULL", "https://a.example, null"])
def test_the_origin_that_every_site_can_have_is_refused(monkeypatch: pytest.MonkeyPatch, origin: str) -> None:
    """A frame with the attribute sandbox has it, on any page."""
    monkeypatch.setenv("FOOTNOTED_ORIGINS", origin)
    with pytest.raises(Misconfigured, match="FOOTNOTED_ORIGINS"):
        read_settings()


@pytest.mark.parametrize("host", ["127.0.0.1", "127.1.2.3", "::1", "localhost"])
def test_loopback_needs_no_keys(host: str) -> None:
    refuse_open_doors(read_settings(host=host))


@pytest.mark.parametrize(
    "value", ["notaurl", "127.0.0.1:6333", "ftp://h/", "http://", "http:///x", "http://h:0", "//h"]
)
@pytest.mark.parametrize(
    "name", ["QDRANT_URL", "FOOTNOTED_LLM_BASE_URL", "FOOTNOTED_EMBEDDER_BASE_URL", "FOOTNOTED_SITE_URL"]
)
def test_an_address_that_is_none_is_refused(monkeypatch: pytest.MonkeyPatch, name: str, value: str) -> None:
    monkeypatch.setenv(name, value)
    with pytest.raises(Misconfigured, match=name):
        read_settings()


@pytest.mark.parametrize("slip", ["FOOTNOTED_RERANKR", "footnoted_embeder", "FOOTNOTED_DATADIR"])
def test_a_slip_in_the_env_file_is_noticed_as_in_the_environment(tmp_path: object, slip: str) -> None:
    with open(f"{tmp_path}/.env", "w") as file:
        file.write(f"{slip}=x\nOTHER_PROGRAM=y\n")
    with pytest.raises(Misconfigured, match=f"{slip.upper()} is not a setting. Did you mean FOOTNOTED_"):
        read_settings()


@pytest.mark.parametrize("value", ["LOUD", "", "10", "info,debug"])
def test_a_log_level_that_is_none_is_refused(monkeypatch: pytest.MonkeyPatch, value: str) -> None:
    monkeypatch.setenv("FOOTNOTED_LOG_LEVEL", value)
    with pytest.raises(Misconfigured, match="FOOTNOTED_LOG_LEVEL"):
        read_settings()


def test_a_log_level_in_small_letters_will_do(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FOOTNOTED_LOG_LEVEL", "debug")
    assert read_settings().log_level == "DEBUG"


@pytest.mark.parametrize("origin", ["https://docs.example*", "https://docs.example:8*", "book*", "https://preview-*"])
def test_an_origin_whose_end_anyone_may_choose_is_refused(origin: str) -> None:
    with pytest.raises(Misconfigured, match="FOOTNOTED_ORIGINS"):
        read_settings(origins=origin)


def test_origins_are_written_as_browsers_write_them() -> None:
    assert read_settings(origins="https://Docs.Example/, *").origins == ("https://docs.example", "*")
