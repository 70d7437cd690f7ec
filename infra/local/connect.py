# pyright: reportUnknownMemberType=false
"""A client of the running local cloud, with a token of its own. Run inside the cloud environment."""

from __future__ import annotations

import boto3

from infra.local.client import Api
from infra.local.endpoints import Endpoints
from infra.local.issuer import Caller, Issuer
from infra.local.layout import State


def connect(caller: Caller, state: State | None = None) -> Api:
    """Speaks as `caller`. Raises LocalError when nothing is deployed."""
    state = state or State.named()
    endpoints = Endpoints.read(state)
    token = Issuer(state.keys, endpoints.issuer).token(caller)
    return Api(endpoints.api_url, lambda: token)


def receipt_key(state: State | None = None) -> bytes:
    """The public half of the key that signs receipts (DER), from KMS."""
    key = Endpoints.read(state or State.named()).outputs["ReceiptKey"]
    return boto3.client("kms").get_public_key(KeyId=key)["PublicKey"]
