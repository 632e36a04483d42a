"""Mails over encrypted connections, to a server whose certificate is checked."""

from __future__ import annotations

import asyncio
import smtplib
import ssl
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from support.servers.mail_server import HOST, Mailbox, certificate, mail_server

from tavolino.server.users.notices.mail import Mailer

SCHEMES = ("smtps", "smtp+starttls")


@pytest.fixture(scope="module")
def trusted_and_context(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, ssl.SSLContext]:
    return certificate(tmp_path_factory.mktemp("certificate"))


@contextmanager
def server(scheme: str, mailbox: Mailbox, context: ssl.SSLContext) -> Iterator[str]:
    """The address of a server that wants a password, and no connection in the clear."""
    options: dict[str, Any] = {"authenticator": mailbox.authenticate}
    if scheme == "smtps":
        options |= {"ssl_context": context, "auth_require_tls": False}
    else:
        options |= {"tls_context": context, "require_starttls": True, "auth_required": True}
    with mail_server(mailbox, **options) as port:
        yield f"{HOST}:{port}"


def send(url: str) -> None:
    mailer = Mailer(url, "Tavolino <noi@example.org>")
    try:
        asyncio.run(mailer.send("bruno@example.org", "Tocca a te", "Al tavolo!"))
    finally:
        mailer.close()


@pytest.mark.parametrize("scheme", SCHEMES)
def test_password_and_mail_travel_encrypted(
    scheme: str,
    trusted_and_context: tuple[Path, ssl.SSLContext],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    (trusted, context), mailbox = trusted_and_context, Mailbox()
    monkeypatch.setenv("SSL_CERT_FILE", str(trusted))
    with server(scheme, mailbox, context) as address:
        send(f"{scheme}://anna:right@{address}")
        message, text = mailbox.next_mail()
        assert (message["To"], message["Subject"]) == ("bruno@example.org", "Tocca a te")
        assert text.strip() == "Al tavolo!"
        assert mailbox.logins == [("anna", "right", True)]
        with pytest.raises(smtplib.SMTPAuthenticationError):
            send(f"{scheme}://anna:wrong@{address}")
        assert mailbox.is_empty


@pytest.mark.parametrize("scheme", SCHEMES)
def test_a_server_with_an_unknown_certificate_gets_neither_password_nor_mail(
    scheme: str, trusted_and_context: tuple[Path, ssl.SSLContext]
) -> None:
    (_, context), mailbox = trusted_and_context, Mailbox()
    with server(scheme, mailbox, context) as address:
        with pytest.raises(ssl.SSLCertVerificationError):
            send(f"{scheme}://anna:right@{address}")
        assert mailbox.logins == [] and mailbox.is_empty


def test_a_server_without_starttls_gets_neither_password_nor_mail() -> None:
    mailbox = Mailbox()
    options = {"authenticator": mailbox.authenticate, "auth_require_tls": False}
    with mail_server(mailbox, **options) as port:
        with pytest.raises(smtplib.SMTPNotSupportedError):
            send(f"smtp+starttls://anna:right@{HOST}:{port}")
        assert mailbox.logins == [] and mailbox.is_empty
