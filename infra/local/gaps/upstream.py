# pyright: basic
"""The emulator's modules, which carry no types."""

from collections.abc import Generator
from contextlib import contextmanager
from importlib import import_module
from typing import Any


def upstream(name: str) -> Any:
    """A module of the emulator: `upstream("services.dynamodb")`."""
    return import_module(f"ministack.{name}")


@contextmanager
def scope(account: str, region: str) -> Generator[None]:
    """Act for one account and region, as a request of theirs would."""
    responses = upstream("core.responses")
    account_token, region_token = responses._request_account_id.set(account), responses._request_region.set(region)
    try:
        yield
    finally:
        responses._request_account_id.reset(account_token)
        responses._request_region.reset(region_token)
