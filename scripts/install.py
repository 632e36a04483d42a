"""``python scripts/install.py ARGUMENTS``: ``pip install``, with one line that tells what it does.

In a terminal the line is rewritten; elsewhere there is a line for each package. If pip fails, the
end of its output is shown, and what is probably the matter.
"""

from __future__ import annotations

import re
import subprocess
import sys
from collections import deque

STEPS = {
    r"Collecting (?P<what>[\w.-]+)": "looking for {what}",
    r"\s*(Downloading|Using cached) (?P<what>[\w.]+)-(?P<more>\S+?)(-\S*)?( \((?P<size>.*)\))?$":
        "getting {what} {more} {size}",
    r"\s*Building (?:editable|wheel) for (?P<what>[\w.-]+)": "building {what}",
    r"Installing collected packages: (?P<what>.*)": "installing {count} packages",
}  # fmt: skip
"""Lines of pip, and what is shown instead."""
UNREACHABLE = re.compile(
    "NewConnectionError|NameResolutionError|ConnectTimeoutError|ReadTimeoutError|ProxyError"
    "|Failed to establish a new connection|Temporary failure in name resolution"
    "|Network is unreachable|Connection refused|Connection reset"
)
LAST_LINES = 12


def step_of(line: str) -> str | None:
    """
    >>> step_of("Collecting numba>=0.68 (from tavolino==0.1.0)")
    'looking for numba'
    >>> step_of("  Downloading numba-0.68.0-cp311-cp311-manylinux.whl (3.8 MB)")
    'getting numba 0.68.0 3.8 MB'
    >>> step_of("Installing collected packages: numpy, numba")
    'installing 2 packages'
    >>> step_of("Requirement already satisfied: numpy in ./.venv")
    """
    for pattern, shown in STEPS.items():
        if found := re.match(pattern, line.rstrip()):
            parts = {name: part or "" for name, part in found.groupdict().items()}
            return shown.format(count=len(parts["what"].split(", ")), **parts).strip()
    return None


def install(arguments: list[str]) -> int:
    command = [sys.executable, "-m", "pip", "install", "--progress-bar", "off", *arguments]
    last: deque[str] = deque(maxlen=LAST_LINES)
    is_unreachable = False
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace"
    ) as pip:
        assert pip.stdout
        for line in pip.stdout:
            last.append(line)
            if UNREACHABLE.search(line):
                is_unreachable = True
            elif step := step_of(line):
                show(step)
    show("")
    if pip.returncode:
        report("".join(last), is_unreachable)
    return pip.returncode


def show(step: str) -> None:
    if sys.stdout.isatty():
        sys.stdout.write(f"\r\x1b[K{f'  {step}'[:78]}")
    elif step:
        sys.stdout.write(f"  {step}\n")
    sys.stdout.flush()


def report(output: str, is_unreachable: bool) -> None:
    if is_unreachable:
        sentence = (
            "the packages could not be downloaded: no network? The package registry cannot be "
            "reached; please connect, or set a proxy or a mirror for pip, and try again"
        )
    else:
        sys.stderr.write(output)
        sentence = "the packages could not be installed; pip's last lines are above"
    sys.stderr.write(f"tavolino: {sentence}\n")


if __name__ == "__main__":
    sys.exit(install(sys.argv[1:]))
