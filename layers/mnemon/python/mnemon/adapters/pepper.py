"""The pepper, from Secrets Manager."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Any

from mnemon.adapters.aws import unavailable
from mnemon.model.scopes import Pepper

if TYPE_CHECKING:
    from mypy_boto3_secretsmanager import SecretsManagerClient


class PepperSecret:
    """Read once, when first asked for; never rotated, so never read again."""

    def __init__(self, client: SecretsManagerClient, secret_id: str) -> None:
        self._client: Any = client
        self._secret_id = secret_id

    @cached_property
    def pepper(self) -> Pepper:
        """Raises Unavailable."""
        with unavailable("pepper"):
            answer = self._client.get_secret_value(SecretId=self._secret_id)
        return Pepper(answer["SecretString"].encode())
