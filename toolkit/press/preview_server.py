"""A page on this computer that shows a preview and follows it: nobody else is answered."""

from __future__ import annotations

import json
import re
import secrets
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

from toolkit.press.preview import Preview

ADDRESS = "127.0.0.1"
MAX_LISTENERS = 40
HEARTBEAT = 15.0
"""Seconds after which a page that listens is told that we are still there."""

_FACE = re.compile(r"/face/([0-9a-f]{32})\.svg")


class PreviewServer:
    """Serves a preview at http://127.0.0.1:<port>/ from threads of its own, until `close`.

    Raises OSError where the port is taken.
    """

    def __init__(self, preview: Preview, port: int = 0) -> None:
        self._server = _Server((ADDRESS, port), _Handler)
        self._server.preview = preview
        self._thread = threading.Thread(
            target=self._server.serve_forever, kwargs={"poll_interval": 0.1}, daemon=True
        )
        self._thread.start()

    @property
    def address(self) -> str:
        """What to type into a browser."""
        return f"http://{ADDRESS}:{self._server.server_port}/"

    def close(self) -> None:
        """Stop answering; pages that listen are let go."""
        self._server.closing = True
        self._server.shutdown()
        self._server.server_close()


class _Server(ThreadingHTTPServer):
    daemon_threads = True
    block_on_close = False
    allow_reuse_address = False  # on Windows it would let a second server take the same port
    preview: Preview
    closing = False
    listeners = 0

    def handle_error(self, request: Any, client_address: Any) -> None:
        """A page that was closed in the middle of an answer is nothing to tell about."""


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    server: _Server
    timeout = 30

    def do_GET(self) -> None:
        # A foreign page may have its own name lead to this address; the name it asks under gives it away.
        hosts = {f"{name}:{self.server.server_port}" for name in (ADDRESS, "localhost")}
        if self.headers.get("Host") not in hosts:
            self._answer(403, "text/plain", b"only this computer is answered\n")
            return
        face = _FACE.fullmatch(self.path)
        if self.path == "/":
            nonce = secrets.token_urlsafe(16)
            self._answer(200, "text/html; charset=utf-8", _page(nonce), nonce)
        elif self.path == "/state":
            state = json.dumps(self.server.preview.state, ensure_ascii=False)
            self._answer(200, "application/json; charset=utf-8", state.encode("utf-8", "replace"))
        elif self.path == "/events":
            self._events()
        elif face and (svg := self.server.preview.picture(face[1])) is not None:
            self._answer(200, "image/svg+xml", svg, lasting=True)
        else:
            self._answer(404, "text/plain", b"there is nothing here\n")

    def _answer(self, status: int, kind: str, body: bytes, nonce: str = "", lasting: bool = False) -> None:
        self.send_response(status)
        self._headers(kind, nonce, lasting)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def _headers(self, kind: str, nonce: str, lasting: bool) -> None:
        policy = "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'"
        if nonce:
            own = f"'nonce-{nonce}'"
            policy += f"; img-src 'self' data:; connect-src 'self'; script-src {own}; style-src {own}"
        elif kind == "image/svg+xml":
            policy += "; img-src data:; style-src 'unsafe-inline'; sandbox"
        self.send_header("Content-Type", kind)
        self.send_header("Content-Security-Policy", policy)
        self.send_header("X-Content-Type-Options", "nosniff")
        self.send_header("Cross-Origin-Resource-Policy", "same-origin")
        self.send_header("Referrer-Policy", "no-referrer")
        self.send_header("Cache-Control", "max-age=86400, immutable" if lasting else "no-store")

    def _events(self) -> None:
        """Server-sent events: the number of the state, whenever there is a new one."""
        if self.server.listeners >= MAX_LISTENERS:
            self._answer(503, "text/plain", b"too many pages are open\n")
            return
        self.server.listeners += 1
        try:
            self.send_response(200)
            self._headers("text/event-stream", "", False)
            self.send_header("Connection", "close")
            self.end_headers()
            self.close_connection = True
            version, quiet = -1, 0.0
            while not self.server.closing:
                newest = self.server.preview.wait(version, 0.5)
                if newest != version:
                    self.wfile.write(f"data: {newest}\n\n".encode())
                    version, quiet = newest, 0.0
                else:
                    quiet += 0.5
                    if quiet >= HEARTBEAT:
                        self.wfile.write(b": still here\n\n")
                        quiet = 0.0
                self.wfile.flush()
        except OSError:
            pass  # the page was closed
        finally:
            self.server.listeners -= 1

    def log_message(self, format: str, *args: object) -> None:
        """Nothing on the terminal for every picture."""


def _page(nonce: str) -> bytes:
    text = Path(__file__).with_name("preview.html").read_text(encoding="utf-8")
    return text.replace("NONCE", nonce).encode("utf-8")
