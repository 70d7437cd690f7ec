"""The deployed local cloud as the tests see it: clients of the API, of the AWS behind it and of the index."""

from __future__ import annotations

import json
import time
import urllib.error
import urllib.request
import uuid
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, TypeVar

import boto3

from infra.local.client import Api
from infra.local.endpoints import Endpoints
from infra.local.issuer import Caller, Issuer
from infra.local.local_cloud import LocalCloud
from mnemon.model.scopes import Pepper, Scope, ScopeKey

T = TypeVar("T")
Json = dict[str, Any]


@dataclass
class World:
    """One running local cloud."""

    cloud: LocalCloud
    _clients: dict[str, Any] = field(default_factory=dict[str, Any], repr=False)

    @cached_property
    def endpoints(self) -> Endpoints:
        return self.cloud.endpoints

    @property
    def outputs(self) -> dict[str, str]:
        return self.endpoints.outputs

    @cached_property
    def issuer(self) -> Issuer:
        return Issuer(self.cloud.state.keys, self.endpoints.issuer)

    def api(self, caller: Caller, **settings: Any) -> Api:
        token = self.issuer.token(caller)
        return Api(self.endpoints.api_url, lambda: token, **settings)

    def person(self, tenant: str | None = None, user: str | None = None) -> Person:
        """Somebody whom nobody has met, unless named."""
        return Person(self, tenant or f"tenant-{uuid.uuid4().hex[:8]}", user or f"user-{uuid.uuid4().hex[:8]}")

    # -- AWS ----------------------------------------------------------------------------------------------------------

    def aws(self, service: str) -> Any:
        """A client with the rights of the account's owner."""
        if service not in self._clients:
            self._clients[service] = self.aws_as(service)
        return self._clients[service]

    def aws_as(self, service: str, credentials: Mapping[str, str] | None = None) -> Any:
        env = self.cloud.client_env()
        given = credentials or {"AccessKeyId": env["AWS_ACCESS_KEY_ID"], "SecretAccessKey": env["AWS_SECRET_ACCESS_KEY"]}
        return boto3.client(
            service,  # type: ignore[call-overload]
            endpoint_url=env["AWS_ENDPOINT_URL"],
            region_name=env["AWS_REGION"],
            aws_access_key_id=given["AccessKeyId"],
            aws_secret_access_key=given["SecretAccessKey"],
            aws_session_token=given.get("SessionToken"),
        )

    @cached_property
    def pepper(self) -> Pepper:
        return Pepper(self.aws("secretsmanager").get_secret_value(SecretId=self.outputs["PepperSecret"])["SecretString"].encode())

    def rows(self, table: str = "MemoryTable", partition: str | None = None) -> Iterator[Json]:
        """Items as they are stored, of one partition or of all."""
        dynamodb = self.aws("dynamodb")
        if partition:
            pages = dynamodb.get_paginator("query").paginate(
                TableName=self.outputs[table],
                KeyConditionExpression="PK = :p",
                ExpressionAttributeValues={":p": {"S": partition}},
                ConsistentRead=True,
            )
        else:
            pages = dynamodb.get_paginator("scan").paginate(TableName=self.outputs[table], ConsistentRead=True)
        for page in pages:
            yield from page["Items"]

    def invoke(self, function: str, event: object) -> tuple[Any, str | None]:
        """What a function answers and, if it failed, how."""
        answer = self.aws("lambda").invoke(FunctionName=self.outputs[f"Function{function}"], Payload=json.dumps(event))
        return json.loads(answer["Payload"].read() or b"null"), answer.get("FunctionError")

    # -- the index ----------------------------------------------------------------------------------------------------

    def index(self, method: str, path: str, body: object = None) -> Json:
        """One request to OpenSearch itself. Raises OSError when it is down or refuses."""
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(
            f"{self.endpoints.opensearch_url}{path}", data=data, method=method, headers={"Content-Type": "application/json"}
        )
        with urllib.request.build_opener(urllib.request.ProxyHandler({})).open(request, timeout=60) as reply:
            return json.loads(reply.read() or b"{}")

    def documents(self, scope: ScopeKey | None = None, *, refresh: bool = True) -> list[Json]:
        """Hits of every index of ours, of one scope or of all."""
        if refresh:
            self.index("POST", "/_refresh")
        query: Json = {"term": {"sid": scope.sid}} if scope else {"match_all": {}}
        found = self.index("POST", "/recall*/_search", {"query": query, "size": 10_000, "version": True})
        return list(found["hits"]["hits"])

    def is_indexed(self, scope: ScopeKey) -> bool:
        """Whether no marker of the scope is left."""
        return not any(row["SK"]["S"].startswith("NOW#") for row in self.rows(partition=scope.partition))


@dataclass(frozen=True)
class Person:
    """A user of a tenant, with a token of its own."""

    world: World
    tenant: str
    user: str

    @cached_property
    def api(self) -> Api:
        return self.world.api(Caller(self.tenant, self.user))

    @cached_property
    def backend(self) -> Api:
        """The tenant's own backend."""
        return self.world.api(Caller(self.tenant))

    @property
    def tid(self) -> str:
        return self.world.pepper.tenant(self.tenant)

    @property
    def scope(self) -> ScopeKey:
        return self.world.pepper.scope(self.tid, Scope.user(self.user))

    def say(self, *texts: str, session: str = "s", at: str | None = None, infer: str = "now", key: str | None = None) -> Json:
        """Turns of the user's own, extracted when it returns (unless `infer` says otherwise)."""
        messages: list[Json] = [{"role": "user", "content": text, **({"timestamp": at} if at else {})} for text in texts]
        accepted = self.api.post_events(session, messages, user_id=self.user, infer=infer, key=key)
        self.api.wait_for_job(accepted["job_id"])
        return accepted

    def write(self, *facts: str | Json, key: str | None = None) -> list[Json]:
        """Facts directly."""
        return self.api.write([{"content": fact} if isinstance(fact, str) else fact for fact in facts], user_id=self.user, key=key)

    def search(self, query: str, **more: Any) -> Json:
        return self.api.search(query, user_id=self.user, **more)

    def found(self, query: str, **more: Any) -> list[str]:
        """The words of what a search finds."""
        return [result["content"] for result in self.search(query, **more)["results"]]

    def found_memories(self, query: str, **more: Any) -> list[str]:
        return [result["content"] for result in self.search(query, **more)["results"] if result["type"] == "memory"]

    def memories(self, **query: Any) -> list[Any]:
        return list(self.api.memories(user_id=self.user, **query))

    def settle(self, seconds: float = 30.0) -> None:
        """Wait until the index holds all that was written."""
        eventually(lambda: self.world.is_indexed(self.scope), seconds, "the index has caught up")

    def forget(self, **target: Any) -> Json:
        """Erase and wait."""
        asked = self.api.erase(**(target or {"user_id": self.user}))
        return self.api.wait_for_erasure(asked["erasure_id"])


def eventually(holds: Callable[[], T], seconds: float = 30.0, what: str = "") -> T:
    """What `holds` gives as soon as it is true of something; an assertion error after so many seconds."""
    end = time.monotonic() + seconds
    while True:
        value = holds()
        if value:
            return value
        assert time.monotonic() < end, f"not within {seconds:.0f} s: {what or holds}"
        time.sleep(0.1)


def contents(memories: Sequence[Mapping[str, Any]]) -> list[str]:
    return [str(memory["content"]) for memory in memories]
