"""Calls to models on Bedrock."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any, cast

from botocore.exceptions import ClientError
from pydantic import ValidationError

from mnemon.adapters.aws import error_code, unavailable

_CUT = frozenset({"max_tokens", "model_context_window_exceeded"})
_REFUSED = frozenset({"content_filtered", "guardrail_intervened", "refusal"})


class Refused(Exception):
    """The model does not take the request, or broke off; says why, without its words."""


class Unusable(Exception):
    """Says what is wrong with an answer by field and type, without the model's words."""

    def __init__(self, what: str) -> None:
        super().__init__(what)
        self.what = what


def invoke(client: Any, model: str, body: dict[str, Any]) -> dict[str, Any]:
    """Raises Unavailable."""
    with unavailable(f"bedrock {model}"):
        answer = client.invoke_model(
            modelId=model, contentType="application/json", accept="application/json", body=json.dumps(body, ensure_ascii=False).encode()
        )
        return cast("dict[str, Any]", json.loads(answer["body"].read()))


def call_tool(
    client: Any, model: str, *, system: Sequence[str], messages: Sequence[dict[str, Any]], tool: dict[str, Any], tokens: int
) -> dict[str, Any]:
    """The model's message, which has to call the tool; `tokens` at most. Raises Refused, Unavailable."""
    try:
        with unavailable(f"bedrock {model}"):
            answer = client.converse(
                modelId=model,
                system=[{"text": text} for text in system],
                messages=messages,
                toolConfig={"tools": [{"toolSpec": tool}], "toolChoice": {"tool": {"name": tool["name"]}}},
                inferenceConfig={"maxTokens": tokens, "temperature": 0},
            )
    except ClientError as error:
        if error_code(error) == "ValidationException":
            raise Refused("the model does not take the request") from None
        raise
    reason = answer["stopReason"]
    if reason in _CUT or reason in _REFUSED:
        raise Refused(f"the model stopped: {reason}")
    return cast("dict[str, Any]", answer["output"]["message"])


def listed(answer: dict[str, Any], name: str) -> list[list[object]]:
    """The list of that name in each call of the tool. Raises Unusable."""
    calls = [block["toolUse"]["input"] for block in answer["content"] if "toolUse" in block]
    if not calls:
        raise Unusable("the tool was not called")
    return [_list(call, name) for call in calls]


def invalid(path: str, error: ValidationError) -> Unusable:
    wrong = {f"{path}.{'.'.join(map(str, each['loc']))}: {each['type']}" for each in error.errors(include_input=False)}
    return Unusable("; ".join(sorted(wrong)))


def correction(answer: dict[str, Any], wrong: Unusable, again: str) -> dict[str, Any]:
    """What answers the model's unusable answer: what was wrong in it, and what to do."""
    text = f"That cannot be used. {wrong.what}. {again}"
    calls = [block["toolUse"]["toolUseId"] for block in answer["content"] if "toolUse" in block]
    if not calls:
        return {"role": "user", "content": [{"text": text}]}
    return {
        "role": "user",
        "content": [{"toolResult": {"toolUseId": call, "content": [{"text": text}], "status": "error"}} for call in calls],
    }


def _list(call: object, name: str) -> list[object]:
    found = cast("dict[str, object]", call).get(name) if isinstance(call, dict) else None
    if isinstance(found, str):
        found = _unpacked(found)
    if not isinstance(found, list):
        raise Unusable(f"{name}: a list is needed")
    return cast("list[object]", found)


def _unpacked(text: str) -> object:
    """Some models put the list into a string, fenced as code."""
    try:
        return json.loads(text.strip().removeprefix("```json").removeprefix("```").removesuffix("```"))
    except ValueError:
        return None
