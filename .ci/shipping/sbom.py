"""Lists what an installation consists of, as CycloneDX JSON, from what is installed here."""

import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from importlib.metadata import Distribution, distribution
from typing import Any, Final
from uuid import NAMESPACE_URL, uuid5

from packaging.requirements import Requirement

ROOT: Final = "paper-umpire"
_SEPARATORS: Final = re.compile(r"[-_.]+")


def plain_name(name: str) -> str:
    """One spelling for one package.

    >>> plain_name("Typing_Extensions")
    'typing-extensions'
    """
    return _SEPARATORS.sub("-", name).lower()


@dataclass(frozen=True, slots=True, kw_only=True)
class NeededPackage:
    """A package, with what it and the extras asked of it need here, by plain name."""

    installed: Distribution
    needs: set[str]


def needed(root: str = ROOT) -> dict[str, NeededPackage]:
    """The package with all that it needs to run on this machine, itself first."""
    found: dict[str, NeededPackage] = {}
    asked: list[tuple[str, frozenset[str]]] = [(root, frozenset())]
    done = set(asked)
    for name, extras in asked:
        if name not in found:
            found[name] = NeededPackage(installed=distribution(name), needs=set())
        for wanted in _wanted(found[name].installed, extras):
            found[name].needs.add(wanted[0])
            if wanted not in done:
                done.add(wanted)
                asked.append(wanted)
    return found


def _wanted(
    installed: Distribution, extras: frozenset[str]
) -> Iterator[tuple[str, frozenset[str]]]:
    for line in installed.requires or ():
        wanted = Requirement(line)
        chosen = extras or {""}
        if wanted.marker is None or any(wanted.marker.evaluate({"extra": each}) for each in chosen):
            yield plain_name(wanted.name), frozenset(wanted.extras)


def bill_of_materials(
    *, version: str, made_at: str, carried: Sequence[dict[str, Any]] = ()
) -> dict[str, Any]:
    """The document; the same installation gives the same one.

    What is handed out with its own environment carries more than packages of Python.
    """
    found = needed()
    references = {name: _reference(name, each.installed) for name, each in found.items()}
    references[ROOT] = f"pkg:pypi/{ROOT}@{version}"
    components = [
        _component(name, each.installed) for name, each in sorted(found.items()) if name != ROOT
    ]
    components += carried
    links: list[dict[str, Any]] = [
        {"ref": references[name], "dependsOn": sorted(references[other] for other in each.needs)}
        for name, each in sorted(found.items())
    ]
    own = next(each for each in links if each["ref"] == references[ROOT])
    own["dependsOn"] = sorted([*own["dependsOn"], *(each["bom-ref"] for each in carried)])
    told = json.dumps([references, components, links], sort_keys=True)
    return {
        "$schema": "http://cyclonedx.org/schema/bom-1.6.schema.json",
        "bomFormat": "CycloneDX",
        "specVersion": "1.6",
        "serialNumber": f"urn:uuid:{uuid5(NAMESPACE_URL, told)}",
        "version": 1,
        "metadata": {
            "timestamp": made_at,
            "component": {
                "type": "application",
                "bom-ref": references[ROOT],
                "name": ROOT,
                "version": version,
                "purl": references[ROOT],
            },
        },
        "components": components,
        "dependencies": links,
    }


def _reference(name: str, installed: Distribution) -> str:
    return f"pkg:pypi/{name}@{installed.version}"


def _component(name: str, installed: Distribution) -> dict[str, Any]:
    told = {
        "type": "library",
        "bom-ref": _reference(name, installed),
        "name": name,
        "version": installed.version,
        "purl": _reference(name, installed),
    }
    licence = _licence(installed)
    return {**told, "licenses": [licence]} if licence else told


def _licence(installed: Distribution) -> dict[str, Any] | None:
    """As the package says it: an expression of its own, or the name it goes by."""
    metadata = installed.metadata
    for expression in metadata.get_all("License-Expression") or ():
        return {"expression": expression}
    named = [
        line.rpartition(" :: ")[2]
        for line in metadata.get_all("Classifier") or ()
        if line.startswith("License :: ")
    ]
    named += [line.partition("\n")[0] for line in metadata.get_all("License") or ()]
    return {"license": {"name": named[0][:80]}} if named else None
