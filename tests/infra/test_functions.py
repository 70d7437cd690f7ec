"""What every function has, and the environment that it is told."""

from __future__ import annotations

from tests.infra.assembly import TENANT_FUNCTIONS, Assembly

EMBEDDING = {"api", "extract", "commit"}
READING_DOCUMENTS = {"ingest"}


def test_all_run_on_arm64_with_traces_and_a_log_of_their_own(either: Assembly) -> None:
    groups = either.all("AWS::Logs::LogGroup")
    for name, function in either.functions.items():
        assert (function["Runtime"], function["Architectures"]) == ("python3.13", ["arm64"]), name
        assert function["TracingConfig"] == {"Mode": "Active"}, name
        group = groups[function["LoggingConfig"]["LogGroup"]["Ref"]]
        assert group["Properties"]["RetentionInDays"] == 30, name
        assert function["Handler"] == "handler.handler", name


def test_only_what_embeds_carries_the_model(either: Assembly) -> None:
    for name, function in either.functions.items():
        layers = [layer["Ref"] for layer in function.get("Layers", [])]
        expected = 0 if name == "pre_token" else 3 if name in EMBEDDING | READING_DOCUMENTS else 2
        assert len(layers) == expected, name
        assert any("Documents" in layer for layer in layers) == (name in READING_DOCUMENTS), name
        assert any("Inference" in layer for layer in layers) == (name in EMBEDDING), name
        assert ("MNEMON_EMBEDDER" in function["Environment"]["Variables"]) == (name in EMBEDDING), name


def test_no_cross_encoder_unless_it_is_asked_for(either: Assembly) -> None:
    assert either.functions["api"]["Environment"]["Variables"]["MNEMON_RERANKER"] == "none"


def test_layers_never_cross_stacks(either: Assembly) -> None:
    """A layer's ARN changes with its content, and CloudFormation refuses to change what another stack imports."""
    for template in either.templates.values():
        exported = [output["Value"] for output in template.get("Outputs", {}).values() if "Export" in output]
        assert not [value for value in exported if "Layer" in str(value)]


def test_every_tenant_function_knows_its_stores_and_its_role(either: Assembly) -> None:
    for name in TENANT_FUNCTIONS:
        told = set(either.functions[name]["Environment"]["Variables"])
        assert told >= {"MNEMON_TABLE", "MNEMON_KEYS_TABLE", "MNEMON_RAW_BUCKET", "MNEMON_CONTENT_KEY", "MNEMON_TENANT_ROLE"}, name
    others = set(either.functions) - set(TENANT_FUNCTIONS)
    assert not [name for name in others if "MNEMON_TENANT_ROLE" in either.functions[name]["Environment"]["Variables"]]


def test_no_function_is_told_where_it_runs(either: Assembly) -> None:
    for function in either.functions.values():
        assert not [name for name in function["Environment"]["Variables"] if name.startswith("AWS_")]


def test_outputs_are_named_as_scripts_read_them(either: Assembly) -> None:
    outputs = {name for template in either.templates.values() for name in template.get("Outputs", {})}
    expected = {"ApiUrl", "RestApiId", "MemoryTable", "KeysTable", "RawBucket", "DropBucket", "AuditBucket", "EventBusName"}
    expected |= {"ExtractionMachine", "ErasureMachine", "QueueIngest", "QueueIdle", "QueueAccess", "QueueExpire", "QueueUnindexable"}
    expected |= {"QueueIndexerFailed", "FunctionIndexSetup", "FunctionIndexer", "FunctionAuthorizer"}
    expected |= {f"Function{name.capitalize()}" for name in TENANT_FUNCTIONS} | {
        f"TenantRole{name.capitalize()}" for name in TENANT_FUNCTIONS
    }
    assert expected <= outputs
