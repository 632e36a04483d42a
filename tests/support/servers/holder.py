"""Processes that keep something for a test, and end with it, however the test ends.

They read their standard input, whose other end only this process has.
"""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Sequence
from contextlib import ExitStack

from support.servers.process import TESTS
from support.timeout import TIMEOUT

OWN_USER = ("--user", "--map-root-user")
"""Options of ``unshare``: within a namespace of users, everybody has the rights of root."""


class NotPossible(Exception):
    """This machine does not allow it."""


def start(stack: ExitStack, *command: str) -> subprocess.Popen[str]:
    """Starts a command, which prints ``ready``; it ends with the stack."""
    if not shutil.which(command[0]):
        raise NotPossible(f"no {command[0]}")
    process = subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, cwd=TESTS
    )
    stack.callback(_end, process)
    assert process.stdout
    if process.stdout.readline() != "ready\n":
        raise NotPossible(f"{command[0]} ended with {process.wait(TIMEOUT)}")
    return process


def hold(stack: ExitStack, first: str, *command: str) -> subprocess.Popen[str]:
    """Keeps the namespaces that ``command`` makes, after doing something ``first`` in them."""
    return start(stack, *command, "sh", "-c", f"{first} && echo ready && exec cat")


def run(inside: Sequence[str], *command: str) -> None:
    done = subprocess.run([*inside, *command], capture_output=True, text=True)
    if done.returncode:
        raise NotPossible(f"{' '.join(command)}: {done.stderr.strip()}")


def _end(process: subprocess.Popen[str]) -> None:
    assert process.stdin and process.stdout
    process.stdin.close()
    process.wait(TIMEOUT)
    process.stdout.close()
