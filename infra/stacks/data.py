"""What is kept: tables, buckets, keys, the pepper."""

# The library's interfaces name some parameters unlike its classes do, which strict checking takes for other types.
# pyright: reportArgumentType=false

from __future__ import annotations

from typing import Any, Final

from aws_cdk import Duration, RemovalPolicy, Stack
from aws_cdk import aws_dynamodb as dynamodb
from aws_cdk import aws_iam as iam
from aws_cdk import aws_kms as kms
from aws_cdk import aws_s3 as s3
from aws_cdk import aws_secretsmanager as secretsmanager
from constructs import Construct

from infra.constructs.acknowledge import acknowledge
from infra.constructs.outputs import publish
from infra.constructs.resource import child
from infra.constructs.tenant_role import LISTS_INDEX
from infra.settings import Settings

DROP_PREFIXES: Final = ("up", "in")
_NO_ACCESS_LOG: Final = (
    "Server access logs would keep object keys beyond an erasure, and the drop bucket's keys name scopes in clear. "
    "Who did what is in the product's own audit trail; CloudTrail data events are the account owner's choice."
)


class DataStack(Stack):
    """Stateful resources: retained on AWS, gone with the stack where `retain` is false."""

    def __init__(self, scope: Construct, id: str, *, settings: Settings, **kwargs: Any) -> None:
        super().__init__(scope, id, **kwargs)
        self._retain = settings.retain
        self._removal = RemovalPolicy.RETAIN if settings.retain else RemovalPolicy.DESTROY

        store_key = self._table_key()
        self.memory = self._table("Memory", store_key, pitr_days=7, ttl="ttl", stream=dynamodb.StreamViewType.KEYS_ONLY)
        self.memory.add_global_secondary_index(
            index_name=LISTS_INDEX,
            partition_key=dynamodb.Attribute(name="LPK", type=dynamodb.AttributeType.STRING),
            sort_key=dynamodb.Attribute(name="LSK", type=dynamodb.AttributeType.STRING),
            projection_type=dynamodb.ProjectionType.KEYS_ONLY,
        )
        # One day is the least there can be: what is restored from it could bring a destroyed secret back.
        self.keys = self._table("Keys", store_key, pitr_days=1)

        self.raw = self._bucket("Raw", versioned=True)
        # Expiry counts from the next midnight: one day here is two days at most.
        self.drop = self._bucket("Drop", expires_after=Duration.days(1))
        _notify_event_bridge(self.drop)
        for producer in settings.producers:
            self.drop.add_to_resource_policy(
                iam.PolicyStatement(
                    principals=[iam.ArnPrincipal(producer.arn)],
                    actions=["s3:PutObject"],
                    resources=[self.drop.arn_for_objects(f"in/{producer.tid}/*")],
                )
            )
        days = Duration.days(settings.audit_days)
        lock = s3.ObjectLockRetention.compliance(days) if settings.retain else s3.ObjectLockRetention.governance(Duration.days(1))
        self.audit = self._bucket("Audit", versioned=True, object_lock_enabled=True, object_lock_default_retention=lock)

        self.content_key = kms.Key(
            self,
            "ContentKey",
            description=f"{settings.name}: wraps the secrets of scopes",
            enable_key_rotation=True,
            removal_policy=self._removal,
        )
        self.receipt_key = kms.Key(
            self,
            "ReceiptKey",
            description=f"{settings.name}: signs receipts of erasure",
            key_spec=kms.KeySpec.ECC_NIST_P256,
            key_usage=kms.KeyUsage.SIGN_VERIFY,
            removal_policy=self._removal,
        )
        self.pepper = secretsmanager.Secret(
            self,
            "Pepper",
            description=f"{settings.name}: ids of tenants and scopes are keyed hashes under it",
            generate_secret_string=secretsmanager.SecretStringGenerator(password_length=64, exclude_punctuation=True),
            removal_policy=self._removal,
        )
        # The reference to a secret is its ARN too, but only on AWS.
        self.pepper_arn = child(self.pepper, secretsmanager.CfnSecret).attr_id
        acknowledge(self.pepper, {"SMG4": "Every id is derived from the pepper: another pepper would orphan all data."})
        publish(
            self,
            {
                "MemoryTable": self.memory.table_name,
                "KeysTable": self.keys.table_name,
                "RawBucket": self.raw.bucket_name,
                "DropBucket": self.drop.bucket_name,
                "AuditBucket": self.audit.bucket_name,
                "ContentKey": self.content_key.key_id,
                "ReceiptKey": self.receipt_key.key_id,
                "PepperSecret": self.pepper_arn,
            },
        )

    def tenant_environment(self) -> dict[str, str]:
        """What every function that serves a tenant opens its stores with."""
        return {
            "MNEMON_TABLE": self.memory.table_name,
            "MNEMON_KEYS_TABLE": self.keys.table_name,
            "MNEMON_RAW_BUCKET": self.raw.bucket_name,
            "MNEMON_CONTENT_KEY": self.content_key.key_id,
            "MNEMON_PEPPER_SECRET": self.pepper_arn,
        }

    def _table_key(self) -> kms.Key:
        key = kms.Key(
            self,
            "StoreKey",
            description="Encrypts the tables at rest",
            enable_key_rotation=True,
            removal_policy=self._removal,
        )
        # DynamoDB decrypts on behalf of whoever may read the table, so the roles need no grant of their own on this key, and
        # nobody can use it past DynamoDB.
        key.add_to_resource_policy(
            iam.PolicyStatement(
                sid="AllowThroughDynamoDb",
                principals=[iam.AnyPrincipal()],
                actions=["kms:CreateGrant", "kms:Decrypt", "kms:DescribeKey", "kms:Encrypt", "kms:GenerateDataKey*", "kms:ReEncrypt*"],
                resources=["*"],
                conditions={"StringEquals": {"kms:CallerAccount": self.account, "kms:ViaService": f"dynamodb.{self.region}.amazonaws.com"}},
            )
        )
        return key

    def _table(
        self, id: str, key: kms.Key, *, pitr_days: int, ttl: str | None = None, stream: dynamodb.StreamViewType | None = None
    ) -> dynamodb.Table:
        return dynamodb.Table(
            self,
            id,
            partition_key=dynamodb.Attribute(name="PK", type=dynamodb.AttributeType.STRING),
            sort_key=dynamodb.Attribute(name="SK", type=dynamodb.AttributeType.STRING),
            billing_mode=dynamodb.BillingMode.PAY_PER_REQUEST,
            time_to_live_attribute=ttl,
            stream=stream,
            encryption=dynamodb.TableEncryption.CUSTOMER_MANAGED,
            encryption_key=key,
            point_in_time_recovery_specification=dynamodb.PointInTimeRecoverySpecification(
                point_in_time_recovery_enabled=True, recovery_period_in_days=pitr_days
            ),
            deletion_protection=self._retain,
            removal_policy=self._removal,
        )

    def _bucket(self, id: str, *, expires_after: Duration | None = None, **kwargs: Any) -> s3.Bucket:
        bucket = s3.Bucket(
            self,
            id,
            encryption=s3.BucketEncryption.S3_MANAGED,
            block_public_access=s3.BlockPublicAccess.BLOCK_ALL,
            object_ownership=s3.ObjectOwnership.BUCKET_OWNER_ENFORCED,
            enforce_ssl=True,
            minimum_tls_version=1.2,
            lifecycle_rules=[s3.LifecycleRule(abort_incomplete_multipart_upload_after=Duration.days(1), expiration=expires_after)],
            removal_policy=self._removal,
            **kwargs,
        )
        acknowledge(bucket, {"S1": _NO_ACCESS_LOG})
        return bucket


def _notify_event_bridge(bucket: s3.Bucket) -> None:
    """The construct's own way is a function that may change the notifications of every bucket."""
    child(bucket, s3.CfnBucket).notification_configuration = s3.CfnBucket.NotificationConfigurationProperty(
        event_bridge_configuration=s3.CfnBucket.EventBridgeConfigurationProperty(event_bridge_enabled=True)
    )
