"""Part of building a wheel: says so if it will have no browser client."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class ClientHook(BuildHookInterface[Any]):
    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        is_built = Path(self.root, "src/tavolino/server/web/index.html").exists()
        if version != "editable" and not is_built:
            self.app.display_warning(
                "This wheel has no browser client, because it has not been built: "
                "'make wheel' builds both."
            )
