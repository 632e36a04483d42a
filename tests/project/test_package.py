"""What the package index, the repository and those who cite the program are told."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import Any

import pytest
import yaml
from click.testing import CliRunner
from hatchling.metadata.core import ProjectMetadata
from hatchling.plugin.manager import PluginManager
from readme import with_absolute_links

import tavolino

ROOT = Path(__file__).parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
SOURCE = PROJECT["urls"]["Source"]
SCHEMAS = {
    ".github/workflows/test.yml": "github-workflows",
    ".github/ISSUE_TEMPLATE/bug.yml": "github-issue-forms",
    ".github/ISSUE_TEMPLATE/rule.yml": "github-issue-forms",
    ".github/ISSUE_TEMPLATE/idea.yml": "github-issue-forms",
    ".github/ISSUE_TEMPLATE/config.yml": "github-issue-config",
    "deploy/compose.yaml": "compose-spec",
    "CITATION.cff": "citation-file-format",
}


@pytest.fixture(scope="module")
def metadata() -> ProjectMetadata[Any]:
    return ProjectMetadata(str(ROOT), PluginManager())


def load(path: str) -> Any:
    return yaml.safe_load((ROOT / path).read_text())


def test_the_version_is_told_once(metadata: ProjectMetadata[Any]) -> None:
    assert "version" not in PROJECT
    assert metadata.version == tavolino.__version__


def test_the_newest_release_of_the_changelog_is_this_version_and_dated() -> None:
    text = (ROOT / "CHANGELOG.md").read_text()
    assert re.findall(r"^## (.+)", text, re.MULTILINE)[0] == "Unreleased"
    version, date = re.findall(r"^## (\d+\.\d+\.\d+) – (\d{4}-\d\d-\d\d)$", text, re.MULTILINE)[0]
    assert version == tavolino.__version__
    cited = load("CITATION.cff")
    assert (cited["version"], str(cited["date-released"])) == (version, date)
    assert (cited["repository-code"], cited["license"]) == (SOURCE, PROJECT["license"])


def test_every_address_is_that_of_the_repository() -> None:
    assert all(url.startswith(SOURCE) for url in PROJECT["urls"].values())
    (contact,) = load(".github/ISSUE_TEMPLATE/config.yml")["contact_links"]
    assert contact["url"].startswith(SOURCE)


def test_the_readme_of_the_package_has_only_absolute_links(metadata: ProjectMetadata[Any]) -> None:
    readme = metadata.core.readme
    targets = re.findall(r"\]\(([^)]+)\)", readme) + re.findall(r'src="([^"]+)"', readme)
    assert len(targets) > 20
    start = re.escape(SOURCE) + r"/(?:blob|raw)/v" + re.escape(tavolino.__version__) + "/"
    for target in targets:
        found = re.match(start, target)
        assert found, target
        assert (ROOT / target[found.end() :].partition("#")[0]).exists(), target
    assert metadata.core.readme_content_type == "text/markdown"


def test_links_elsewhere_stay_as_they_are() -> None:
    text = "[a](https://example.org/) [b](#below) [c](docs/index.md#x)"
    assert with_absolute_links(text, "https://example.org/t", "1.0") == (
        "[a](https://example.org/) [b](#below) [c](https://example.org/t/blob/v1.0/docs/index.md#x)"
    )


def test_the_classifiers_exist_and_name_the_pythons_that_are_tested() -> None:
    from trove_classifiers import classifiers

    assert set(PROJECT["classifiers"]) <= classifiers
    pythons = load(".github/workflows/test.yml")["jobs"]["test"]["strategy"]["matrix"]["python"]
    named = re.findall(r"Python :: (3\.\d+)", "\n".join(PROJECT["classifiers"]))
    assert named == pythons == ["3.11", "3.12", "3.13", "3.14"]


def test_the_workflow_runs_targets_of_the_makefile() -> None:
    jobs = load(".github/workflows/test.yml")["jobs"]
    runs = [step["run"] for job in jobs.values() for step in job["steps"] if "run" in step]
    targets = [words[1] for words in map(str.split, runs) if words[0] == "make"]
    assert {"test", "package", "docs"} <= set(targets)
    makefile = (ROOT / "Makefile").read_text()
    for target in targets:
        assert re.search(rf"^{target}:", makefile, re.MULTILINE), target
    scripts = [words[1] for words in map(str.split, runs) if words[0] == "python"]
    assert scripts and all((ROOT / script).exists() for script in scripts)


@pytest.mark.parametrize(("path", "schema"), SCHEMAS.items())
def test_files_for_other_programs_follow_their_schemas(
    path: str, schema: str, tmp_path: Path
) -> None:
    assert check(ROOT / path, schema) == 0
    misspelt = tmp_path / "misspelt.yml"
    misspelt.write_text((ROOT / path).read_text().replace("\nname:", "\nnome:") + "\nextra: 1\n")
    assert check(misspelt, schema) == 1


def check(path: Path, schema: str) -> int:
    """The exit code of check-jsonschema, with a schema that comes with it."""
    from check_jsonschema import main as check_jsonschema  # slow to import

    words = ["--builtin-schema", f"vendor.{schema}", str(path)]
    return CliRunner().invoke(check_jsonschema, words).exit_code


@pytest.mark.parametrize("template", ["bug", "rule", "idea"])
def test_the_fields_of_issue_templates_have_different_names(template: str) -> None:
    ids = [field["id"] for field in load(f".github/ISSUE_TEMPLATE/{template}.yml")["body"]]
    assert len(set(ids)) == len(ids)


def test_the_rule_template_lists_the_games() -> None:
    from tavolino.catalogue import BUILT_IN

    form = load(".github/ISSUE_TEMPLATE/rule.yml")
    (games,) = [field for field in form["body"] if field["id"] == "game"]
    assert set(games["attributes"]["options"]) == set(BUILT_IN)
