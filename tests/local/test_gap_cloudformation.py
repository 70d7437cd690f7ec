"""Properties of resources that reach the resource."""

import json
from typing import Any

from tests.local.emulators import Running, eventually

RETENTION = {"Mode": "COMPLIANCE", "Days": 1}
TEMPLATE: dict[str, Any] = {
    "Resources": {
        "Table": {
            "Type": "AWS::DynamoDB::Table",
            "Properties": {
                "TableName": "from-template",
                "BillingMode": "PAY_PER_REQUEST",
                "KeySchema": [{"AttributeName": "PK", "KeyType": "HASH"}],
                "AttributeDefinitions": [{"AttributeName": "PK", "AttributeType": "S"}],
                "TimeToLiveSpecification": {"Enabled": True, "AttributeName": "ttl"},
                "PointInTimeRecoverySpecification": {"PointInTimeRecoveryEnabled": True},
            },
        },
        "Bucket": {
            "Type": "AWS::S3::Bucket",
            "Properties": {
                "BucketName": "locked",
                "ObjectLockEnabled": True,
                "VersioningConfiguration": {"Status": "Enabled"},
                "ObjectLockConfiguration": {
                    "ObjectLockEnabled": "Enabled",
                    "Rule": {"DefaultRetention": {"Mode": "COMPLIANCE", "Days": 1}},
                },
            },
        },
    }
}


def test_ttl_recovery_and_object_lock_are_applied(emulator: Running) -> None:
    stacks = emulator.client("cloudformation")
    stacks.create_stack(StackName="gaps", TemplateBody=json.dumps(TEMPLATE))
    eventually(lambda: stacks.describe_stacks(StackName="gaps")["Stacks"][0]["StackStatus"] == "CREATE_COMPLETE")

    tables = emulator.client("dynamodb")
    ttl = tables.describe_time_to_live(TableName="from-template")["TimeToLiveDescription"]
    assert ttl == {"TimeToLiveStatus": "ENABLED", "AttributeName": "ttl"}
    backups = tables.describe_continuous_backups(TableName="from-template")["ContinuousBackupsDescription"]
    assert backups["PointInTimeRecoveryDescription"]["PointInTimeRecoveryStatus"] == "ENABLED"
    lock = emulator.client("s3").get_object_lock_configuration(Bucket="locked")["ObjectLockConfiguration"]
    assert lock["Rule"]["DefaultRetention"] == RETENTION
