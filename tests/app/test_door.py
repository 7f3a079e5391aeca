"""The phones' port when strangers come, without the secret: the record can still be written, the page still served."""

import os
import resource
import shutil
import socket
import ssl
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path

import pytest

from companion.web import door
from companion.web.server import Page, Server
from engine.events import Adjust
from engine.header import Header
from engine.journal import Journal
from tests.app.conftest import Open

STRANGERS = 300
ELSEWHERE = "127.0.0.9"
"""Another address of this machine: that of a phone at the table."""
PATIENCE = 5.0


@pytest.fixture
def server() -> Iterator[Server]:
    serving = Server("127.0.0.1", Page("<p>the board</p>"))
    yield serving
    serving.stop()


def asked(
    server: Server, path: str = "", head: str = "", host: str | None = None, method: str = "GET"
) -> str:
    """The answer to a request from elsewhere, to the end of the connection; empty where it is cut off."""
    named = f"127.0.0.1:{server.port}" if host is None else host
    words = f"{method} /{server.secret}/{path} HTTP/1.1\r\n" + (f"Host: {named}\r\n" if named else "")
    with socket.create_connection(("127.0.0.1", server.port), PATIENCE, (ELSEWHERE, 0)) as phone:
        phone.sendall(f"{words}Connection: close\r\n{head}\r\n".encode())
        answer = b""
        while part := phone.recv(65536):
            answer += part
    return answer.decode()


def until(holds: Callable[[], bool]) -> bool:
    """Wait until this holds, but not for ever."""
    end = time.monotonic() + PATIENCE
    while not holds() and time.monotonic() < end:
        time.sleep(0.02)
    return holds()


def is_cut_off(stranger: socket.socket) -> bool:
    """Whether the other side has ended the connection."""
    try:
        return stranger.recv(65536, socket.MSG_DONTWAIT) == b""
    except BlockingIOError:
        return False
    except OSError:
        return True


@contextmanager
def few_descriptors(more: int) -> Iterator[None]:
    """No more descriptors for this process than it has now, and so many."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    used = max(int(name) for name in os.listdir("/proc/self/fd"))
    resource.setrlimit(resource.RLIMIT_NOFILE, (used + more, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))


@pytest.mark.parametrize(
    "sent",
    [b"", b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX: ", b"\x16\x03\x01\0\xff" * 20, b"GET / HTTP/9.9\r\n\r\n"],
    ids=["idle", "slow", "encrypted", "malformed"],
)
def test_hundreds_of_strangers_keep_nobody_from_writing_or_looking(
    sent: bytes, server: Server, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    with ExitStack() as open_ones:
        strangers = [open_ones.enter_context(socket.socket()) for _ in range(STRANGERS)]
        open_ones.enter_context(few_descriptors(STRANGERS // 3))
        for stranger in strangers:
            stranger.connect(("127.0.0.1", server.port))
            stranger.setblocking(False)
            with suppress(OSError):  # it was not let in
                stranger.sendall(sent)
        assert until(lambda: sum(map(is_cut_off, strangers)) >= STRANGERS - door.MOST_OF_ONE)
        with Journal.begin(tmp_path / "match.jsonl", Header(("Ana", "Beto"))) as journal:
            journal.append(Adjust(0, 1, "seen"))
            journal.rewrite(Header(("Ana", "Beto")), [Adjust(0, 2, "seen")])
        assert "the board" in asked(server)
    assert capfd.readouterr() == ("", "")


def test_who_asks_nothing_or_slowly_is_cut_off(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(door, "LIFE_SECONDS", 0.1)
    monkeypatch.setattr(door, "SWEEP_SECONDS", 0.05)
    time.sleep(1.1)  # the first sweep has its old length
    with ExitStack() as open_ones:
        connected = [
            open_ones.enter_context(socket.create_connection(("127.0.0.1", server.port))) for _ in range(3)
        ]
        idle, slow, follows = connected
        for one in (idle, slow):
            one.setblocking(False)
        slow.sendall(b"GET / HTTP/1.1\r\n")
        follows.sendall(
            f"GET /{server.secret}/events HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\n\r\n".encode()
        )
        assert until(lambda: is_cut_off(idle) and is_cut_off(slow))
        follows.settimeout(PATIENCE)
        while b"the board" not in follows.recv(65536):
            pass
        server.show(Page("<p>another</p>"))
        while b"another" not in follows.recv(65536):
            pass


def test_in_a_full_house_who_came_first_and_does_not_follow_yields(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(door, "MOST_CONNECTIONS", 3)
    with ExitStack() as open_ones:
        idle = [
            open_ones.enter_context(socket.create_connection(("127.0.0.1", server.port))) for _ in range(3)
        ]
        assert not refused(server), "who says nothing keeps no phone out"
        assert until(lambda: is_cut_off(idle[0]))
        assert not is_cut_off(idle[2])


def test_a_full_house_of_phones_lets_in_again_when_one_leaves(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(door, "MOST_CONNECTIONS", 3)
    words = f"GET /{server.secret}/events HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\n\r\n".encode()
    with ExitStack() as open_ones:
        for number in range(3):
            phone = open_ones.enter_context(socket.create_connection(("127.0.0.1", server.port)))
            phone.sendall(words)
            assert until(lambda number=number: server.phones == number + 1)  # type: ignore[misc]
        assert refused(server)
    assert until(lambda: not refused(server))


def refused(server: Server) -> bool:
    try:
        return "the board" not in asked(server)
    except ConnectionError:
        return True


@pytest.mark.parametrize("host", ["", "evil.example", "127.0.0.1", "127.0.0.1:1", "localhost:{port}"])
def test_a_name_that_was_made_to_lead_here_is_refused(host: str, server: Server) -> None:
    answer = asked(server, host=host.format(port=server.port))
    assert answer.split(" ", 2)[1] in ("400", "421")
    assert "the board" not in answer


@pytest.mark.parametrize("head", ["Content-Length: 5\r\n", "Transfer-Encoding: chunked\r\n"])
def test_a_request_with_a_body_is_refused(head: str, server: Server) -> None:
    assert asked(server, head=head).startswith("HTTP/1.1 413 ")
    assert asked(server, "events", head=head).startswith("HTTP/1.1 413 ")


@pytest.mark.parametrize(
    "address", ["0.0.0.0", "::", "", "224.0.0.1", "255.255.255.255", "localhost", "1.2.3"]
)
def test_only_one_network_can_be_served(address: str) -> None:
    with pytest.raises(OSError, match="not the address of one network"):
        Server(address, Page())


def test_all_networks_at_once_in_a_settings_file_are_refused_and_that_is_said(
    open_app: Open, tmp_path: Path
) -> None:
    (tmp_path / "settings.json").write_text('{"phones": "0.0.0.0"}', encoding="utf-8")
    app = open_app()
    assert app.app.preferences.server is None
    app.app.go("settings")
    app.idle()
    assert "0.0.0.0 is not the address of one network: choose one here" in app.texts()


LISTENS = "0A"
"""A socket's state in /proc/net/tcp."""


