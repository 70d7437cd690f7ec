"""A user pool of the stack's own, for deployments that bring no issuer."""

# The library's interfaces name some parameters unlike its classes do, which strict checking takes for other types.
# pyright: reportArgumentType=false

from __future__ import annotations

from typing import Final

from aws_cdk import Duration, RemovalPolicy, Stack
from aws_cdk import aws_cognito as cognito
from aws_cdk import aws_ssm as ssm
from constructs import Construct

from infra.constructs.acknowledge import acknowledge
from infra.constructs.authorizer import TokenRules
from infra.constructs.function import MnemonFunction
from infra.constructs.outputs import publish
from infra.settings import Settings

SERVER: Final = "mnemon"
SCOPES: Final = {
    "memory:read": "Recall and read memories",
    "memory:write": "Write to the user's own scope",
    "memory:write:shared": "Write to scopes that others read: teams, the organisation, agents",
    "memory:erase": "Erase for good",
    "memory:approve": "Decide on what waits for a person",
    "memory:audit": "Read the audit trail",
    "tenant:admin": "Configure the tenant",
}
_USER_SCOPES: Final = ("memory:read", "memory:write")
_SERVICE_SCOPES: Final = ("memory:read", "memory:write", "memory:write:shared", "memory:erase", "memory:approve")


class Directory(Construct):
    """Tenant and user stand in attributes that cannot change once an administrator has made the user, and teams and agents are groups:
    no client can write either. A service's tenant comes from a map of client ids that only an operator can write. The trigger puts both
    into access tokens and refuses one for a client it does not know."""

    def __init__(self, scope: Construct, id: str, *, settings: Settings) -> None:
        super().__init__(scope, id)
        stack = Stack.of(self)
        services = ssm.StringParameter(
            self,
            "Services",
            parameter_name=f"/{settings.name}/services",
            string_value="{}",
            description="Client ids of services and the tenant of each, as JSON; written by operators",
        )
        self.trigger = MnemonFunction(
            self,
            "pre_token",
            settings=settings,
            layers=[],
            description="Puts tenant and user into access tokens",
            environment={"MNEMON_SERVICES_PARAMETER": services.parameter_name},
            memory=256,
            timeout=Duration.seconds(5),
        )
        self.trigger.allow(["ssm:GetParameter"], [services.parameter_arn])
        self.pool = self._pool(settings)
        self.pool.add_trigger(cognito.UserPoolOperation.PRE_TOKEN_GENERATION_CONFIG, self.trigger.function, cognito.LambdaVersion.V3_0)
        scopes = {name: cognito.ResourceServerScope(scope_name=name, scope_description=text) for name, text in SCOPES.items()}
        server = self.pool.add_resource_server(
            "Api", identifier=SERVER, user_pool_resource_server_name=settings.name, scopes=list(scopes.values())
        )
        self.pool.add_domain(
            "Domain", cognito_domain=cognito.CognitoDomainOptions(domain_prefix=f"{settings.name.lower()}-{stack.account}")
        )
        users = self.pool.add_client(
            "Users",
            generate_secret=False,
            prevent_user_existence_errors=True,
            enable_token_revocation=True,
            access_token_validity=Duration.minutes(15),
            # Only what is named can be written: left out, a client could write every attribute.
            write_attributes=cognito.ClientAttributes().with_standard_attributes(fullname=True, locale=True, timezone=True),
            o_auth=cognito.OAuthSettings(
                flows=cognito.OAuthFlows(authorization_code_grant=True),
                callback_urls=list(settings.callback_urls),
                scopes=[
                    cognito.OAuthScope.OPENID,
                    *(cognito.OAuthScope.resource_server(server, scopes[name]) for name in _USER_SCOPES),
                ],
            ),
        )
        service = self.pool.add_client(
            "Service",
            generate_secret=True,
            access_token_validity=Duration.minutes(15),
            o_auth=cognito.OAuthSettings(
                flows=cognito.OAuthFlows(client_credentials=True),
                scopes=[cognito.OAuthScope.resource_server(server, scopes[name]) for name in _SERVICE_SCOPES],
            ),
        )
        issuer = f"https://cognito-idp.{stack.region}.amazonaws.com/{self.pool.user_pool_id}"
        self.rules = TokenRules(
            issuer=issuer,
            audience=f"{users.user_pool_client_id},{service.user_pool_client_id}",
            jwks_url=f"{issuer}/.well-known/jwks.json",
            scope_prefix=f"{SERVER}/",
        )
        publish(
            stack,
            {
                "UserPool": self.pool.user_pool_id,
                "UserClient": users.user_pool_client_id,
                "ServiceClient": service.user_pool_client_id,
                "ServicesParameter": services.parameter_name,
            },
        )

    def _pool(self, settings: Settings) -> cognito.UserPool:
        pool = cognito.UserPool(
            self,
            "Pool",
            # Access tokens of services can only be customised from this plan on.
            feature_plan=cognito.FeaturePlan.ESSENTIALS,
            self_sign_up_enabled=False,
            sign_in_aliases=cognito.SignInAliases(email=True),
            sign_in_case_sensitive=False,
            mfa=cognito.Mfa.REQUIRED,
            mfa_second_factor=cognito.MfaSecondFactor(otp=True, sms=False),
            password_policy=cognito.PasswordPolicy(
                min_length=12, require_lowercase=True, require_uppercase=True, require_digits=True, require_symbols=True
            ),
            account_recovery=cognito.AccountRecovery.EMAIL_ONLY,
            custom_attributes={
                "tenant_id": cognito.StringAttribute(min_len=1, max_len=256, mutable=False),
                "user_id": cognito.StringAttribute(min_len=1, max_len=256, mutable=False),
            },
            deletion_protection=settings.retain,
            removal_policy=RemovalPolicy.RETAIN if settings.retain else RemovalPolicy.DESTROY,
        )
        acknowledge(
            pool,
            {"COG8": "The Plus plan is priced per user; sign-up is closed, passwords are strong and a second factor is required."},
        )
        return pool
