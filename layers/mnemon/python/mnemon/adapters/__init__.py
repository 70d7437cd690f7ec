"""The ports on DynamoDB, S3, KMS, SQS, Step Functions, OpenSearch and Bedrock, and the built-in models."""
