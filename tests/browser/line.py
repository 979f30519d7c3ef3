"""A line between a browser and the site that a test can really cut.

Browsers' own "offline" switch does not always reach open WebSockets, and with one open Chromium's network process
computes without a pause until it is switched back. This is a TCP proxy: cut, it ends every connection and takes no new
one; muted, what the server says is lost on the way, as in the last moments of a bad line.
"""

from __future__ import annotations

import contextlib
import socket
import threading
from collections.abc import Iterator

from tests.live import free_port

_CHUNK = 65536


class Line:
    """Forwards every connection to a port of this machine."""

    def __init__(self, target: int) -> None:
        self.port = free_port()
        self.cuts = 0
        """Connections that were ended by cutting."""
        self._target = target
        self._lock = threading.Lock()
        self._pairs: list[tuple[socket.socket, socket.socket]] = []
        self._listener: socket.socket | None = None
        self._hears = threading.Event()
        self.mend()

    @property
    def url(self) -> str:
        """The site's address by this line."""
        return f"http://127.0.0.1:{self.port}"

    def mend(self) -> None:
        """Take connections (again), and let everything through."""
        self._hears.set()
        if self._listener is not None:
            return
        listener = socket.socket()
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind(("127.0.0.1", self.port))
        listener.listen()
        self._listener = listener
        threading.Thread(target=self._accept, args=(listener,), daemon=True).start()

    def mute(self) -> None:
        """From now on what the server says is lost; what the browser says still arrives."""
        self._hears.clear()

    def cut(self) -> None:
        """End every connection, at both ends, and refuse new ones."""
        listener, self._listener = self._listener, None
        if listener is not None:
            with contextlib.suppress(OSError):
                listener.shutdown(socket.SHUT_RDWR)
            listener.close()
        with self._lock:
            pairs, self._pairs = self._pairs, []
        self.cuts += len(pairs)
        for pair in pairs:
            _end(pair)

    @property
    def connections(self) -> int:
        """How many are open."""
        with self._lock:
            return len(self._pairs)

    def _accept(self, listener: socket.socket) -> None:
        while True:
            try:
                near, _ = listener.accept()
            except OSError:  # the listener was closed
                return
            try:
                far = socket.create_connection(("127.0.0.1", self._target))
            except OSError:
                near.close()
                continue
            pair = near, far
            with self._lock:
                is_cut = self._listener is not listener
                if not is_cut:
                    self._pairs.append(pair)
            if is_cut:  # since it was accepted
                _end(pair)
                return
            for source, sink, is_answer in ((near, far, False), (far, near, True)):
                threading.Thread(target=self._carry, args=(pair, source, sink, is_answer), daemon=True).start()

    def _carry(
        self, pair: tuple[socket.socket, socket.socket], source: socket.socket, sink: socket.socket, is_answer: bool
    ) -> None:
        with contextlib.suppress(OSError):
            while chunk := source.recv(_CHUNK):
                if self._hears.is_set() or not is_answer:
                    sink.sendall(chunk)
        with self._lock:
            if pair in self._pairs:
                self._pairs.remove(pair)
        _end(pair)


def _end(pair: tuple[socket.socket, socket.socket]) -> None:
    for one in pair:
        with contextlib.suppress(OSError):
            one.shutdown(socket.SHUT_RDWR)
        one.close()


@contextlib.contextmanager
def open_line(target: int) -> Iterator[Line]:
    """Open a line to a port; it ends with the block."""
    line = Line(target)
    try:
        yield line
    finally:
        line.cut()
