"""What the gate lets through and what it stops: made-up secrets, personal data, instructions hidden in documents, and ordinary talk.

make bench-gate [DATA=folder] [TEXTS=file]

DATA holds the public sets (default: ../shared/data beside this checkout); what is absent is told, and left out. TEXTS takes other texts,
JSON lines of {id, text, source: user | document | tool | web, expect: secret | quarantine | kept}; id may be left out.
Sets are split in halves by a hash of the id: the rules were tuned on one and had never seen the other.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from time import perf_counter
from typing import Any, NamedTuple

from mnemon.adapters.codec import Codec
from mnemon.language import pii
from mnemon.language.pii_types import TYPES
from mnemon.language.shadow import plain
from mnemon.model.origins import Origin
from mnemon.writing.gate import Gate
from tests.bench import _gate_texts as sets
from tests.bench._gate_secrets import Planted, harmless, planted
from tests.bench._report import Figure, report

SEED = 7
EACH = 60
ORIGINS: tuple[Origin, ...] = ("document", "tool", "web")


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--data", type=Path, default=Path(os.environ.get("DATA") or sets.BESIDE))
    parser.add_argument("--texts", type=Path, default=Path(os.environ["TEXTS"]) if os.environ.get("TEXTS") else None)
    parser.add_argument("--seed", type=int, default=SEED)
    parser.add_argument("--misses", action="store_true", help="show what was missed, in the half that the rules were tuned on")
    asked = parser.parse_args()
    try:
        given = sets.given(asked.texts) if asked.texts else []
    except sets.Malformed as error:
        print(f"cannot read TEXTS: {error}", file=sys.stderr)
        raise SystemExit(2) from None
    figures: dict[str, Figure] = {**_secrets(asked.seed, show=asked.misses)}
    absent = sets.missing(asked.data)
    if absent:
        print("These sets are not there and are left out; fetch them, or name the folder with DATA=:", *absent, sep="\n", file=sys.stderr)
    here = {name.split("/")[0] for name in sets.FETCH if (asked.data / name).is_file()}
    if "pii_presidio_unit" in here:
        figures |= _pii(asked.data)
    if "injection_bipia" in here:
        figures |= _injection("bipia", sets.bipia(asked.data), show=asked.misses)
        figures["injection.bipia.clean_quarantined"] = _share(_quarantined(t.text, t.id) for t in sets.bipia_clean(asked.data))
    if "injection_cyberseceval" in here:
        english, translated = list(sets.cyberseceval(asked.data)), list(sets.cyberseceval_translated(asked.data))
        figures |= _injection("cyberseceval", [*english, *translated], show=False)
        figures |= _injection("cyberseceval_english", english, show=asked.misses)
        figures |= _injection("cyberseceval_translated", translated, show=False)
    if {"injection_bipia", "injection_cyberseceval"} <= here:
        # of the sets, not of their texts: how many documents an attack is put into is this benchmark's choice
        for half in ("", ".tuned", ".held_out"):
            figures[f"injection.kept{half}"] = _mean(figures, f"injection.bipia.kept{half}", f"injection.cyberseceval.kept{half}")
    if {"locomo", "memorybank"} <= here:
        figures |= _benign(list(sets.benign(asked.data)))
    if "xquad" in here:
        figures |= _documents(list(sets.paragraphs(asked.data)))
    figures |= _texts(given)
    report("gate", figures, seed=asked.seed)


def gate() -> Gate:
    return Gate(Codec(b"g" * 32))


def _secrets(seed: int, *, show: bool) -> dict[str, Figure]:
    found: dict[str, list[bool]] = defaultdict(list)
    for one in planted(seed, EACH):
        hit = not _left(one, gate().text(one.text))
        found[one.kind].append(hit)
        found[f"place {one.place}"].append(hit)
        if show and not hit:
            print(f"  left: {one}")
    blocked: list[bool] = []
    for one in harmless(seed, EACH):
        blocked.append(gate().text(one.text) != one.text)
        if show and blocked[-1]:
            print(f"  blocked: {one}")
    kinds = {name: hits for name, hits in found.items() if not name.startswith("place ")}
    return {
        "secrets.recall": _share(hit for hits in kinds.values() for hit in hits),
        "secrets.false_blocks": _share(blocked),
        "secrets.n": sum(map(len, kinds.values())),
        "secrets.harmless.n": len(blocked),
        **{f"secrets.{name.replace('place ', 'in_').replace(' ', '_')}.recall": _share(hits) for name, hits in sorted(found.items())},
    }


def _left(one: Planted, kept: str) -> bool:
    """Whether a part of the value that says something is still there."""
    value, shown = (_bare(text) for text in (one.value or "", kept))
    size = min(len(value), 10 if len(value) > 20 else len(value))
    return any(value[i : i + size] in shown for i in range(0, len(value) - size + 1))


def _bare(text: str) -> str:
    return "".join(plain(text).text.split())


class _Count(NamedTuple):
    right: int = 0
    wanted: int = 0
    found: int = 0
    acted: int = 0
    """Right, and certain enough for the gate to act on."""

    def plus(self, case: Mapping[str, Any], finds: Sequence[pii.Pii]) -> _Count:
        """A find is right when it stands where the case says; a few cases say only how many there are."""
        wanted, places = case["expected_len"] or 0, _places(case)
        hits = [one for one in finds if any(one.start < end and start < one.end for start, end in places)] if places else list(finds)
        return _Count(
            self.right + min(wanted, len(hits)),
            self.wanted + wanted,
            self.found + len(finds),
            self.acted + min(wanted, sum(one.certain for one in hits)),
        )


def _places(case: Mapping[str, Any]) -> list[tuple[int, int]]:
    given = case["positions"] or []
    if given and isinstance(given[0], int):
        given = [given]
    return [(place[0], place[1]) for place in given if len(place) == 2]


def _pii(data: Path) -> dict[str, Figure]:
    """By type, and together by half. `acted`: what the gate acts on where the policy names the type; the rest lacks a word beside it."""
    counts: dict[str, _Count] = defaultdict(_Count)
    known = {type.name for type in TYPES}
    for number, case in enumerate(json.loads((data / "pii_presidio_unit" / "recognizer_cases.json").read_text())):
        name = case["entity"].lower()
        finds = pii.find(case["text"], {name}) if name in known else []
        for key in (name, "all", f"all.{sets.half(f'pii {number}')}", *(["known_types"] if name in known else [])):
            counts[key] = counts[key].plus(case, finds)
    figures: dict[str, Figure] = {}
    for name, count in sorted(counts.items()):
        if count.wanted:
            figures[f"pii.{name}.recall"] = round(count.right / count.wanted, 4)
            figures[f"pii.{name}.acted"] = round(count.acted / count.wanted, 4)
        if count.found:
            figures[f"pii.{name}.precision"] = round(count.right / count.found, 4)
    return figures


def _injection(name: str, texts: Iterable[sets.Text], *, show: bool) -> dict[str, Figure]:
    kept: dict[str, list[bool]] = defaultdict(list)
    for one in texts:
        passed = not _quarantined(one.text, one.id)
        for key in ("", f".{one.half}", f".{one.group}"):
            kept[key].append(passed)
        if show and passed and one.half == "tuned":
            print(f"  kept: {one.group}: {one.id[:200]!r}")
    return {**{f"injection.{name}.kept{key}": _share(hits) for key, hits in sorted(kept.items())}, f"injection.{name}.n": len(kept[""])}


def _benign(texts: list[sets.Text]) -> dict[str, Figure]:
    """The turns as a user says them, and the same words as a document's: the second is the harder, and the figure."""
    as_documents = [(one, gate().quarantines(one.text, "document")) for one in texts]
    as_turns = [gate().quarantines(one.text, "user") for one in texts]
    masked = [gate().text(one.text) != one.text for one in texts]
    began = perf_counter()
    for one in texts:
        gate().text(one.text)
    redacting = perf_counter() - began
    began = perf_counter()
    for one in texts:
        gate().quarantines(one.text, "document")
    judging = perf_counter() - began
    size = sum(len(one.text) for one in texts) / 1_000
    return {
        "injection.benign_quarantined": _share(hit for _, hit in as_documents),
        "injection.benign_quarantined.as_turns": _share(as_turns),
        **{
            f"injection.benign_quarantined.{part}": _share(hit for one, hit in as_documents if part in (one.half, one.group))
            for part in ("tuned", "held_out", "locomo", "memorybank_en", "memorybank_cn")
        },
        "injection.benign.n": len(texts),
        "secrets.benign_blocked": _share(masked),
        "gate.text_us_per_1000": round(redacting / size * 1e6, 1),
        "gate.judge_us_per_1000": round(judging / size * 1e6, 1),
    }


