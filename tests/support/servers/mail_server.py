"""A mail server with one mailbox: plain, with STARTTLS or with TLS from the start."""

from __future__ import annotations

import email
import ssl
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from email.message import EmailMessage
from email.policy import default
from ipaddress import ip_address
from pathlib import Path
from queue import SimpleQueue
from typing import Any

from aiosmtpd.controller import Controller
from aiosmtpd.smtp import AuthResult
from cryptography import x509
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat
from cryptography.x509.oid import NameOID

from support.servers.process import free_port
from support.timeout import TIMEOUT

HOST = "127.0.0.1"


class Mailbox:
    def __init__(self) -> None:
        self._received: SimpleQueue[EmailMessage] = SimpleQueue()
        self.answers: list[str] = []
        """To the next mails; then all are accepted."""
        self.logins: list[tuple[str, str, bool]] = []
        """User, password, and whether the connection was encrypted."""

    async def handle_DATA(self, _: Any, __: Any, envelope: Any) -> str:
        message = email.message_from_bytes(envelope.content, policy=default)
        assert isinstance(message, EmailMessage) and envelope.rcpt_tos == [message["To"]]
        answer = self.answers.pop(0) if self.answers else "250 OK"
        if answer.startswith("2"):
            self._received.put(message)
        return answer

    def authenticate(self, server: Any, _: Any, __: Any, ___: str, data: Any) -> AuthResult:
        encrypted = server.transport.get_extra_info("sslcontext") is not None
        self.logins.append((data.login.decode(), data.password.decode(), encrypted))
        return AuthResult(success=data.password == b"right", handled=False)

    def next_mail(self) -> tuple[EmailMessage, str]:
        message = self._received.get(timeout=TIMEOUT)
        return message, message.get_content()

    @property
    def is_empty(self) -> bool:
        return self._received.empty()


@contextmanager
def mail_server(mailbox: Mailbox, **options: Any) -> Iterator[int]:
    """Its port; ``options`` as for the servers of aiosmtpd."""
    options = {"ready_timeout": TIMEOUT, **options}
    controller = Controller(mailbox, hostname=HOST, port=free_port(), **options)
    controller.start()
    try:
        yield controller.port
    finally:
        controller.stop()


def certificate(folder: Path) -> tuple[Path, ssl.SSLContext]:
    """A self-signed one for this machine: the file to trust, and the context of a server."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, HOST)])
    made = (
        x509.CertificateBuilder(name, name, key.public_key(), x509.random_serial_number())
        .not_valid_before(datetime.now(UTC) - timedelta(hours=1))
        .not_valid_after(datetime.now(UTC) + timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName([x509.IPAddress(ip_address(HOST))]), False)
        .sign(key, SHA256())
    )
    trusted, private = folder / "certificate.pem", folder / "key.pem"
    trusted.write_bytes(made.public_bytes(Encoding.PEM))
    private.write_bytes(key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()))
    context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    context.load_cert_chain(trusted, private)
    return trusted, context
