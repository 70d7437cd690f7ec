"""The HTTPS API: one function behind one proxy route, and the authorizer in front of it."""

# The library's interfaces name some parameters unlike its classes do, which strict checking takes for other types.
# pyright: reportArgumentType=false

from __future__ import annotations

import json
from typing import Any, Final

from aws_cdk import Duration, RemovalPolicy, Stack
from aws_cdk import aws_apigateway as apigateway
from aws_cdk import aws_logs as logs
from constructs import Construct

from infra.constructs.acknowledge import acknowledge
from infra.constructs.authorizer import JwtAuthorizer, TokenRules
from infra.constructs.directory import Directory
from infra.constructs.function import MnemonFunction
from infra.constructs.layers import LayerSet
from infra.constructs.models import allow_models, model_environment
from infra.constructs.outputs import publish
from infra.constructs.tenant_role import TenantRole
from infra.settings import Settings
from infra.stacks.data import DataStack
from infra.stacks.search import SearchStack
from infra.stacks.workflows import WorkflowsStack, allow_writing, system_partition

STAGE: Final = "v1"
PUBLIC: Final = ("openapi.json", "docs", "health")


# What the gateway itself answers, in the form of the product's own errors: response, status, code, title, detail.
_PROBLEMS: Final = (
    ("UNAUTHORIZED", 401, "unauthorized", "Unauthorized", "A valid bearer token is needed."),
    ("INVALID_API_KEY", 401, "unauthorized", "Unauthorized", "A valid bearer token is needed."),
    ("ACCESS_DENIED", 403, "forbidden", "Forbidden", "The token does not allow this."),
    ("WAF_FILTERED", 403, "forbidden", "Forbidden", "The request was refused."),
    ("EXPIRED_TOKEN", 401, "unauthorized", "Unauthorized", "The token has expired."),
    ("INVALID_SIGNATURE", 401, "unauthorized", "Unauthorized", "A valid bearer token is needed."),
    ("MISSING_AUTHENTICATION_TOKEN", 404, "not_found", "Not found", "There is no such resource."),
    ("RESOURCE_NOT_FOUND", 404, "not_found", "Not found", "There is no such resource."),
    ("REQUEST_TOO_LARGE", 413, "too_large", "Content too large", "The body is larger than the API accepts."),
    ("UNSUPPORTED_MEDIA_TYPE", 415, "unsupported_media_type", "Unsupported media type", "The body must be application/json."),
    ("THROTTLED", 429, "throttled", "Too many requests", "Try again later."),
    ("QUOTA_EXCEEDED", 429, "throttled", "Too many requests", "Try again later."),
    ("BAD_REQUEST_BODY", 400, "malformed", "Bad request", "The request is malformed."),
    ("BAD_REQUEST_PARAMETERS", 400, "malformed", "Bad request", "The request is malformed."),
    ("AUTHORIZER_FAILURE", 500, "internal", "Internal error", "The request could not be authorised."),
    ("AUTHORIZER_CONFIGURATION_ERROR", 500, "internal", "Internal error", "The request could not be authorised."),
    ("API_CONFIGURATION_ERROR", 500, "internal", "Internal error", "Something went wrong."),
    ("INTEGRATION_FAILURE", 503, "unavailable", "Unavailable", "Try again later."),
    ("INTEGRATION_TIMEOUT", 503, "unavailable", "Unavailable", "Try again later."),
    ("DEFAULT_4XX", 400, "malformed", "Bad request", "The request cannot be served."),
    ("DEFAULT_5XX", 500, "internal", "Internal error", "Something went wrong."),
)