def _documents(paragraphs: list[tuple[sets.Text, sets.Text]]) -> dict[str, Figure]:
    """Paragraphs of an encyclopedia, by language, and with questions about them."""
    found: dict[str, list[bool]] = defaultdict(list)
    for alone, asked in paragraphs:
        found[""].append(_quarantined(alone.text, alone.id))
        found[f".{alone.half}"].append(found[""][-1])
        found[f".{alone.group}"].append(found[""][-1])
        found[".with_questions"].append(_quarantined(asked.text, asked.id))
    return {
        **{f"injection.benign_documents{key}": _share(hits) for key, hits in sorted(found.items())},
        "injection.benign_documents.n": len(found[""]),
    }


def _texts(texts: Iterable[sets.Given]) -> dict[str, Figure]:
    right: dict[str, list[bool]] = defaultdict(list)
    for one in texts:
        blocked, held = gate().text(one.text) != one.text, gate().quarantines(one.text, one.source)
        right[one.expect].append({"secret": blocked, "quarantine": held, "kept": not blocked and not held}[one.expect])
    return {f"texts.{name}.{key}": value for name, hits in right.items() for key, value in (("rate", _share(hits)), ("n", len(hits)))}


def _quarantined(text: str, id: str) -> bool:
    """Each text comes from one of the untrusted sources."""
    return Gate.quarantines(text, ORIGINS[len(id) % len(ORIGINS)])


def _share(hits: Iterable[bool]) -> float:
    seen = list(hits)
    return round(sum(seen) / len(seen), 4) if seen else 0.0


def _mean(figures: dict[str, Figure], *names: str) -> float:
    return round(sum(float(figures[name]) for name in names) / len(names), 4)


if __name__ == "__main__":
    main()
