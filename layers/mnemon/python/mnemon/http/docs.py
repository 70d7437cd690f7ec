"""A page to read the contract on and to try its calls: one file, from no other host."""

from __future__ import annotations

import base64
import hashlib
import re
from functools import cache
from pathlib import Path

from .messages import Response

_FILE = Path(__file__).with_name("docs.html")


@cache
def page() -> Response:
    """Its script and its style run because their hashes are named; nothing else does, and it calls nobody but this API."""
    text = _FILE.read_text("utf-8")
    policy = "; ".join(
        (
            "default-src 'none'",
            f"script-src {_hash(text, 'script')}",
            f"style-src {_hash(text, 'style')}",
            "connect-src 'self'",
            "base-uri 'none'",
            "form-action 'none'",
            "frame-ancestors 'none'",
        )
    )
    headers = {
        "content-type": "text/html; charset=utf-8",
        "content-security-policy": policy,
        "x-content-type-options": "nosniff",
        "referrer-policy": "no-referrer",
    }
    return Response(200, text, headers)


def _hash(text: str, tag: str) -> str:
    (inline,) = re.findall(f"<{tag}>(.*?)</{tag}>", text, re.DOTALL)
    return f"'sha256-{base64.b64encode(hashlib.sha256(inline.encode()).digest()).decode()}'"
