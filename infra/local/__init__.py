"""The local cloud: the CDK app deployed on this machine, on 127.0.0.1 alone.

Everything but `cloud`, `gaps` and `issuer` is standard library only, so that `python3 -m infra.local run` works on a bare Python.
"""
