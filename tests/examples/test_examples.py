"""The programs of ``examples/`` run as their pages say."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from support.servers.process import ServerProcess

ROOT = Path(__file__).parents[2]
EXAMPLES = ROOT / "examples"
ENVIRONMENT = {**os.environ, "MPLBACKEND": "Agg", "PYTHONWARNINGS": "error"}


def start(*words: object) -> subprocess.Popen[str]:
    name, *arguments = map(str, words)
    return subprocess.Popen(
        [sys.executable, str(EXAMPLES / name), *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=ENVIRONMENT,
    )


def finish(process: subprocess.Popen[str]) -> str:
    out, err = process.communicate()
    assert (process.returncode, err) == (0, ""), err
    return out


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    server = ServerProcess(tmp_path_factory.mktemp("examples"), "--workers", "0")
    server.start()
    yield server
    server.stop()


def test_every_example_has_a_place_on_the_page() -> None:
    page = (ROOT / "docs/examples.md").read_text()
    for path in (*EXAMPLES.glob("*.py"), *EXAMPLES.glob("*.ipynb")):
        assert f"examples/{path.name}" in page


def test_a_simulation_with_its_plot(tmp_path: Path) -> None:
    plot = tmp_path / "points.png"
    out = finish(start("simulate.py", "--games", 20, "--plot", plot))
    mean, low, high = map(float, re.findall(r"mean +(\S+) \((\S+) … (\S+)\)", out)[0])
    assert low < mean < high and "20 deals" in out
    assert plot.read_bytes().startswith(b"\x89PNG")


def test_a_bot_of_ones_own() -> None:
    out = finish(start("own_bot.py", "--games", 1, "--against", "facile"))
    (winner,) = re.findall(r"^game \d: (.+) after \d+ moves", out, re.MULTILINE)
    assert f"{winner == 'CarefulBot':.2f} of the points" in out


def test_two_programs_play_at_one_table(server: ServerProcess) -> None:
    host = start("join_table.py", server.url, "--seed", 1)
    try:
        assert host.stdout
        said = re.search(r"table (\S+) of aftaebr", host.stdout.readline())
        assert said, host.communicate()
        guest = finish(start("join_table.py", server.url, "--seed", 2))
        assert said[1] in guest and "is over" in guest
        assert "is over" in finish(host)
    finally:
        host.kill()


def test_a_table_that_is_not_there_is_one_sentence(server: ServerProcess) -> None:
    process = start("join_table.py", server.url, "--table", "nowhere")
    _, err = process.communicate()
    assert process.returncode == 1
    assert err.startswith("join_table: ") and err.count("\n") == 1


def test_the_notebook_runs_and_shows_what_it_prints() -> None:
    notebook = json.loads((EXAMPLES / "solve_a_deal.ipynb").read_text())
    program = ["import matplotlib.pyplot as plt"]
    drawn = 0
    for cell in notebook["cells"]:
        if cell["cell_type"] == "code":
            program += ["".join(cell["source"])]
            for output in cell["outputs"]:
                drawn += "image/png" in output.get("data", {})
    program.append("print(len(plt.get_fignums()))")
    done = subprocess.run(
        [sys.executable, "-c", "\n".join(program)], capture_output=True, text=True, env=ENVIRONMENT
    )
    assert done.returncode == 0, done.stderr
    *lines, figures = done.stdout.splitlines()
    stored = [
        line.rstrip("\n")
        for cell in notebook["cells"]
        for output in cell.get("outputs", ())
        for line in output.get("text", ())
    ]
    assert lines == stored
    assert int(figures) == drawn == 2


@pytest.mark.slow
def test_a_learner_gets_better() -> None:
    words = ("--generations", 8, "--candidates", 20, "--boards", 8, "--games", 100)
    curve = [
        float(mean)
        for mean in re.findall(r"generation \d+: (\S+)", finish(start("learn_azul.py", *words)))
    ]
    assert len(curve) == 8 and curve[-1] > curve[0] + 5
