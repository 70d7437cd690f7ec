"""The CloudFormation resource behind a construct, for what the construct cannot say."""

from __future__ import annotations

from typing import TypeVar

from constructs import Construct

Resource = TypeVar("Resource")


def child(construct: Construct, kind: type[Resource]) -> Resource:
    found = construct.node.default_child
    if not isinstance(found, kind):
        raise TypeError(f"{construct.node.path} stands for no {kind.__name__}")
    return found
