"""The keyed hashes by which a fact is found without the index: by what it says, and by what it is a value of."""

from __future__ import annotations

from mnemon.language.synonyms import attribute_name
from mnemon.model.rows import Box
from mnemon.model.text import folded

_SEPARATOR = "\x1f"
DEFAULT_SUBJECT = "user"
"""Of an attribute that was said of nobody else."""


def text_digest(box: Box, content: str, namespace: str | None = None) -> str:
    """Of `KEY#text#`: (namespace, content in NFKC, case folded, spaces collapsed)."""
    return box.digest("text", _SEPARATOR.join((namespace or "", folded(content))))


def attribute_digest(box: Box, subject: str, attribute: str, namespace: str | None = None) -> str:
    """Of `KEY#attr#`: (namespace, subject, attribute), the attribute by the one name that it has among its synonyms."""
    return box.digest("attr", _SEPARATOR.join((namespace or "", folded(subject), folded(attribute_name(attribute)))))


def alias_digest(box: Box, form: str) -> str:
    """Of `KEY#alias#`: one name of an entity, in the form in which names are compared (`language.aliases.form`)."""
    return box.digest("alias", form)


def session_digest(box: Box, session_id: str) -> str:
    """A session as it stands in keys."""
    return box.digest("session", session_id)


def task_digest(box: Box, task: str) -> str:
    """An agent's task as it stands in keys."""
    return box.digest("task", task)


def task_key_digest(box: Box, task: str, key: str) -> str:
    """One key of a task: the same name in two tasks is told apart."""
    return box.digest("task key", _SEPARATOR.join((task, key)))
