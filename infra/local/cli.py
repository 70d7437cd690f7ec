"""The commands."""

import argparse
import importlib.util
import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from types import FrameType

from infra.local.checks import Checks
from infra.local.errors import LocalError
from infra.local.journal import follow, print_tails
from infra.local.layout import DEFAULT_NAME, ROOT, Cache, State, engine_place
from infra.local.local_cloud import LocalCloud, Options
from infra.local.pins import resolve
from infra.local.ports import SERVERS, Ports
from infra.local.processes import die_with_parent
from infra.local.progress import Progress
from infra.local.supervisor import serve
from infra.local.toolchain.prepare import Toolchain
from infra.local.toolchain.python_envs import PythonEnvs, require_supported_python

TOUR = "infra.local.tour"
REDRIVE = "infra.local.redrive"
RECEIPTS = "infra.local.receipts"
# commands that need AWS clients or keys, and so the cloud environment's interpreter
IN_CLOUD_ENV = {
    "token": ("infra.local.issuer", "print a token for the API"),
    "invoke": ("infra.local.invoke", "call a deployed function with a sample event"),
    "tour": (TOUR, "play the sample conversation"),
    "import": ("infra.local.importer", "take in chat logs"),
    "ask": ("infra.local.ask", "ask a question"),
}

PATHS: Mapping[str, Callable[[Toolchain], Path]] = {
    "dev": lambda tools: tools.dev_python,
    "cloud": lambda tools: tools.cloud_python,
    "infra": lambda tools: tools.infra.python,
    "node": lambda tools: tools.infra.node,
    "cdk": lambda tools: tools.infra.cdk,
    "model": lambda tools: tools.model,
    "opensearch": lambda tools: tools.engines.home,
    "java": lambda tools: tools.engines.java,
}


# a run whose set-up took longer fetched something
FETCHED_SECONDS = 3.0


