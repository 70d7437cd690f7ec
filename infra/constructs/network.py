"""The network of a deployment whose index stands in a VPC."""

# The library's interfaces name some parameters unlike its classes do, which strict checking takes for other types.
# pyright: reportArgumentType=false

from __future__ import annotations

from typing import Final

from aws_cdk import RemovalPolicy
from aws_cdk import aws_ec2 as ec2
from aws_cdk import aws_iam as iam
from aws_cdk import aws_logs as logs
from constructs import Construct

from infra.settings import Settings

# What the functions inside call. DynamoDB and S3 go through gateways, which cost nothing.
_SERVICES: Final = {
    "Sts": ec2.InterfaceVpcEndpointAwsService.STS,
    "Kms": ec2.InterfaceVpcEndpointAwsService.KMS,
    "Sqs": ec2.InterfaceVpcEndpointAwsService.SQS,
    "Secrets": ec2.InterfaceVpcEndpointAwsService.SECRETS_MANAGER,
    "States": ec2.InterfaceVpcEndpointAwsService.STEP_FUNCTIONS,
    "Xray": ec2.InterfaceVpcEndpointAwsService.XRAY,
}


class Network(Construct):
    """Two zones, no way out: the functions that ask the index reach AWS through endpoints only."""

    def __init__(self, scope: Construct, id: str, settings: Settings) -> None:
        super().__init__(scope, id)
        self.vpc = ec2.Vpc(
            self,
            "Vpc",
            max_azs=2,
            nat_gateways=0,
            restrict_default_security_group=False,
            subnet_configuration=[ec2.SubnetConfiguration(name="Isolated", subnet_type=ec2.SubnetType.PRIVATE_ISOLATED, cidr_mask=24)],
            gateway_endpoints={
                "DynamoDb": ec2.GatewayVpcEndpointOptions(service=ec2.GatewayVpcEndpointAwsService.DYNAMODB),
                "S3": ec2.GatewayVpcEndpointOptions(service=ec2.GatewayVpcEndpointAwsService.S3),
            },
        )
        flow_log = logs.LogGroup(self, "FlowLog", retention=logs.RetentionDays.ONE_MONTH, removal_policy=RemovalPolicy.DESTROY)
        flow_role = iam.Role(self, "FlowLogRole", assumed_by=iam.ServicePrincipal("vpc-flow-logs.amazonaws.com"))
        self.vpc.add_flow_log("Flow", destination=ec2.FlowLogDestination.to_cloud_watch_logs(flow_log, flow_role))
        self.functions = self._group("Functions", "Functions that ask the index")
        self.domain = self._group("Domain", "The index")
        self.domain.add_ingress_rule(self.functions, ec2.Port.tcp(443), "Functions to the index")
        services = dict(_SERVICES)
        if settings.embedder.bedrock_model or settings.extractor.bedrock_model:
            services["Bedrock"] = ec2.InterfaceVpcEndpointAwsService.BEDROCK_RUNTIME
        endpoints = self._group("Endpoints", "Endpoints of AWS services")
        endpoints.add_ingress_rule(self.functions, ec2.Port.tcp(443), "Functions to AWS")
        for name, service in services.items():
            self.vpc.add_interface_endpoint(name, service=service, open=False, security_groups=[endpoints])

    def _group(self, id: str, description: str) -> ec2.SecurityGroup:
        return ec2.SecurityGroup(self, id, vpc=self.vpc, description=description, allow_all_outbound=True)
