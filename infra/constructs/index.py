"""Where the index is, and who may do what there."""

# The library's interfaces name some parameters unlike its classes do, which strict checking takes for other types.
# pyright: reportArgumentType=false

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from aws_cdk import Duration, Fn, RemovalPolicy, Stack
from aws_cdk import aws_ec2 as ec2
from aws_cdk import aws_iam as iam
from aws_cdk import aws_logs as logs
from aws_cdk import aws_opensearchservice as opensearch
from constructs import Construct

from infra.constructs.acknowledge import acknowledge, wildcard
from infra.constructs.function import MnemonFunction, execution_role_arn
from infra.constructs.network import Network
from infra.constructs.resource import child
from infra.settings import Settings

ALIAS = "recall"


@dataclass(frozen=True)
class Index:
    """An engine: this stack's own domain, or (without `domain`) one that exists already and asks for no signature."""

    url: str
    domain: opensearch.Domain | None = None
    network: Network | None = None

    def environment(self) -> dict[str, str]:
        return {"MNEMON_OPENSEARCH_URL": self.url, "MNEMON_OPENSEARCH_AUTH": "iam" if self.domain else "none"}

    def allow_reading(self, function: MnemonFunction) -> None:
        self._allow(function, ["Post"], ["_msearch"])

    def allow_indexing(self, function: MnemonFunction) -> None:
        self._allow(function, ["Post"], ["_bulk"])

    def allow_erasing(self, function: MnemonFunction) -> None:
        """Deletes, counts what is left, and merges segments so that the deleted text leaves the files."""
        self._allow(function, ["Post"], ["_bulk"])
        self._allow(function, ["Get", "Post"], [f"{ALIAS}*"])

    def allow_administration(self, function: MnemonFunction) -> None:
        self._allow(function, ["Get", "Head", "Post", "Put", "Patch", "Delete"], ["*"])

    def _allow(self, function: MnemonFunction, methods: list[str], paths: list[str]) -> None:
        if self.domain is None:
            return
        arn = self.domain.domain_arn
        function.allow([f"es:ESHttp{method}" for method in methods], [f"{arn}/{path}" for path in paths])
        reason = "Paths of our own indices; inside the engine the role may do what it is mapped to and no more."
        acknowledge(function.role, {wildcard(function, self.domain, arn, f"/{path}"): reason for path in paths if "*" in path})


class Domain(Construct):
    """OpenSearch, the version that the local cloud runs. Only signed requests of this account get in, and what each role may do inside
    is mapped by the function that sets the index up, whose role is the domain's administrator."""

    def __init__(self, scope: Construct, id: str, *, settings: Settings, administrator: str, network: Network | None) -> None:
        super().__init__(scope, id)
        stack = Stack.of(self)
        # A domain that an earlier stack left behind keeps its name.
        stack_serial = Fn.select(0, Fn.split("-", Fn.select(2, Fn.split("/", stack.stack_id))))
        name = f"{settings.name.lower()}-{stack_serial}"
        nodes = settings.search_nodes
        log = logs.LogGroup(self, "Log", retention=logs.RetentionDays.TWO_WEEKS, removal_policy=RemovalPolicy.DESTROY)
        log_policy = logs.ResourcePolicy(
            self,
            "LogPolicy",
            policy_statements=[
                iam.PolicyStatement(
                    principals=[iam.ServicePrincipal("es.amazonaws.com")],
                    actions=["logs:CreateLogStream", "logs:PutLogEvents"],
                    resources=[log.log_group_arn],
                )
            ],
        )
        domain = opensearch.Domain(
            self,
            "Domain",
            domain_name=name,
            version=opensearch.EngineVersion.open_search("3.5"),
            capacity=opensearch.CapacityConfig(
                data_nodes=nodes, data_node_instance_type=settings.search_instance, multi_az_with_standby_enabled=False
            ),
            zone_awareness=opensearch.ZoneAwarenessConfig(enabled=nodes > 1, availability_zone_count=2 if nodes > 1 else None),
            ebs=opensearch.EbsOptions(volume_type=ec2.EbsDeviceVolumeType.GP3, volume_size=20),
            encryption_at_rest=opensearch.EncryptionAtRestOptions(enabled=True),
            node_to_node_encryption=True,
            enforce_https=True,
            tls_security_policy=opensearch.TLSSecurityPolicy.TLS_1_2_PFS,
            fine_grained_access_control=opensearch.AdvancedSecurityOptions(master_user_arn=administrator),
            logging=opensearch.LoggingOptions(app_log_enabled=True, app_log_group=log),
            suppress_logs_resource_policy=True,
            off_peak_window_enabled=True,
            enable_auto_software_update=True,
            vpc=network.vpc if network else None,
            vpc_subnets=[ec2.SubnetSelection(subnets=network.vpc.isolated_subnets[: 2 if nodes > 1 else 1])] if network else None,
            security_groups=[network.domain] if network else None,
            removal_policy=RemovalPolicy.RETAIN if settings.retain else RemovalPolicy.DESTROY,
        )
        domain.node.add_dependency(log_policy)
        arn = stack.format_arn(service="es", resource="domain", resource_name=name)
        # Set on the resource itself: the construct's own way needs a function with rights on every domain.
        child(domain, opensearch.CfnDomain).access_policies = {
            "Version": "2012-10-17",
            "Statement": [
                {
                    "Effect": "Allow",
                    "Principal": {"AWS": f"arn:{stack.partition}:iam::{stack.account}:root"},
                    "Action": "es:ESHttp*",
                    "Resource": f"{arn}/*",
                }
            ],
        }
        acknowledge(domain, _findings(settings))
        self.index = Index(url=f"https://{domain.domain_endpoint}", domain=domain, network=network)


def index_roles(stack: Stack, settings: Settings) -> dict[str, list[str]]:
    """Roles inside the engine, and the execution roles that get them."""
    functions = {"writer": ("indexer",), "reader": ("api", "commit"), "eraser": ("erase",)}
    return {role: [execution_role_arn(stack, settings, name) for name in names] for role, names in functions.items()}


def _findings(settings: Settings) -> dict[str, str]:
    slow = "Slow logs quote queries and documents: text in logs would escape erasure."
    found = {
        "OS3": "Functions have no fixed addresses; every request is signed, and roles are mapped inside the engine.",
        "OS4": "The index is rebuilt from the table; dedicated masters would triple the cost of a small deployment.",
        "OS9[LogExport::INDEX_SLOW_LOGS]": slow,
        "OS9[LogExport::SEARCH_SLOW_LOGS]": slow,
    }
    if not settings.vpc:
        found["OS1"] = "A choice of the deployment (context vpc); without it access is by signature only."
    if settings.search_nodes == 1:
        found["OS7"] = "A choice of the deployment (context search_nodes); the index is rebuilt from the table."
    return found


def setup_properties(settings: Settings, revision: str, roles: dict[str, list[str]]) -> dict[str, Any]:
    """What the function that sets the index up is told; any change makes it run again."""
    return {
        "IndexPrefix": ALIAS,
        "Dimension": settings.embedder.dimension,
        "EmbedderName": settings.embedder.setting,
        "Roles": roles,
        "Revision": revision,
    }


SETUP_TIMEOUT = Duration.minutes(10)