def main(arguments: Sequence[str]) -> int:
    """Carry out one command; a failure that a person can mend is told in words."""
    signal.signal(signal.SIGTERM, _leave)
    signal.signal(signal.SIGHUP, _leave)
    asked, rest = _parser().parse_known_args(arguments)
    if rest and not hasattr(asked, "passes_on"):
        _parser().error(f"unknown arguments: {' '.join(rest)}")
    try:
        require_supported_python()
        return asked.command(asked, rest)
    except LocalError as error:
        print(f"\n{error}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print("\nstopped", file=sys.stderr)
        return 130


def _leave(number: int, _: FrameType | None) -> None:
    sys.exit(128 + number)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python3 -m infra.local", description="Mnemon on this machine.")
    parser.add_argument("--name", default=DEFAULT_NAME, help="which local cloud: each name has its own state")
    commands = parser.add_subparsers(required=True, metavar="command")
    run = commands.add_parser("run", help="set up, start, deploy, and show the tour")
    run.add_argument("--no-tour", action="store_true")
    run.set_defaults(command=_run)
    commands.add_parser("setup", help="only fetch the toolchain into the cache").set_defaults(command=_setup)
    commands.add_parser("stop", help="stop everything").set_defaults(command=_stop)
    commands.add_parser("status", help="what runs, where, and what waits for a person").set_defaults(command=_status)
    logs = commands.add_parser("logs", help="the ends of the logs")
    logs.add_argument("which", nargs="?", help="a function, or ministack, opensearch, deploy, ...")
    logs.add_argument("-n", "--lines", type=int, default=40)
    logs.add_argument("-f", "--follow", action="store_true")
    logs.set_defaults(command=_logs)
    clean = commands.add_parser("clean", help="stop, and remove this checkout's state")
    clean.add_argument("--all", action="store_true", help="the user's cache of toolchains too")
    clean.set_defaults(command=_clean)
    env = commands.add_parser("env", help="paths of the toolchain, as shell assignments, or one of them; made when missing")
    env.add_argument("which", nargs="?", choices=sorted(PATHS))
    env.set_defaults(command=_env)
    commands.add_parser("lint", help="style, types, arrows between layers").set_defaults(command=_lint)
    commands.add_parser("fmt", help="put the code into its form").set_defaults(command=_format)
    tests = commands.add_parser("test", help="lint, then all tests; arguments are pytest's", add_help=False)
    tests.set_defaults(command=_test, passes_on=True)
    for name, (module, text) in IN_CLOUD_ENV.items():
        commands.add_parser(name, help=text, add_help=False).set_defaults(command=_in_cloud_env, module=module, passes_on=True)
    redrive = commands.add_parser("redrive", help="start again what has failed or was lost: jobs, and dead letters", add_help=False)
    redrive.set_defaults(command=_redrive, module=REDRIVE, passes_on=True)
    receipt = commands.add_parser("receipt", help="read an erasure's receipt from stdin and check its signature", add_help=False)
    receipt.set_defaults(command=_receipt, module=RECEIPTS, passes_on=True)
    bench = commands.add_parser("bench", help="measurements: all, or one by its name", add_help=False)
    bench.set_defaults(command=_bench, passes_on=True)
    commands.add_parser("synth", help="the templates for AWS").set_defaults(command=_synth)
    pins = commands.add_parser("pins", help="resolve the requirements again")
    pins.add_argument("--upgrade", action="store_true")
    pins.set_defaults(command=_pins)
    server = commands.add_parser("serve")
    server.add_argument("--state", type=Path, required=True)
    server.add_argument("--lifeline", type=int)
    server.set_defaults(command=_serve)
    return parser


def _run(asked: argparse.Namespace, _: Sequence[str]) -> int:
    if "MAKELEVEL" in os.environ:
        # make passes no signal on when it is killed itself
        die_with_parent()
    progress = Progress()
    progress.say("Mnemon on this machine")
    cloud = LocalCloud(Options(name=asked.name, ports=_chosen_ports(asked.name)), progress)
    was_running, kept = cloud.info() is not None, cloud.state.saved.exists()
    endpoints = cloud.up()
    progress.say(f"\nREADY after {progress.seconds:.1f} s: {endpoints.api_url}\n")
    if kept and not was_running:
        # workflows that ran when it was stopped are gone, and their jobs know nothing of it
        _call_in_cloud_env(cloud, REDRIVE, ("--lost",))
    code = 0
    if not asked.no_tour and importlib.util.find_spec(TOUR) is not None:
        with progress.step("tour", "the tour"):
            code = _call_in_cloud_env(cloud, TOUR, ())
    progress.save(cloud.state.timings, "again" if was_running else "cold" if progress.took("setup.") > FETCHED_SECONDS else "warm")
    cloud.stay()
    if code:
        progress.say(f"\nthe tour failed (exit {code}); the local cloud stays up: make status, make logs, make stop")
    return code


def _chosen_ports(name: str) -> Ports:
    """The ports of the local cloud that runs already, unless others are asked for."""
    info = LocalCloud(Options(name=name)).info()
    asked_for = any(os.environ.get(variable) for variable in ("PORT", "ISSUER_PORT", "OPENSEARCH_PORT"))
    return Ports(**info["ports"]) if info and not asked_for else Ports.chosen()


def _setup(asked: argparse.Namespace, _: Sequence[str]) -> int:
    cloud = LocalCloud(Options(name=asked.name), Progress())
    cloud.state.make()
    cloud.toolchain.wait()
    return 0


def _stop(asked: argparse.Namespace, _: Sequence[str]) -> int:
    ended = LocalCloud(Options(name=asked.name)).down()
    print(f"stopped {len(ended)} processes" if ended else "nothing was running")
    return 0


def _status(asked: argparse.Namespace, _: Sequence[str]) -> int:
    cloud = LocalCloud(Options(name=asked.name))
    info = cloud.info()
    if info is None:
        print("not running (make run starts it)")
        return 0
    print(f"running since process {info['pid']}; state in {cloud.state.root}")
    for name, port in info["ports"].items():
        print(f"  {SERVERS[name]:<26} http://127.0.0.1:{port}")
    for name, pid in info["servers"].items():
        print(f"  process {name:<18} {pid or 'down: make run starts it again'}")
    if not cloud.state.endpoints.exists():
        print("not deployed yet")
        return 0
    print(f"  API                        {cloud.endpoints.api_url}")
    return _call_in_cloud_env(cloud, "infra.local.inspection", ())


def _logs(asked: argparse.Namespace, _: Sequence[str]) -> int:
    cloud = LocalCloud(Options(name=asked.name))
    paths = sorted(cloud.state.logs.glob("*.log"))
    if asked.which and asked.which not in {path.stem for path in paths}:
        return _call_in_cloud_env(cloud, "infra.local.function_logs", (asked.which, str(asked.lines)))
    chosen = [path for path in paths if asked.which in (None, path.stem)]
    print_tails(chosen, asked.lines)
    if asked.follow and len(chosen) == 1:
        follow(chosen[0])
    return 0


def _clean(asked: argparse.Namespace, _: Sequence[str]) -> int:
    cloud = LocalCloud(Options(name=asked.name))
    cloud.down()
    for path in (cloud.state.engine, cloud.state.root):
        shutil.rmtree(path, ignore_errors=True)
    cache = Cache.of_user()
    if asked.all:
        for path in {cache.root, engine_place(cache.root)}:
            shutil.rmtree(path, ignore_errors=True)
    print("removed the state" + (" and the cache" if asked.all else ""))
    return 0


def _env(asked: argparse.Namespace, _: Sequence[str]) -> int:
    cloud = LocalCloud(Options(name=asked.name), Progress(sys.stderr))
    cloud.state.make()
    if asked.which:
        print(PATHS[asked.which](cloud.toolchain))
        return 0
    for name, path in PATHS.items():
        print(f"{name.upper()}={path(cloud.toolchain)}")
    print(f"STATE={cloud.state.root}")
    return 0


def _checks(asked: argparse.Namespace) -> Checks:
    cloud = LocalCloud(Options(name=asked.name), Progress())
    return Checks(cloud.toolchain, cloud.state.make())


def _lint(asked: argparse.Namespace, _: Sequence[str]) -> int:
    return _checks(asked).lint()


def _format(asked: argparse.Namespace, _: Sequence[str]) -> int:
    return _checks(asked).format()


def _test(asked: argparse.Namespace, rest: Sequence[str]) -> int:
    checks = _checks(asked)
    # both, whatever the first says: one run tells all
    results = checks.lint(), checks.test(rest)
    return next((result for result in results if result), 0)


def _bench(asked: argparse.Namespace, rest: Sequence[str]) -> int:
    return _checks(asked).bench(rest)


def _synth(asked: argparse.Namespace, _: Sequence[str]) -> int:
    cloud = LocalCloud(Options(name=asked.name), Progress())
    print(f"templates in {cloud.synth_for_aws()}")
    return 0


def _pins(asked: argparse.Namespace, _: Sequence[str]) -> int:
    return resolve(LocalCloud(Options(name=asked.name), Progress()).toolchain.dev_python, ("--upgrade",) if asked.upgrade else ())


def _in_cloud_env(asked: argparse.Namespace, rest: Sequence[str]) -> int:
    return _call_in_cloud_env(LocalCloud(Options(name=asked.name)), asked.module, rest)


def _redrive(asked: argparse.Namespace, rest: Sequence[str]) -> int:
    # with --aws: the account of whoever calls
    return _in_own_env(asked, rest) if "--aws" in rest else _in_cloud_env(asked, rest)


def _receipt(asked: argparse.Namespace, rest: Sequence[str]) -> int:
    # who has the key needs no cloud
    return _in_own_env(asked, rest) if "--key" in rest else _in_cloud_env(asked, rest)


def _in_own_env(asked: argparse.Namespace, rest: Sequence[str]) -> int:
    """Run a module of ours on the cloud environment's interpreter, in the caller's own environment."""
    logs = LocalCloud(Options(name=asked.name)).state.make().logs
    python = PythonEnvs(Cache.of_user(), logs).python("cloud")
    env = os.environ | {"PYTHONPATH": str(ROOT), "PYTHONPYCACHEPREFIX": str(Cache.of_user().bytecode)}
    return subprocess.run([python, "-W", "ignore", "-m", asked.module, *rest], env=env, check=False).returncode


def _call_in_cloud_env(cloud: LocalCloud, module: str, arguments: Sequence[str]) -> int:
    """Run a module of ours on the cloud environment's interpreter, with the local AWS as its AWS."""
    if cloud.info() is None:
        raise LocalError("the local cloud is not running", "make run")
    cache = Cache.of_user()
    env = cloud.client_env() | {
        "MNEMON_STATE": str(cloud.state.root),
        "PYTHONPATH": str(ROOT),
        "PYTHONPYCACHEPREFIX": str(cache.bytecode),
        "TERM": os.environ.get("TERM", "dumb"),
        **{name: os.environ[name] for name in ("NO_COLOR", "COLUMNS") if name in os.environ},
    }
    python = PythonEnvs(cache, cloud.state.logs).python("cloud")
    sys.stdout.flush()
    return subprocess.run([python, "-W", "ignore", "-m", module, *arguments], env=env, cwd=Path.cwd(), check=False).returncode


def _serve(asked: argparse.Namespace, _: Sequence[str]) -> int:
    serve(State(asked.state), asked.lifeline)
    return 0
