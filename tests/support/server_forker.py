"""Servers that start at once: a process that has imported everything, and forks.

Each line on its standard input is the command line of a server, as a JSON list. It answers with
the server's process id, and with its exit status when that has ended.
"""

from __future__ import annotations

import gc
import json
import os
import sys
from pathlib import Path

import uvicorn  # noqa: F401
import uvloop  # noqa: F401

from tavolino.cli import main
from tavolino.server.app import create_app
from tavolino.server.config import Config
from tavolino.server.workers import referee


def run() -> None:
    referee.load()
    create_app(Config(Path()))  # what the framework imports when it is used
    gc.freeze()  # a server collects garbage when it starts: only its own
    for line in sys.stdin:
        pid = os.fork()
        if not pid:
            sys.stdin, sys.stdout = open(os.devnull), open(os.devnull, "w")
            main(json.loads(line))
            os._exit(0)  # not reached: main leaves with an exit code
        print(pid, flush=True)
        print(os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]), flush=True)


if __name__ == "__main__":
    run()
