"""Mails, by the operator's mail server."""

from __future__ import annotations

import asyncio
import re
import smtplib
import ssl
from concurrent.futures import ThreadPoolExecutor
from email.message import EmailMessage
from email.policy import SMTP
from email.utils import formatdate, make_msgid
from typing import NamedTuple
from urllib.parse import unquote, urlsplit

from tavolino.server.errors import BadMessage

SECONDS = 20.0
MAX_LENGTH = 254
ADDRESS = re.compile(r"[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@([A-Za-z0-9-]{1,63}\.)+[A-Za-z]{2,63}")
POLICY = SMTP.clone(max_line_length=998)
"""Some mail programs do not find a link in a folded header."""
PORTS = {"smtp": 25, "smtp+starttls": 587, "smtps": 465}


class MailServer(NamedTuple):
    scheme: str
    host: str
    port: int
    user: str
    password: str

    @classmethod
    def parse(cls, url: str) -> MailServer:
        """Raises ValueError.

        >>> MailServer.parse("smtps://anna:p%40ss@mail.example.org")
        MailServer(scheme='smtps', host='mail.example.org', port=465, user='anna', password='p@ss')
        """
        parts = urlsplit(url)
        if parts.scheme not in PORTS or not parts.hostname or parts.path.strip("/"):
            raise ValueError("expected smtp://, smtp+starttls:// or smtps:// and a host")
        user, password = unquote(parts.username or ""), unquote(parts.password or "")
        port = parts.port or PORTS[parts.scheme]
        return cls(parts.scheme, parts.hostname, port, user, password)


def check_address(address: str) -> str:
    if len(address) > MAX_LENGTH or not ADDRESS.fullmatch(address):
        raise BadMessage(
            f"expected an e-mail address such as anna@example.org, got {address[:80]!r}"
        )
    return address


class Mailer:
    """Sends one mail after the other, in a thread."""

    def __init__(self, url: str, sender: str) -> None:
        self._server, self._sender = MailServer.parse(url), sender
        self._thread = ThreadPoolExecutor(1, "tavolino-mail")

    async def send(self, to: str, subject: str, text: str, stop_url: str = "") -> None:
        """Raises OSError or SMTPException. ``stop_url``: where a POST stops further mails."""
        message = EmailMessage(policy=POLICY)
        message["From"], message["To"], message["Subject"] = self._sender, to, subject
        message["Date"] = formatdate(localtime=False)
        message["Message-ID"] = make_msgid(domain=self._sender.rpartition("@")[2].strip("> "))
        message["Auto-Submitted"] = "auto-generated"
        if stop_url:  # RFC 8058
            message["List-Unsubscribe"] = f"<{stop_url}>"
            message["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"
        message.set_content(text)
        await asyncio.get_running_loop().run_in_executor(self._thread, self._send, message)

    def _send(self, message: EmailMessage) -> None:
        server = self._server
        if server.scheme == "smtps":
            context = ssl.create_default_context()
            smtp: smtplib.SMTP = smtplib.SMTP_SSL(
                server.host, server.port, timeout=SECONDS, context=context
            )
        else:
            smtp = smtplib.SMTP(server.host, server.port, timeout=SECONDS)
        with smtp:
            if server.scheme == "smtp+starttls":
                smtp.starttls(context=ssl.create_default_context())
            if server.user:
                smtp.login(server.user, server.password)
            smtp.send_message(message)

    def close(self) -> None:
        self._thread.shutdown(wait=False, cancel_futures=True)
