"""The whole toolchain, made side by side where nothing waits for anything else."""

from contextlib import AbstractContextManager
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from infra.local.background import Background
from infra.local.layout import Cache, State
from infra.local.progress import Progress
from infra.local.toolchain.java import java_home
from infra.local.toolchain.model import model_dir
from infra.local.toolchain.node import CDK, installed, node_bin
from infra.local.toolchain.opensearch_dist import opensearch_home
from infra.local.toolchain.python_envs import PythonEnvs


@dataclass(frozen=True)
class Engines:
    """What OpenSearch needs."""

    home: Path
    java: Path


@dataclass(frozen=True)
class Infra:
    """What synth and deploy need."""

    python: Path
    node: Path
    cdk: Path


class Toolchain:
    """Parts of the toolchain. Reading one makes it when it is missing; `begin` starts on all that the local cloud needs, side by side."""

    def __init__(self, cache: Cache, state: State, progress: Progress) -> None:
        self._cache = cache
        self._logs = state.logs
        self._progress = progress
        self._envs = PythonEnvs(cache, state.logs)

    def begin(self) -> None:
        """Start making what is missing."""
        _ = self._tools, self._cloud, self._infra, self._engines, self._model

    def wait(self) -> None:
        """Until all that the local cloud needs is there."""
        self.begin()
        _ = self.cloud_python, self.infra, self.engines, self.model

    @property
    def cloud_python(self) -> Path:
        """The interpreter that the emulator and functions run on."""
        return self._cloud.result()

    @property
    def model(self) -> Path:
        """The folder of the embedding model."""
        return self._model.result()

    @property
    def infra(self) -> Infra:
        """For synth and deploy."""
        return self._infra.result()

    @property
    def engines(self) -> Engines:
        """For OpenSearch."""
        return self._engines.result()

    @cached_property
    def dev_python(self) -> Path:
        """The interpreter for tests and checks."""
        return self._env("dev", "the Python environment for tests and checks")

    @cached_property
    def _tools(self) -> Background[Path]:
        return Background(lambda: self._env("tools", "the installer and the artifact fetcher"))

    @cached_property
    def _cloud(self) -> Background[Path]:
        return Background(lambda: self._env("cloud", "the emulator's Python environment"))

    @cached_property
    def _infra(self) -> Background[Infra]:
        return Background(self._make_infra)

    @cached_property
    def _engines(self) -> Background[Engines]:
        return Background(self._make_engines)

    @cached_property
    def _model(self) -> Background[Path]:
        return Background(self._make_model)

    def _env(self, name: str, text: str) -> Path:
        if name != "tools":
            self._tools.result()
        with self._step(name, text):
            return self._envs.python(name)

    def _make_model(self) -> Path:
        tools = self._tools.result()
        with self._step("model", "the embedding model"):
            return model_dir(self._cache, tools, self._logs / "setup-model.log")

    def _make_infra(self) -> Infra:
        python = self._env("infra", "the CDK's Python environment, with Node")
        node = node_bin(python)
        with self._step("cdk", "the CDK CLI"):
            return Infra(python, node, installed("cdk", CDK, self._cache, node, self._logs / "setup-cdk.log"))

    def _make_engines(self) -> Engines:
        tools = self._tools.result()
        with self._step("opensearch", "OpenSearch with its k-NN plugin"):
            home = opensearch_home(self._cache, tools, self._logs / "setup-opensearch.log")
        with self._step("java", "a Java for OpenSearch"):
            return Engines(home, java_home(self._cache, tools, self._logs / "setup-java.log"))

    def _step(self, key: str, text: str) -> AbstractContextManager[None]:
        return self._progress.step(f"setup.{key}", text, shown_from=0.3)
