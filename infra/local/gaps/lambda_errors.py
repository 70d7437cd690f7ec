# pyright: basic
"""Errors and logs of functions.

On AWS a raised exception keeps its class name as `errorType`, so that Retry and Catch can name it, and the environment stays warm. The
emulator answers `Runtime.HandlerError` for all and throws the worker away. It also waits 50 ms for a log line after each call; here a
marker line ends the log of each call, so that none is waited for and none is given to the wrong call.
"""

import functools
import queue
from typing import Any

from infra.local.gaps.upstream import upstream

RAISED = "__raised__"
END_OF_LOG = "\x1eEND\x1e"
LOG_SECONDS = 0.25

_ERROR_REPLY = 'json.dumps({"status": "error", "error": str(e), "trace": traceback.format_exc()})'
_RAISED_REPLY = (
    'json.dumps({"status": "ok", "result": {"__raised__": {"errorMessage": str(e), "errorType": type(e).__name__, '
    '"stackTrace": traceback.format_tb(e.__traceback__)}}})'
)
_REPLY = "\n            _real_stdout.write("
_MARKED_REPLY = f"\n            sys.stderr.write({END_OF_LOG!r} + chr(10)); sys.stderr.flush()" + _REPLY


def close() -> None:
    """Keep the class of an error, keep the worker, end the log of each call."""
    runtime, functions = upstream("core.lambda_runtime"), upstream("services.lambda_svc")
    script: str = runtime._PYTHON_WORKER_SCRIPT
    if script.count(_ERROR_REPLY) != 1 or script.count(_REPLY) != 2:
        raise RuntimeError("the emulator's worker script has changed: this gap must be read again")
    runtime._PYTHON_WORKER_SCRIPT = script.replace(_ERROR_REPLY, _RAISED_REPLY).replace(_REPLY, _MARKED_REPLY)
    runtime.Worker._drain_stderr_bounded = _drain
    functions._execute_function_warm = _with_error_class(functions._execute_function_warm)


def _with_error_class(execute: Any) -> Any:
    @functools.wraps(execute)
    def call(func: Any, event: Any, request_id: str) -> Any:
        reply = execute(func, event, request_id)
        body = reply.get("body")
        if not (isinstance(body, dict) and RAISED in body):
            return reply
        error: dict[str, Any] = body[RAISED]
        trace = f"[ERROR] {error['errorType']}: {error['errorMessage']}\nTraceback (most recent call last):\n{''.join(error['stackTrace'])}"
        log = "\n".join(filter(None, [reply.get("log"), trace]))
        return {"body": error, "error": True, "function_error": "Unhandled", "log": log}

    return call


def _drain(worker: Any, *_: Any, **__: Any) -> str:
    lines: list[str] = []
    while True:
        try:
            line: str = worker._stderr_queue.get(timeout=LOG_SECONDS)
        except queue.Empty:
            break
        text, marker, _rest = line.partition(END_OF_LOG)
        if text or not marker:
            lines.append(text)
        if marker:
            break
    return "\n".join(lines)
