"""The contract (OpenAPI 3.1), written from the route table and the models that the calls are validated with."""

from __future__ import annotations

import json
from functools import cache
from typing import Any, Literal

from pydantic import BaseModel
from pydantic.json_schema import models_json_schema

from mnemon import errors
from mnemon.reading.filters import ALL_OPERATORS, FIELDS

from .messages import JSON
from .problems import PROBLEM_JSON
from .requests import Query
from .routes import ROUTES
from .routing import Route

VERSION = "1"
_REFS = "#/components/schemas/{model}"
_Mode = Literal["validation", "serialization"]
_TITLES = {
    400: "Malformed JSON",
    401: "No valid token",
    403: "Not allowed",
    404: "No such record, or none that the caller may see",
    409: "Not in the present state",
    412: "Changed meanwhile",
    413: "Too large",
    422: "A bad field, named by its path",
    503: "Try again",
}


@cache
def contract() -> str:
    return json.dumps(_document(), separators=(",", ":"))


def _document() -> dict[str, Any]:
    models: dict[tuple[type[BaseModel], _Mode], None] = {}
    for route in ROUTES:
        for asked in (route.body, route.query):
            if asked is not None:
                models[asked, "validation"] = None
        if route.answer is not None:
            models[route.answer, "serialization"] = None
    schemas, definitions = models_json_schema(list(models), ref_template=_REFS)
    paths: dict[str, dict[str, Any]] = {}
    for route in ROUTES:
        paths.setdefault(route.path, {})[route.method.lower()] = _operation(route, schemas, definitions.get("$defs", {}))
    paths["/health"] = {"get": {"summary": "Liveness", "security": [], "responses": {"200": {"description": "It lives"}}}}
    paths["/openapi.json"] = {"get": {"summary": "This contract", "security": [], "responses": {"200": {"description": "OpenAPI 3.1"}}}}
    paths["/docs"] = {"get": {"summary": "A page to try it on", "security": [], "responses": {"200": {"description": "HTML"}}}}
    return {
        "openapi": "3.1.0",
        "info": {"title": "Mnemon", "version": VERSION, "description": _DESCRIPTION},
        "servers": [{"url": "/v1"}],
        "security": [{"bearer": []}],
        "paths": paths,
        "components": {
            "securitySchemes": {"bearer": {"type": "http", "scheme": "bearer", "bearerFormat": "JWT"}},
            "schemas": {**definitions.get("$defs", {}), "Problem": _PROBLEM},
        },
    }


def _operation(route: Route, schemas: Any, definitions: dict[str, Any]) -> dict[str, Any]:
    parameters: list[dict[str, Any]] = [
        {"name": part.strip("{}"), "in": "path", "required": True, "schema": {"type": "string"}}
        for part in route.path.split("/")
        if part.startswith("{")
    ]
    if route.query is not None:
        parameters += _parameters(route.query, definitions)
    if route.method == "POST":
        parameters.append(_header("Idempotency-Key", "A repetition with the same key changes nothing and gets the same answer for a day."))
    if route.if_match:
        parameters.append(_header("If-Match", "The ETag that was seen: guards against a lost update."))
    if route.if_none_match:
        parameters.append(_header("If-None-Match", "`*`: only when there is none yet."))
    operation: dict[str, Any] = {
        "operationId": route.run.__module__.rsplit(".", 1)[-1] + "_" + route.run.__name__,
        "summary": route.summary,
        "description": f"Needs the permission `{route.permission}`.",
        "parameters": parameters,
        "responses": {str(route.status): _success(route, schemas), **_failures()},
    }
    if route.body is not None:
        operation["requestBody"] = {"required": True, "content": {JSON: {"schema": schemas[(route.body, "validation")]}}}
    return operation


def _parameters(query: type[Query], definitions: dict[str, Any]) -> list[dict[str, Any]]:
    schema = definitions[query.__name__]
    required = set(schema.get("required", ()))
    return [{"name": name, "in": "query", "required": name in required, "schema": shape} for name, shape in schema["properties"].items()]


def _header(name: str, description: str) -> dict[str, Any]:
    return {"name": name, "in": "header", "required": False, "description": description, "schema": {"type": "string"}}


def _success(route: Route, schemas: Any) -> dict[str, Any]:
    answer: dict[str, Any] = {"description": "Done" if route.status != 202 else "Under way"}
    if route.answer is not None:
        answer["content"] = {JSON: {"schema": schemas[(route.answer, "serialization")]}}
    if route.etag:
        answer["headers"] = {"ETag": {"description": "Of what is returned, as If-Match takes it.", "schema": {"type": "string"}}}
    return answer


def _failures() -> dict[str, Any]:
    problem = {PROBLEM_JSON: {"schema": {"$ref": "#/components/schemas/Problem"}}}
    return {str(status): {"description": title, "content": problem} for status, title in _TITLES.items()}


_CODES = sorted({kind.code for kind in vars(errors).values() if isinstance(kind, type) and issubclass(kind, errors.Problem)})
_PROBLEM = {
    "type": "object",
    "description": "RFC 9457",
    "required": ["type", "title", "status", "code", "detail"],
    "properties": {
        "type": {"type": "string"},
        "title": {"type": "string"},
        "status": {"type": "integer"},
        "code": {"type": "string", "description": f"Stable; such as {', '.join(_CODES)}."},
        "detail": {"type": "string"},
        "field": {"type": "string", "description": "The path of the first bad field."},
        "errors": {"type": "array", "items": {"type": "object", "properties": {"field": {"type": "string"}, "detail": {"type": "string"}}}},
        "request_id": {"type": "string"},
    },
}
_DESCRIPTION = f"""Long-term memory for AI agents.

Filters: `{{"and": [...]}}`, `{{"or": [...]}}`, `{{"not": {{...}}}}` over `{{"field": {{"operator": value}}}}`.
Fields: {", ".join(FIELDS)}, and `metadata.<key>`. Operators: {", ".join(sorted(ALL_OPERATORS))}; a namespace matches whole segments
from the left. What cannot be applied is 422.
"""
