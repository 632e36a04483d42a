"""Installs the built package into fresh environments and uses it as a stranger would.

    python scripts/try_package.py dist

First without extras: the terminal plays, and what needs more says so. Then with the server: a deal
is solved and a page is served. Works on Linux, macOS and Windows.
"""

from __future__ import annotations

import re
import subprocess
import sys
import tempfile
import venv
from pathlib import Path
from urllib.request import urlopen

CONSTRAINTS = Path(__file__).parents[1] / "constraints.txt"


def create(folder: Path, package: str) -> Path:
    """A new environment with this package; its folder of programs."""
    venv.create(folder, with_pip=True)
    programs = folder / ("Scripts" if sys.platform == "win32" else "bin")
    install = ["-m", "pip", "install", "--quiet", "--constraint", str(CONSTRAINTS), package]
    subprocess.run([programs / "python", *install], check=True)
    return programs


def run(programs: Path, *words: str, code: int = 0) -> str:
    """The output of a command that has to end with this exit code."""
    command = [str(programs / "tavolino"), "--lang", "en", *words]
    done = subprocess.run(command, capture_output=True, text=True, encoding="utf-8", input="")
    shown = f"{' '.join(words)}: exit code {done.returncode}\n{done.stdout}{done.stderr}"
    if done.returncode != code or "Traceback" in done.stderr:
        sys.exit(shown)
    return done.stdout + done.stderr


def expect(text: str, wanted: str) -> None:
    if wanted not in text:
        sys.exit(f"expected {wanted!r}, got:\n{text}")


def try_core(wheel: Path, folder: Path) -> None:
    programs = create(folder, str(wheel))
    expect(run(programs, "--version"), "tavolino ")
    expect(run(programs, "deal", "solitario40", "--number", "5", "--json"), '"number": 5')
    expect(run(programs, "perft", "aftaebr", "--depth", "3"), "1728")
    run(programs, "play", "nove_colonne", "--number", "5")
    expect(run(programs, "solve", "solitario40", "--number", "5", code=2), "tavolino[search]")
    expect(run(programs, "serve", code=2), "tavolino[server]")


def try_server(wheel: Path, folder: Path) -> None:
    programs = create(folder / "venv", f"{wheel}[server]")
    expect(run(programs, "solve", "nove_colonne", "--number", "7", "--json"), '"solved"')
    words = ["serve", "--lang", "en", "--port", "0", "--data", str(folder / "data")]
    with subprocess.Popen(
        [str(programs / "python"), "-u", "-m", "tavolino", *words],
        stdout=subprocess.PIPE,
        text=True,
    ) as server:
        try:
            assert server.stdout
            lines = iter(server.stdout.readline, "")
            address = next(found for line in lines if (found := re.search(r"http://\S+\d", line)))
            with urlopen(f"{address[0]}/health", timeout=60) as response:
                expect(response.read().decode(), "ok")
            with urlopen(address[0], timeout=60) as response:
                expect(response.read().decode(), "<html")
        finally:
            server.terminate()


def main() -> None:
    folder = Path(sys.argv[1] if len(sys.argv) > 1 else "dist")
    (wheel,) = folder.resolve().glob("tavolino-*.whl")
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as scratch:
        try_core(wheel, Path(scratch, "core"))
        print("The core works without extras.", flush=True)
        try_server(wheel, Path(scratch, "server"))
        print("The server works with its extra.", flush=True)


if __name__ == "__main__":
    main()
