"""The files in ``deploy/`` are valid, and start the server with options that it has."""

from __future__ import annotations

import os
import re
import shlex
import shutil
import subprocess
from configparser import RawConfigParser
from pathlib import Path
from typing import Any

import crossplane
import pytest
import yaml
from typer.main import get_command

from tavolino.cli import app

ROOT = Path(__file__).parents[2]
DEPLOY = ROOT / "deploy"


def serve_options() -> set[str]:
    commands: dict[str, Any] = get_command(app).commands  # type: ignore[attr-defined]
    return {name for option in commands["serve"].params for name in option.opts}


def check_command(words: list[str]) -> None:
    """``serve`` and options of it, whose values are in the next word or after ``=``."""
    assert words[0] == "serve"
    used = {word.partition("=")[0] for word in words if word.startswith("--")}
    assert used and used <= serve_options()


@pytest.fixture(scope="module")
def compose() -> Any:
    return yaml.safe_load((DEPLOY / "compose.yaml").read_text())


@pytest.fixture(scope="module")
def instructions() -> list[tuple[str, str]]:
    """Of the container file, with continued lines joined."""
    text = (DEPLOY / "Containerfile").read_text()
    text = re.sub("(?m)^#.*\n", "", text).replace("\\\n", " ")
    lines = [line for line in text.splitlines() if line.strip()]
    return [(head, rest.strip()) for head, _, rest in (line.partition(" ") for line in lines)]


def test_the_servers_of_the_compose_file_share_database_and_redis(compose: Any) -> None:
    services = compose["services"]
    commands = [services[name]["command"] for name in ("server-1", "server-2")]
    assert commands[0] == commands[1]
    check_command(commands[0])
    values = dict(word.partition("=")[::2] for word in commands[0])
    assert re.search("@database/", values["--database"])
    assert values["--redis"].startswith("redis://redis:")
    (subnet,) = compose["networks"]["inside"]["ipam"]["config"]
    assert values["--proxy"] == subnet["subnet"]
    for service in services.values():
        assert set(service["networks"]) <= compose["networks"].keys()
        for other in service.get("depends_on", ()):
            assert other in services
        for volume in service.get("volumes", ()):
            source = volume.partition(":")[0]
            assert source in compose["volumes"] or (DEPLOY / source).exists(), volume


def test_no_password_is_in_the_compose_file(compose: Any) -> None:
    text = (DEPLOY / "compose.yaml").read_text()
    assert text.count("${POSTGRES_PASSWORD:?") == 2
    assert compose["services"]["database"]["environment"]["POSTGRES_PASSWORD"].startswith("${")


def test_the_container_copies_what_exists_and_serves(instructions: list[tuple[str, str]]) -> None:
    known = {
        "FROM", "WORKDIR", "COPY", "RUN", "USER", "ENV", "VOLUME", "EXPOSE", "HEALTHCHECK",
        "ENTRYPOINT", "CMD",
    }  # fmt: skip
    assert {head for head, _ in instructions} <= known
    found = dict(instructions)
    words = [*yaml.safe_load(found["ENTRYPOINT"]), *yaml.safe_load(found["CMD"])]
    assert words[0] == "tavolino"
    check_command(words[1:])
    for head, rest in instructions:
        if head == "COPY" and not rest.startswith("--from"):
            assert all((ROOT / source).exists() for source in rest.split()[:-1]), rest
    assert found["USER"] != "root"
    assert (ROOT / ".containerignore").read_text() == (ROOT / ".dockerignore").read_text()
    for _, shell in (one for one in instructions if one[0] == "RUN"):
        subprocess.run(["sh", "-n", "-c", shell], check=True)


def test_caddy_passes_on_to_the_servers_of_the_compose_file(compose: Any) -> None:
    text = (DEPLOY / "Caddyfile").read_text()
    assert text.count("{") == text.count("}")
    of_tables, of_others = (words.split() for words in re.findall("reverse_proxy (.+) {", text))
    assert of_tables == ["@table", *of_others]
    assert re.search(r"@table {\s+path /live\s+query table=\*\s+}", text)
    for upstream in of_others:
        name, _, port = upstream.partition(":")
        assert f"--port={port}" in compose["services"][name]["command"]
    assert compose["services"]["proxy"]["environment"].keys() == {"TAVOLINO_HOST"}
    assert "{$TAVOLINO_HOST}" in text
    # Caddy 2.6, the one of Debian 12, knows neither "query" nor "client_ip_hash".
    assert re.findall("lb_policy (.+)", text) == ["uri_hash", "ip_hash"]
    if shutil.which("caddy"):
        adapt = ["caddy", "adapt", "--adapter", "caddyfile", "--config", str(DEPLOY / "Caddyfile")]
        names = os.environ | {"TAVOLINO_HOST": "play.example.org"}
        done = subprocess.run(adapt, capture_output=True, text=True, env=names)
        assert done.returncode == 0, done.stderr


def test_the_site_of_nginx_parses_and_passes_websockets_on(tmp_path: Path) -> None:
    wrapper = tmp_path / "nginx.conf"
    wrapper.write_text(f"events {{}}\nhttp {{\n    include {DEPLOY / 'nginx.conf'};\n}}\n")
    parsed = crossplane.parse(str(wrapper))
    assert parsed["status"] == "ok", parsed["errors"]
    site = parsed["config"][1]["parsed"]
    (upstream,) = [one["block"] for one in site if one["directive"] == "upstream"]
    assert upstream[0]["directive"] == "hash", "it has to come before keepalive"
    key = [one for one in site if one["args"] == ["$arg_table", upstream[0]["args"][0]]]
    rules = {one["directive"]: one["args"] for one in key[0]["block"]}
    assert rules == {"default": ["$arg_table"], "": ["$remote_addr"]}
    secure = [one for one in site if one["directive"] == "server"][-1]["block"]
    (location,) = [
        one["block"] for one in secure if one["directive"] == "location" and one["args"] == ["/"]
    ]
    headers = {tuple(one["args"]) for one in location if one["directive"] == "proxy_set_header"}
    assert headers >= {
        ("Upgrade", "$http_upgrade"),
        ("Connection", "$connection_upgrade"),
        ("X-Forwarded-For", "$proxy_add_x_forwarded_for"),
        ("Host", "$host"),
    }
    assert ["1.1"] in [one["args"] for one in location if one["directive"] == "proxy_http_version"]


def test_the_unit_of_systemd(tmp_path: Path) -> None:
    text = (DEPLOY / "tavolino.service").read_text()
    unit = RawConfigParser(strict=True)
    unit.optionxform = str  # type: ignore[assignment, method-assign]
    unit.read_string(text)
    assert unit.sections() == ["Unit", "Service", "Install"]
    program, *words = shlex.split(unit["Service"]["ExecStart"])
    check_command(words)
    assert words[words.index("--data") + 1] == f"/var/lib/{unit['Service']['StateDirectory']}"
    if shutil.which("systemd-analyze"):
        copy = tmp_path / "tavolino.service"
        copy.write_text(text.replace(program, "/bin/true"))
        verify = ["systemd-analyze", "verify", "--man=no", str(copy)]
        done = subprocess.run(verify, capture_output=True, text=True)
        assert (done.returncode, done.stderr) == (0, ""), done.stderr
