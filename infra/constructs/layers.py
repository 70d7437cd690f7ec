"""The Lambda layers of one stack."""

from __future__ import annotations

from functools import cached_property
from pathlib import Path

from aws_cdk import aws_lambda as lambda_
from constructs import Construct

from infra.settings import InvalidContext, Settings


class LayerSet(Construct):
    """Each stack has its own layer versions of the same assets. A version's ARN changes with its content, and an ARN that another stack
    imports can never change, so layers shared over stacks could be deployed once and never again."""

    def __init__(self, scope: Construct, id: str, settings: Settings) -> None:
        super().__init__(scope, id)
        self._settings = settings

    @cached_property
    def mnemon(self) -> lambda_.LayerVersion:
        return self._version("mnemon", "The mnemon package")

    @cached_property
    def dependencies(self) -> lambda_.LayerVersion:
        return self._version("dependencies", "Third-party packages of every function")

    @cached_property
    def inference(self) -> lambda_.LayerVersion:
        return self._version("inference", "The embedding model and its runtime")

    @cached_property
    def documents(self) -> lambda_.LayerVersion:
        return self._version("documents", "What reads documents")

    def base(self) -> list[lambda_.LayerVersion]:
        return [self.mnemon, self.dependencies]

    def embedding(self) -> list[lambda_.LayerVersion]:
        return [*self.base(), self.inference]

    def reading_documents(self) -> list[lambda_.LayerVersion]:
        return [*self.base(), self.documents]

    def _version(self, name: str, description: str) -> lambda_.LayerVersion:
        return lambda_.LayerVersion(
            self,
            name.capitalize(),
            code=lambda_.Code.from_asset(str(self._folder(name))),
            compatible_runtimes=[lambda_.Runtime.PYTHON_3_13],
            compatible_architectures=[lambda_.Architecture.ARM_64],
            description=description,
        )

    def _folder(self, name: str) -> Path:
        kind = self._settings.layers
        folder = self._settings.layers_dir / kind / name
        if not folder.is_dir():
            raise InvalidContext(f"layer {name} is not built: run `python infra/layers.py {kind}`")
        # A dev layer holds no model: that is read where it is.
        if name == "inference" and self._settings.reranker == "builtin" and kind != "dev" and not (folder / "model" / "reranker").is_dir():
            raise InvalidContext(
                f"context reranker: the layer has no cross-encoder: run `python infra/layers.py {kind} --model DIR --reranker`"
            )
        return folder
