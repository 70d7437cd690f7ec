# pyright: basic
"""Switches for the local cloud itself, on the emulator's own configuration address.

AWS evaluates IAM always. The emulator reads one switch at its start, and the CDK CLI cannot bootstrap under it; here it is switched while
running: deploy first, then `POST /_ministack/config {"local.iam": true}`. `{"local.fresh_workers": true}` starts functions anew, so that
they see changed code in a layer that only points at a folder.
"""

import asyncio
import json
from typing import Any

from infra.local.gaps.upstream import upstream
from infra.local.names import FRESH_WORKERS, IAM


def close() -> None:
    """Add the switches."""
    app, runtime = upstream("app"), upstream("core.lambda_runtime")
    original = app._handle_admin_config_request

    async def handle(path: str, method: str, body: bytes) -> Any:
        asked = _switches(body) if (path, method) == ("/_ministack/config", "POST") else {}
        if not asked:
            return await original(path, method, body)
        changed = IAM in asked and bool(asked[IAM]) != app.AUTH
        if changed:
            app.AUTH = bool(asked[IAM])
        if changed or asked.get(FRESH_WORKERS):
            # warm workers keep the credentials they were born with, and those depend on the switch
            await asyncio.to_thread(runtime.reset)
        return 200, {"Content-Type": "application/json"}, json.dumps({"applied": asked}).encode()

    app._handle_admin_config_request = handle


def _switches(body: bytes) -> dict[str, Any]:
    try:
        asked = json.loads(body or b"{}")
    except ValueError:
        return {}
    return {key: value for key, value in asked.items() if key in (IAM, FRESH_WORKERS)} if isinstance(asked, dict) else {}
