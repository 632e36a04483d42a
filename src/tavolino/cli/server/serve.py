"""``tavolino serve``: starts the server."""

from __future__ import annotations

import errno
import socket
import sys
import threading
import webbrowser
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, TypeAlias

import typer

from tavolino.catalogue.own_bots import installed_bots
from tavolino.cli.arguments import ArgumentError, file_path, parse_count, terminal_of
from tavolino.cli.output.files import reason
from tavolino.cli.output.terminal import Terminal
from tavolino.cli.practice.bots import load_own_bot
from tavolino.extras import require
from tavolino.translations.errors import translate_error

if TYPE_CHECKING:
    from tavolino.server.config import Config
    from tavolino.server.storage.data_lock import DataInUseError

MAX_WORKERS = 64
MAX_PROCESSES = 64
MAX_DAYS = 36_500
DEFAULT_PORT = 8000

app = typer.Typer()

DataDirectory: TypeAlias = Annotated[
    Path | None, typer.Option("--data", metavar="DIR", help="help.data", parser=file_path)
]


class ServeError(ArgumentError):
    """The server cannot start."""


@app.command("serve", help="help.serve")
def serve_command(
    context: typer.Context,
    host: Annotated[str, typer.Option("--host", metavar="HOST", help="help.host")] = "127.0.0.1",
    port: Annotated[str | None, typer.Option("--port", metavar="N", help="help.port")] = None,
    data: DataDirectory = None,
    database: Annotated[str, typer.Option("--database", metavar="URL", help="help.database")] = "",
    redis: Annotated[str, typer.Option("--redis", metavar="URL", help="help.redis")] = "",
    processes: Annotated[
        str, typer.Option("--processes", metavar="N", help="help.processes")
    ] = "1",
    workers: Annotated[
        str | None, typer.Option("--workers", metavar="N", help="help.workers")
    ] = None,
    origin: Annotated[
        list[str] | None, typer.Option("--origin", metavar="URL", help="help.origin")
    ] = None,
    proxy: Annotated[
        list[str] | None, typer.Option("--proxy", metavar="ADDRESS", help="help.proxy")
    ] = None,
    needs_account: Annotated[
        bool, typer.Option("--accounts-only", metavar="", help="help.accounts_only")
    ] = False,
    is_secure: Annotated[bool, typer.Option("--secure", metavar="", help="help.secure")] = False,
    guest_days: Annotated[
        str, typer.Option("--guest-days", metavar="N", help="help.guest_days")
    ] = "30",
    lobby_days: Annotated[
        str, typer.Option("--lobby-days", metavar="N", help="help.lobby_days")
    ] = "7",
    practice_days: Annotated[
        str, typer.Option("--practice-days", metavar="N", help="help.practice_days")
    ] = "30",
    bots: Annotated[
        list[str] | None,
        typer.Option(
            "--bots", metavar="BOT", help="help.serve_bots", autocompletion=installed_bots
        ),
    ] = None,
    smtp: Annotated[
        str,
        typer.Option(
            "--smtp", metavar="URL", help="help.smtp", envvar="TAVOLINO_SMTP", show_envvar=False
        ),
    ] = "",
    mail_from: Annotated[
        str, typer.Option("--mail-from", metavar="ADDRESS", help="help.mail_from")
    ] = "",
    opens: Annotated[
        bool, typer.Option("--open/--no-open", metavar="", help="help.open_browser")
    ] = False,
    log_json: Annotated[bool, typer.Option("--log-json", metavar="", help="help.log_json")] = False,
) -> None:
    # Imported here because it is slow and the other commands do not need it.
    from tavolino.server.config import Config, default_data, default_workers
    from tavolino.server.http.limits.hosts import host_names

    terminal = terminal_of(context)
    count = parse_count(terminal, "--processes", processes, 1, MAX_PROCESSES)
    config = Config(
        data=data or default_data(),
        database=database,
        redis=redis,
        origins=tuple(_check_origin(terminal, one) for one in origin or ()),
        proxies=tuple(_check_proxy(terminal, one) for one in proxy or ()),
        needs_account=needs_account,
        is_secure=is_secure,
        workers=-(-default_workers() // count)
        if workers is None
        else parse_count(terminal, "--workers", workers, 0, MAX_WORKERS),
        guest_days=parse_count(terminal, "--guest-days", guest_days, 0, MAX_DAYS),
        lobby_days=parse_count(terminal, "--lobby-days", lobby_days, 0, MAX_DAYS),
        practice_days=parse_count(terminal, "--practice-days", practice_days, 0, MAX_DAYS),
        bots=tuple(bots or ()),
        smtp=smtp,
        mail_from=mail_from,
    )
    if redis or database.startswith("postgresql"):
        require("cluster")
    _check_mail(terminal, config)
    for name in bots or ():
        load_own_bot(terminal, name)
    if count > 1 and not (config.redis and _is_shareable(config)):
        raise ArgumentError(terminal.say("error.processes"))
    number = parse_count(terminal, "--port", port, 0, 65_535) if port is not None else None
    from tavolino.server.storage.data_lock import DataInUseError, check_free, holding

    try:
        check_free(config)
        with _bind(terminal, host, number) as bound:
            names = host_names(host, bound.getsockname()[0], config.origins)
            config = replace(config, hosts=names)
            _create_data_folder(terminal, config)
            with holding(config, address := _address(bound)):
                _check_database(terminal, config)
                _announce(terminal, config, address, is_any_port=number is None)
                if opens:
                    threading.Thread(target=open_browser, args=(address,), daemon=True).start()
                _serve(terminal, config, bound, log_json, count)
    except DataInUseError as error:
        _use_running_server(terminal, error, opens)


def _announce(terminal: Terminal, config: Config, address: str, is_any_port: bool) -> None:
    if is_any_port and not address.endswith(f":{DEFAULT_PORT}"):
        terminal.print_sentence(terminal.say("serve.other_port", port=DEFAULT_PORT))
    terminal.print_sentence(terminal.say("serve.at", url=address))
    if not config.database:
        # Not wrapped: a path is copied as a whole.
        terminal.print_plain(f" {terminal.say('serve.data', directory=config.data)}")
        sys.stdout.flush()


def _use_running_server(terminal: Terminal, error: DataInUseError, opens: bool) -> None:
    """A player is sent to the server that is running; an operator is told which process it is."""
    holder = error.holder
    if opens and holder.url:
        terminal.print_sentence(terminal.say("serve.running", url=holder.url))
        open_browser(holder.url)
        return
    who = {"file": error.file, "url": holder.url or "?", "pid": holder.pid or "?"}
    raise ServeError(terminal.say("error.data_in_use", **who)) from None


def _check_origin(terminal: Terminal, origin: str) -> str:
    from urllib.parse import urlsplit

    with suppress(ValueError):
        parts = urlsplit(origin)
        if parts.scheme in ("http", "https") and origin == f"{parts.scheme}://{parts.netloc}":
            return origin.lower()
    raise ArgumentError(terminal.say("error.origin", got=origin[:60]))


def _check_proxy(terminal: Terminal, name: str) -> str:
    from tavolino.server.http.limits.addresses import parse_network

    try:
        return str(parse_network(name))
    except ValueError:
        raise ArgumentError(terminal.say("error.proxy", got=name[:60])) from None


def _check_mail(terminal: Terminal, config: Config) -> None:
    """Mails need a server, a sender, and an address for their links."""
    from tavolino.server.errors import BadMessage
    from tavolino.server.users.notices.mail import MailServer, check_address

    if not config.smtp:
        return
    try:
        MailServer.parse(config.smtp)
    except ValueError:  # the URL has a password, so it is not shown
        raise ArgumentError(terminal.say("error.smtp")) from None
    try:
        check_address(config.mail_from)
    except BadMessage:
        raise ArgumentError(terminal.say("error.mail_from", got=config.mail_from[:60])) from None
    if not config.origins:
        raise ArgumentError(terminal.say("error.mail_origin"))


def _is_shareable(config: Config) -> bool:
    """A SQLite file has one process."""
    return not config.url.startswith("sqlite")


def _create_data_folder(terminal: Terminal, config: Config) -> None:
    try:
        config.data.mkdir(parents=True, exist_ok=True, mode=0o700)
    except OSError as error:
        message = terminal.say("error.data", directory=config.data, why=reason(terminal, error))
        raise ServeError(message) from None


def _check_database(terminal: Terminal, config: Config) -> None:
    """Reports a database that cannot be opened before the server starts."""
    from sqlalchemy.exc import SQLAlchemyError

    from tavolino.server.storage.database import open_engine

    try:
        engine = open_engine(config.url)
        with engine.connect():
            pass
        engine.dispose()
    except (SQLAlchemyError, ImportError) as error:
        why = str(getattr(error, "orig", None) or error).splitlines()[0]
        why = translate_error(terminal.lang, why)
        raise ServeError(terminal.say("error.database", why=why)) from None


def _bind(terminal: Terminal, host: str, port: int | None) -> socket.socket:
    """Without ``--port``, uses any free port if the default one is taken."""
    number = DEFAULT_PORT if port is None else port
    try:
        return _listen(host, number)
    except (OSError, UnicodeError) as error:
        if port is None and isinstance(error, OSError) and error.errno == errno.EADDRINUSE:
            return _bind(terminal, host, 0)
        why = reason(terminal, error)
        message = terminal.say("error.bind", host=host[:60], port=number, why=why)
        raise ServeError(message) from None


def _listen(host: str, port: int) -> socket.socket:
    family, _, _, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
    return socket.create_server(address[:2], family=family, backlog=2048)


def _address(bound: socket.socket) -> str:
    host, port = bound.getsockname()[:2]
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"


def open_browser(address: str) -> None:
    """A server that listens on all addresses is reached at this machine's own."""
    address = address.replace("//0.0.0.0:", "//127.0.0.1:").replace("//[::]:", "//[::1]:")
    with suppress(webbrowser.Error):
        browser = webbrowser.get()
        # A generic browser runs in the terminal, which the server needs.
        if type(browser) is not webbrowser.GenericBrowser:
            browser.open(address)


def _serve(
    terminal: Terminal, config: Config, bound: socket.socket, log_json: bool, processes: int
) -> None:
    from tavolino.server.process.supervisor import Supervisor, serve_one

    has_started = (
        serve_one(config, bound, log_json)
        if processes == 1
        else Supervisor(config, bound, log_json, processes).run()
    )
    if not has_started:
        raise ServeError(terminal.say("error.not_started"))
