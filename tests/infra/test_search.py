"""The index: there before the first write, in step with the table, open to nobody else."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.infra.assembly import Assembly, text
from tests.infra.conftest import EXTRACTOR, Synthesize


def test_the_stream_is_filtered_and_nothing_is_lost_quietly(either: Assembly) -> None:
    (mapping,) = [each["Properties"] for each in either.all("AWS::Lambda::EventSourceMapping", "Search").values()]
    patterns = [json.loads(each["Pattern"]) for each in mapping["FilterCriteria"]["Filters"]]
    assert patterns == [
        {"eventName": ["INSERT"], "dynamodb": {"Keys": {"SK": {"S": [{"prefix": "NOW#"}]}}}},
        {"eventName": ["REMOVE"], "dynamodb": {"Keys": {"SK": {"S": [{"prefix": "MEM#"}]}}}},
    ]
    assert mapping["BisectBatchOnFunctionError"] is True
    assert mapping["FunctionResponseTypes"] == ["ReportBatchItemFailures"]
    assert mapping["MaximumRecordAgeInSeconds"] == 86_400
    assert "MaximumRetryAttempts" not in mapping
    assert (mapping["StartingPosition"], mapping["BatchSize"]) == ("TRIM_HORIZON", 100)
    assert "IndexerFailed" in text(mapping["DestinationConfig"]["OnFailure"]["Destination"])


def test_the_index_is_set_up_before_anything_writes(either: Assembly) -> None:
    resources = either.templates["Search"]["Resources"]
    assert "IndexReady" in resources["IndexerFunction77B61F89"]["DependsOn"]
    for stack in ("Workflows", "Api"):
        assert "MnemonSearch" in either.manifest[f"Mnemon{stack}"]["dependencies"]


def test_what_the_setup_is_told(aws: Assembly, local: Assembly) -> None:
    told = _setup(local)
    assert (told["IndexPrefix"], told["Dimension"], told["EmbedderName"], told["Roles"]) == ("recall", 384, "builtin", {})
    roles = _setup(aws)["Roles"]
    named = {role: [text(arn).rsplit("role/", 1)[1].split("-")[1] for arn in arns] for role, arns in roles.items()}
    assert named == {"writer": ["indexer"], "reader": ["api", "commit"], "eraser": ["erase"]}
    for role in (arn for arns in roles.values() for arn in arns):
        assert text(role).rsplit("role/", 1)[1] in {text(r["Properties"].get("RoleName")) for r in aws.all("AWS::IAM::Role").values()}


def test_the_dimension_follows_the_embedder(other: Assembly) -> None:
    assert _setup(other)["Dimension"] == 1024
    titan = {"amazon.titan-embed-text-v2:0"}
    claude = {"eu.anthropic.claude-sonnet-4-5-v1:0", "anthropic.claude-sonnet-4-5-v1:0"}
    for function, models in {
        "api": titan,
        "extract": titan | claude,
        "commit": titan | claude,
        "erase": set[str](),
        "ingest": set[str](),
    }.items():
        invoke = [each for each in other.execution_statements(function) if "bedrock:InvokeModel" in each.actions]
        assert {resource.rsplit("/", 1)[1] for each in invoke for resource in each.resources} == models, function


def test_the_domain(aws: Assembly) -> None:
    domain = aws.one("AWS::OpenSearchService::Domain")
    assert domain["EngineVersion"] == "OpenSearch_3.5"
    assert domain["EncryptionAtRestOptions"] == {"Enabled": True}
    assert domain["NodeToNodeEncryptionOptions"] == {"Enabled": True}
    assert domain["DomainEndpointOptions"]["EnforceHTTPS"] is True
    security = domain["AdvancedSecurityOptions"]
    assert security["Enabled"] is True
    assert security["InternalUserDatabaseEnabled"] is False
    assert security["MasterUserOptions"]["MasterUserARN"] == aws.functions["index_setup"]["Role"]
    (statement,) = domain["AccessPolicies"]["Statement"]
    assert text(statement["Principal"]["AWS"]).endswith(":root")
    # Slow logs would quote what people asked and said.
    assert set(domain["LogPublishingOptions"]) == {"ES_APPLICATION_LOGS"}


def test_in_a_network_of_its_own(other: Assembly) -> None:
    assert other.one("AWS::OpenSearchService::Domain")["VPCOptions"]["SubnetIds"]
    inside = {name for name, properties in other.functions.items() if "VpcConfig" in properties}
    assert inside == {"api", "commit", "erase", "indexer", "index_setup"}
    assert not other.all("AWS::EC2::NatGateway")
    assert not other.all("AWS::EC2::InternetGateway")


_ENDPOINTS = """
import json, os
from aws_cdk import App, Stack
from aws_cdk.assertions import Template
from infra.constructs.network import Network
from infra.settings import Settings

stack = Stack(App(outdir=os.environ["CDK_OUTDIR"]), "Stack")
Network(stack, "Network", Settings.read(json.loads(os.environ["CDK_CONTEXT_JSON"]).get))
print("bedrock-runtime" in json.dumps(Template.from_stack(stack).to_json()))
"""


@pytest.mark.parametrize(
    ("models", "reached"),
    [({}, False), ({"embedder": "titan"}, True), ({"extractor": EXTRACTOR}, True)],
    ids=["builtin", "embedder", "extractor"],
)
def test_a_model_on_bedrock_is_reached_from_inside(synthesize: Synthesize, tmp_path: Path, models: dict[str, str], reached: bool) -> None:
    """The function that commits stands there, and calls both."""
    done = synthesize(tmp_path, _ENDPOINTS, vpc="true", **models)
    assert done.stdout.strip() == str(reached), done.stderr[-3000:]


def test_locally_there_is_no_domain(local: Assembly) -> None:
    assert not local.all("AWS::OpenSearchService::Domain")
    environment = local.functions["api"]["Environment"]["Variables"]
    assert (environment["MNEMON_OPENSEARCH_URL"], environment["MNEMON_OPENSEARCH_AUTH"]) == ("http://127.0.0.1:9270", "none")


def _setup(assembly: Assembly) -> Any:
    return assembly.one("AWS::CloudFormation::CustomResource", "IndexReady")