def open_ports() -> set[str]:
    """The TCP ports at which this process listens."""
    ours = set()
    for descriptor in Path("/proc/self/fd").iterdir():
        try:
            ours.add(str(descriptor.readlink()))
        except OSError:
            continue
    tables = [Path(f"/proc/self/net/{name}") for name in ("tcp", "tcp6")]
    lines = [
        line.split() for table in tables if table.exists() for line in table.read_text().splitlines()[1:]
    ]
    return {line[1] for line in lines if line[3] == LISTENS and f"socket:[{line[9]}]" in ours}


@pytest.mark.skipif(
    not Path("/proc/self/net/tcp").exists(), reason="the system does not list its ports there"
)
def test_with_the_page_off_no_port_is_open(open_app: Open) -> None:
    app = open_app(None)
    app.idle()
    assert open_ports() == set()
    app.app.preferences.change(phones="127.0.0.1")
    app.idle()
    assert len(open_ports()) == 1
    app.app.preferences.change(phones="")
    app.idle()
    assert open_ports() == set()


# -- secured, with a certificate of one's own ---------------------------------------------------------------


@pytest.fixture(scope="module")
def certificate(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A certificate and its key in one file, made as docs/reliability.md says."""
    if shutil.which("openssl") is None:
        pytest.skip("openssl is not installed here")
    folder = tmp_path_factory.mktemp("certificate")
    words = "openssl req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=porrazo -keyout phones.pem -out phones.crt"
    subprocess.run(words.split(), cwd=folder, check=True, capture_output=True)
    (folder / "phones.pem").write_bytes(
        (folder / "phones.pem").read_bytes() + (folder / "phones.crt").read_bytes()
    )
    return folder / "phones.pem"


def securely(server: Server, certificate: Path) -> str:
    """The page as a phone gets it that trusts this certificate."""
    context = ssl.create_default_context(cafile=str(certificate))
    context.check_hostname = False
    words = f"GET /{server.secret}/ HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\nConnection: close\r\n\r\n"
    plain = socket.create_connection(("127.0.0.1", server.port), PATIENCE, (ELSEWHERE, 0))
    with context.wrap_socket(plain) as phone:
        phone.sendall(words.encode())
        answer = b""
        while part := phone.recv(65536):
            answer += part
    return answer.decode()


def test_with_a_certificate_of_ones_own_the_page_is_secured_and_plain_words_get_nothing(
    certificate: Path,
) -> None:
    server = Server("127.0.0.1", Page("<p>the board</p>"), certificate=certificate)
    try:
        assert server.link.startswith("https://127.0.0.1:")
        assert "the board" in securely(server, certificate)
        with suppress(ConnectionError):
            assert "the board" not in asked(server)
    finally:
        server.stop()


def test_who_never_agrees_how_to_secure_it_keeps_nobody_waiting(
    certificate: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(door, "MOST_CONNECTIONS", 8)
    server = Server("127.0.0.1", Page("<p>the board</p>"), certificate=certificate)
    try:
        with ExitStack() as open_ones:
            for _ in range(20):
                open_ones.enter_context(socket.create_connection(("127.0.0.1", server.port)))
            assert "the board" in securely(server, certificate)
    finally:
        server.stop()


@pytest.mark.parametrize(
    "content", [b"", b"nonsense", b"-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n"]
)
def test_what_is_no_certificate_is_refused_in_a_sentence(content: bytes, tmp_path: Path) -> None:
    (tmp_path / "phones.pem").write_bytes(content)
    with pytest.raises(OSError, match="no certificate with its key"):
        Server("127.0.0.1", Page(), certificate=tmp_path / "phones.pem")


def test_the_app_takes_the_certificate_in_its_folder(
    open_app: Open, certificate: Path, tmp_path: Path
) -> None:
    shutil.copy(certificate, tmp_path / "phones.pem")
    app = open_app(None)
    app.app.preferences.change(phones="127.0.0.1")
    assert app.app.preferences.server is not None
    assert app.app.preferences.server.link.startswith("https://")
