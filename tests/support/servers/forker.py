"""Servers that start at once: a process that has imported everything, and forks.

Each line on its standard input is the command line of a server, as a JSON list. It answers with
the server's process id, and with its exit status when that has ended. Until the next line, nobody
else gets this process id: a signal for the server never hits another process.

Only a process that has never had a second thread can be forked safely. So compiled code is not
loaded here: its libraries start threads of their own (OpenBLAS). The product forks nowhere.
"""

from __future__ import annotations

import faulthandler
import gc
import json
import os
import sys
from contextlib import redirect_stderr, suppress
from io import StringIO
from pathlib import Path

import uvicorn  # noqa: F401
import uvloop  # noqa: F401

from tavolino.cli import main
from tavolino.server.config import Config
from tavolino.server.process.app import create_app


def run() -> None:
    faulthandler.enable()  # a server that crashes says where, on standard error
    create_app(Config(Path()))  # what the framework imports when it is used
    with suppress(SystemExit), redirect_stderr(StringIO()):
        main(["serve", "--workers", "none"])  # what is made when a command is read
    threads = os.listdir("/proc/self/task")
    assert len(threads) == 1, f"expected one thread before a fork, got {len(threads)}"
    assert "numpy" not in sys.modules, "expected no compiled code before a fork"
    gc.freeze()  # a server collects garbage when it starts: only its own
    last = 0
    for line in sys.stdin:
        if last:
            os.waitpid(last, 0)
        last = start(json.loads(line))
        print(last, flush=True)
        print(exit_status(last), flush=True)


def start(arguments: list[str]) -> int:
    """A server's process id."""
    pid = os.fork()
    if pid:
        return pid
    leave_pipes()
    main(arguments)
    os._exit(0)  # not reached: main leaves with an exit code


def leave_pipes() -> None:
    """Nothing that the server or its processes print is an answer, and they read no commands."""
    sys.stdin, sys.stdout = open(os.devnull), open(os.devnull, "w")
    os.dup2(sys.stdin.fileno(), 0)
    os.dup2(sys.stdout.fileno(), 1)


def exit_status(pid: int) -> int:
    """Waits for the end; the process stays a zombie, and keeps its id."""
    ended = os.waitid(os.P_PID, pid, os.WEXITED | os.WNOWAIT)
    assert ended is not None
    return ended.si_status if ended.si_code == os.CLD_EXITED else -ended.si_status


if __name__ == "__main__":
    run()