class ApiStack(Stack):
    """The stage is called v1, so the public paths are `<host>/v1/events`, `<host>/v1/openapi.json`."""

    def __init__(
        self,
        scope: Construct,
        id: str,
        *,
        settings: Settings,
        data: DataStack,
        search: SearchStack,
        workflows: WorkflowsStack,
        **kwargs: Any,
    ) -> None:
        super().__init__(scope, id, **kwargs)
        self.add_stack_dependency(search)
        layers = LayerSet(self, "Layers", settings)
        directory = None if settings.issuer else Directory(self, "Directory", settings=settings)
        rules = directory.rules if directory else TokenRules.of(settings)
        authorizer = JwtAuthorizer(self, "Authorizer", settings=settings, layers=layers, rules=rules)
        api = self._function(settings, layers, data, search, workflows)
        self.functions = [authorizer.function, api, *([directory.trigger] if directory else [])]
        self.rest = self._rest(settings, api, authorizer)
        publish(
            self,
            {"ApiUrl": self.rest.url.rstrip("/"), "RestApiId": self.rest.rest_api_id, "Issuer": rules.issuer, "Audience": rules.audience},
        )

    def _function(
        self, settings: Settings, layers: LayerSet, data: DataStack, search: SearchStack, workflows: WorkflowsStack
    ) -> MnemonFunction:
        queues = workflows.queues
        api = MnemonFunction(
            self,
            "api",
            settings=settings,
            layers=layers.embedding(),
            description="The API: every route",
            environment={
                **data.tenant_environment(),
                **search.index.environment(),
                **model_environment(settings),
                "MNEMON_DROP_BUCKET": data.drop.bucket_name,
                "MNEMON_EXTRACTION_MACHINE": workflows.extraction.arn,
                "MNEMON_ERASURE_MACHINE": workflows.erasure.arn,
                "MNEMON_IDLE_QUEUE": queues["idle"].queue.queue_url,
                "MNEMON_ACCESS_QUEUE": queues["access"].queue.queue_url,
                "MNEMON_IDLE_SECONDS": str(settings.idle_seconds),
                "MNEMON_RERANKER": settings.reranker,
            },
            # One whole processor: embedding a query is what a search waits for.
            memory=1769,
            timeout=Duration.seconds(29),
            network=search.index.network,
        )
        allow_models(api, settings)
        search.index.allow_reading(api)
        api.allow(["secretsmanager:GetSecretValue"], [data.pepper_arn])
        api.allow(["states:StartExecution"], [workflows.extraction.arn, workflows.erasure.arn])
        api.allow(["sqs:SendMessage"], [queues["idle"].queue.queue_arn, queues["access"].queue.queue_arn])
        api.allow(["dynamodb:PutItem"], [data.memory.table_arn], system_partition())
        tenant = TenantRole(api)
        allow_writing(tenant, data)
        tenant.lists(data.memory)
        # Documents wait here to be read; leave to upload is given with this role, so it reaches no further than the role does.
        tenant.objects(data.drop, ["up"], "s3:PutObject")
        return api

    def _rest(self, settings: Settings, api: MnemonFunction, authorizer: JwtAuthorizer) -> apigateway.RestApi:
        log = logs.LogGroup(self, "AccessLog", retention=logs.RetentionDays.ONE_MONTH, removal_policy=RemovalPolicy.DESTROY)
        rest = apigateway.RestApi(
            self,
            "Rest",
            rest_api_name=settings.name,
            description="Long-term memory for AI agents",
            endpoint_configuration=apigateway.EndpointConfiguration(types=[apigateway.EndpointType.REGIONAL]),
            cloud_watch_role=True,
            deploy_options=apigateway.StageOptions(
                stage_name=STAGE,
                access_log_destination=apigateway.LogGroupLogDestination(log),
                access_log_format=apigateway.AccessLogFormat.custom(json.dumps(_ACCESS_LINE)),
                # INFO would log query strings, which hold callers' user ids; so would the gateway's trace segments.
                logging_level=apigateway.MethodLoggingLevel.ERROR,
                data_trace_enabled=False,
                tracing_enabled=False,
                metrics_enabled=True,
                throttling_rate_limit=1000,
                throttling_burst_limit=2000,
            ),
        )
        integration = apigateway.LambdaIntegration(api.function, allow_test_invoke=False)
        for path in PUBLIC:
            method = rest.root.add_resource(path).add_method("GET", integration, authorization_type=apigateway.AuthorizationType.NONE)
            acknowledge(
                method,
                {
                    "APIG4": "The contract, its page and liveness are public; they hold nobody's data.",
                    "COG4": "The contract, its page and liveness are public, so no authorizer of any kind stands before them.",
                },
            )
        for resource in (rest.root, rest.root.add_resource("{proxy+}")):
            method = resource.add_method("ANY", integration, authorizer=authorizer.authorizer)
            acknowledge(
                method, {"COG4": "A Lambda authorizer verifies tokens of Cognito or of any other OIDC issuer, without a network call."}
            )
        for response, status, code, title, detail in _PROBLEMS:
            _gateway_response(rest, response, status, code, title, detail)
        acknowledge(
            rest,
            {
                "APIG2": "The function validates bodies and queries in full and names the bad field; the gateway's validator cannot.",
                "APIG3": "Throttling is on; a web ACL is priced per account and request and is the account owner's choice.",
                "IAM4[Policy::arn:<AWS::Partition>:iam::aws:policy/service-role/AmazonAPIGatewayPushToCloudWatchLogs]": "The role that "
                "API Gateway keeps per account and region to write logs; this is the policy that it documents.",
            },
        )
        return rest


# No path, address, user or query: they could hold whom a request is about.
_ACCESS_LINE: Final = {
    "request_id": "$context.requestId",
    "time": "$context.requestTime",
    "method": "$context.httpMethod",
    "resource": "$context.resourcePath",
    "status": "$context.status",
    "gateway_error": "$context.error.responseType",
    "authorizer_ms": "$context.authorizer.latency",
    "integration_ms": "$context.integration.latency",
    "total_ms": "$context.responseLatency",
    "response_bytes": "$context.responseLength",
}


def _gateway_response(rest: apigateway.RestApi, response: str, status: int, code: str, title: str, detail: str) -> None:
    body = {"type": "about:blank", "title": title, "status": status, "code": code, "detail": detail, "request_id": "$context.requestId"}
    headers = {"Content-Type": "'application/problem+json'"}
    if status == 401:
        headers["WWW-Authenticate"] = "'Bearer'"
    rest.add_gateway_response(
        "".join(part.capitalize() for part in response.split("_")),
        type=apigateway.ResponseType.of(response),
        status_code=str(status),
        response_headers=headers,
        templates={"application/json": json.dumps(body)},
    )
