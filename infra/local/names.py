"""Names that both sides of a process boundary use."""

AUDIENCE = "mnemon-local"
# the tenant of a person who tries things by hand
TENANT = "home"
JWKS_PATH = "/.well-known/jwks.json"

# switches that the closed gaps add to the emulator's configuration
IAM = "local.iam"
FRESH_WORKERS = "local.fresh_workers"
