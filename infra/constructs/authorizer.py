"""Who calls: the function that verifies a token, and what the tokens are verified against."""

# The library's interfaces name some parameters unlike its classes do, which strict checking takes for other types.
# pyright: reportArgumentType=false

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from aws_cdk import Duration
from aws_cdk import aws_apigateway as apigateway
from constructs import Construct

from infra.constructs.function import MnemonFunction
from infra.constructs.layers import LayerSet
from infra.settings import Settings

CACHE: Final = Duration.seconds(300)


@dataclass(frozen=True, slots=True)
class TokenRules:
    issuer: str
    audience: str
    jwks_url: str
    scope_prefix: str

    @classmethod
    def of(cls, settings: Settings) -> TokenRules:
        issuer = settings.issuer
        if issuer is None:
            raise ValueError("no issuer is configured")
        return cls(issuer.issuer, issuer.audience, issuer.jwks_url, issuer.scope_prefix)

    def environment(self) -> dict[str, str]:
        return {
            "MNEMON_ISSUER": self.issuer,
            "MNEMON_AUDIENCE": self.audience,
            "MNEMON_JWKS_URL": self.jwks_url,
            "MNEMON_SCOPE_PREFIX": self.scope_prefix,
        }


class JwtAuthorizer(Construct):
    """Results are cached by the whole Authorization header, so its policy speaks of the whole stage."""

    def __init__(self, scope: Construct, id: str, *, settings: Settings, layers: LayerSet, rules: TokenRules) -> None:
        super().__init__(scope, id)
        self.function = MnemonFunction(
            self,
            "authorizer",
            settings=settings,
            layers=layers.base(),
            description="Verifies the caller's token",
            environment=rules.environment(),
            timeout=Duration.seconds(10),
        )
        self.authorizer = apigateway.TokenAuthorizer(
            self,
            "Token",
            handler=self.function.function,
            identity_source=apigateway.IdentitySource.header("Authorization"),
            # What is no bearer token at all is refused by the gateway and costs no invocation.
            validation_regex=r"^[Bb]earer [A-Za-z0-9_-]+\.[A-Za-z0-9_-]+\.[A-Za-z0-9_-]+$",
            results_cache_ttl=CACHE,
        )
