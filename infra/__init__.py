"""The CDK app, and the same app on this machine."""
