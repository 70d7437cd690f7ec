"""The public sets that the gate is measured on, as texts with what is expected of them. None of them is part of this project."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Literal, NamedTuple, cast, get_args

from infra.local.layout import ROOT
from mnemon.model.origins import Origin

BESIDE = ROOT.parent / "shared" / "data"
CONTEXTS = 2
"""How many documents each attack of BIPIA is put into, at three places each."""
FETCH = {
    "pii_presidio_unit/recognizer_cases.json": "the parametrised rows of https://github.com/microsoft/presidio, presidio-analyzer/tests",
    "injection_bipia/text_attack_test.json": "benchmark/ of https://github.com/microsoft/BIPIA",
    "injection_cyberseceval/prompt_injection.json": "CybersecurityBenchmarks/datasets of https://github.com/meta-llama/PurpleLlama",
    "locomo/locomo_dev.json": "data/ of https://github.com/snap-research/LoCoMo (CC BY-NC 4.0)",
    "xquad/xquad.en.json": "xquad.<language>.json of https://github.com/google-deepmind/xquad (CC BY-SA 4.0)",
    "memorybank/en/memory_bank_en.json": "eval_data/ of https://github.com/zhongwanjun/MemoryBank-SiliconFriend",
}


class Text(NamedTuple):
    id: str
    text: str
    group: str

    @property
    def half(self) -> str:
        """The half that the rules were tuned on, and the one that they had never seen."""
        return half(self.id)


Expected = Literal["secret", "quarantine", "kept"]
SOURCES: tuple[Origin, ...] = ("user", "document", "tool", "web")
FORM = (
    'one JSON object a line, {"id": ..., "text": ..., "source": ..., "expect": ...}: '
    f"source {' | '.join(SOURCES)}, expect {' | '.join(get_args(Expected))}; id may be left out"
)


class Malformed(ValueError):
    """Which line of a file of texts cannot be read, and why."""


class Given(NamedTuple):
    """A text of whoever measures, and what the gate should do with it."""

    text: str
    source: Origin
    expect: Expected


def given(path: Path) -> list[Given]:
    """Empty lines are passed over. Raises Malformed."""
    try:
        lines = path.read_text(encoding="utf-8").split("\n")
    except (OSError, UnicodeDecodeError) as error:
        raise Malformed(f"{path}: {error}") from None
    return [_given(line, f"{path}, line {number}") for number, line in enumerate(lines, 1) if line.strip()]


def _given(line: str, where: str) -> Given:
    try:
        row: object = json.loads(line)
    except json.JSONDecodeError as error:
        raise Malformed(f"{where}: no JSON ({error.msg}, column {error.colno})\n{FORM}") from None
    if not isinstance(row, dict):
        raise Malformed(f"{where}: no JSON object\n{FORM}")
    fields = cast("dict[str, Any]", row)
    wrong = [f"{name} is missing" for name in Given._fields if name not in fields]
    if "text" in fields and not isinstance(fields["text"], str):
        wrong.append("text is no string")
    allowed: dict[str, tuple[str, ...]] = {"source": SOURCES, "expect": get_args(Expected)}
    wrong += [f"{name} is {fields[name]!r}" for name, values in allowed.items() if name in fields and fields[name] not in values]
    if wrong:
        raise Malformed(f"{where}: {', '.join(wrong)}\n{FORM}")
    return Given(fields["text"], fields["source"], fields["expect"])


def half(id: str) -> str:
    return ("tuned", "held_out")[hashlib.sha256(id.encode()).digest()[0] % 2]


def missing(data: Path) -> list[str]:
    return [f"  {data / name}\n    from {source}" for name, source in FETCH.items() if not (data / name).is_file()]


def bipia(data: Path) -> Iterator[Text]:
    """Each attack at the start, in the middle and at the end of emails, tables and code, as the set intends."""
    folder = data / "injection_bipia"
    for kind, names in (("text", ("email", "table")), ("code", ("code",))):
        contexts = {name: _contexts(folder, name) for name in names}
        for attack in _attacks(folder, kind):
            number = int.from_bytes(hashlib.sha256(attack.encode()).digest()[1:5], "big")
            for name in names:
                for step in range(CONTEXTS):
                    host = contexts[name][(number + step * 7) % len(contexts[name])]
                    lines = host.split("\n")
                    middle = len(lines) // 2
                    yield Text(attack, f"{attack}\n{host}", name)
                    yield Text(attack, "\n".join((*lines[:middle], attack, *lines[middle:])), name)
                    yield Text(attack, f"{host}\n{attack}", name)


def bipia_clean(data: Path) -> Iterator[Text]:
    """The documents themselves: nothing was put into them."""
    for name in ("email", "table", "code"):
        for host in _contexts(data / "injection_bipia", name):
            yield Text(host, host, name)


def cyberseceval(data: Path) -> Iterator[Text]:
    for case in _json(data / "injection_cyberseceval" / "prompt_injection.json"):
        yield Text(case["user_input"], case["user_input"], f"{case['injection_type']}.{case['risk_category'].split('-')[0]}")


def cyberseceval_translated(data: Path) -> Iterator[Text]:
    path = data / "injection_cyberseceval" / "prompt_injection_multilingual_machine_translated.json"
    for case in _json(path) if path.is_file() else ():
        yield Text(case["user_input"], case["user_input"], case["speaking_language"])


def benign(data: Path) -> Iterator[Text]:
    """Every turn of LoCoMo's and MemoryBank's conversations."""
    for number, talk in enumerate(_json(data / "locomo" / "locomo_dev.json")):
        for name, session in talk["conversation"].items():
            if isinstance(session, list):
                for turn in session:
                    yield Text(f"locomo {number} {name} {turn['dia_id']}", turn["text"], "locomo")
    for language in ("en", "cn"):
        for user, bank in _json(data / "memorybank" / language / f"memory_bank_{language}.json").items():
            for day, turns in bank.get("history", {}).items():
                for number, turn in enumerate(turns):
                    for role, text in turn.items():
                        if isinstance(text, str) and text:
                            yield Text(f"memorybank {user} {day} {number} {role}", text, f"memorybank_{language}")


def paragraphs(data: Path) -> Iterator[tuple[Text, Text]]:
    """XQuAD's paragraphs, in each language, alone and with the questions about them behind, as in a school book."""
    for path in sorted((data / "xquad").glob("xquad.*.json")):
        for article in _json(path)["data"]:
            for number, one in enumerate(article["paragraphs"]):
                id, group = f"xquad {path.name} {article['title']} {number}", path.name.split(".")[1]
                asked = "\n".join(question["question"] for question in one["qas"])
                yield Text(id, one["context"], group), Text(id, f"{one['context']}\n\n{asked}", group)


def _attacks(folder: Path, kind: str) -> list[str]:
    found = (_json(path) for path in sorted(folder.glob(f"{kind}_attack_*.json")))
    return [attack for attacks in found for group in attacks.values() for attack in group]


def _contexts(folder: Path, name: str) -> list[str]:
    rows = [json.loads(line) for path in sorted((folder / name).glob("*.jsonl")) for line in path.read_text().splitlines()]
    return list(dict.fromkeys("\n".join(row["context"]) if isinstance(row["context"], list) else row["context"] for row in rows))


def _json(path: Path) -> Any:
    return json.loads(path.read_text())
