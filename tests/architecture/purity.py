"""What the packages must not do though no import shows it, and finds it in their source."""

import ast
import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from pathlib import PurePath

from tests.walked import nodes_of

Node = ast.stmt | ast.expr
Finder = Callable[[ast.Module], Iterable[Node]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Ban:
    """Something that is not done in some of the modules, with the reason its finding prints."""

    name: str
    why: str
    find: Finder
    applies_to: Callable[[PurePath], bool]
    example: str
    """A line that must be found; it is planted by the test of this ban."""
    innocent: str
    """A line much like it that must be left alone."""


def breaches(source: str, path: PurePath) -> Iterator[str]:
    """One line for each banned thing in the source of the module at this path."""
    tree = ast.parse(source)
    for ban in BANS:
        if ban.applies_to(path):
            for line in sorted({node.lineno for node in ban.find(tree)}):
                yield f"{path}:{line}: expected no {ban.name} here: {ban.why}"


# Every ban looks through the same module.
_nodes = lru_cache(maxsize=2)(nodes_of)


def imports(tree: ast.Module, module: str) -> bool:
    """Whether this module imports `module` or something below it."""
    return any(name == module or name.startswith(f"{module}.") for name in _all_imported(tree))


@lru_cache(maxsize=2)
def _all_imported(tree: ast.Module) -> frozenset[str]:
    return frozenset(name for node in _nodes(tree) for name in _imported_names(node))


def _anywhere(matches: Callable[[ast.AST], bool]) -> Finder:
    def find(tree: ast.Module) -> Iterator[Node]:
        for node in _nodes(tree):
            if isinstance(node, Node) and matches(node):
                yield node

    return find


def _dotted(node: ast.AST) -> str:
    """`a.b.c` of an attribute chain; a chain on anything but a name begins with a dot."""
    if isinstance(node, ast.Name):
        return node.id
    if isinstance(node, ast.Attribute):
        return f"{_dotted(node.value)}.{node.attr}"
    return ""


def _imported_names(node: ast.AST) -> set[str]:
    if isinstance(node, ast.Import):
        return {alias.name for alias in node.names}
    if isinstance(node, ast.ImportFrom) and node.module is not None:
        return {f"{node.module}.{alias.name}" for alias in node.names}
    return set()


def _is_call(node: ast.AST, *names: str) -> bool:
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in names


def _calls(*names: str) -> Finder:
    return _anywhere(lambda node: _is_call(node, *names))


def _uses(pattern: str) -> Finder:
    """Finds imports of, and attribute chains to, a dotted name that ends with the pattern."""
    expression = re.compile(rf"(.*\.)?({pattern})")

    def find(tree: ast.Module) -> Iterator[Node]:
        for node, names in _named(tree):
            if any(expression.fullmatch(name) for name in names):
                yield node

    return find


@lru_cache(maxsize=2)
def _named(tree: ast.Module) -> tuple[tuple[Node, frozenset[str]], ...]:
    """Imports and attribute chains with their dotted names."""
    return tuple(
        (node, frozenset((_dotted(node),)) if chain else frozenset(_imported_names(node)))
        for node in _nodes(tree)
        if (chain := isinstance(node, ast.Attribute))
        or isinstance(node, ast.Import | ast.ImportFrom)
    )


def _is_set(node: ast.AST) -> bool:
    return isinstance(node, ast.Set | ast.SetComp) or _is_call(node, "set", "frozenset")


def _orders_a_set(node: ast.AST) -> bool:
    if isinstance(node, ast.For):
        return _is_set(node.iter)
    if isinstance(node, ast.ListComp | ast.GeneratorExp | ast.DictComp):
        return any(_is_set(generator.iter) for generator in node.generators)
    if isinstance(node, ast.Call) and len(node.args) == 1:
        joins = isinstance(node.func, ast.Attribute) and node.func.attr == "join"
        orders = joins or _is_call(node, "list", "tuple", "enumerate", "iter", "next")
        return orders and _is_set(node.args[0])
    return False


MUTABLE_DISPLAYS = (ast.List, ast.Dict, ast.Set, ast.ListComp, ast.DictComp, ast.SetComp)
MUTABLE_TYPES = {
    "list",
    "dict",
    "set",
    "bytearray",
    "defaultdict",
    "deque",
    "Counter",
    "OrderedDict",
}


def _mutable_module_state(tree: ast.Module) -> Iterator[Node]:
    for node in tree.body:
        if not isinstance(node, ast.Assign | ast.AnnAssign):
            continue
        targets = node.targets if isinstance(node, ast.Assign) else [node.target]
        if [_dotted(target) for target in targets] == ["__all__"]:
            continue
        made = _dotted(node.value.func) if isinstance(node.value, ast.Call) else ""
        if isinstance(node.value, MUTABLE_DISPLAYS) or made.rpartition(".")[2] in MUTABLE_TYPES:
            yield node


READERS = {
    "read_text",
    "read_bytes",
    "write_text",
    "write_bytes",
    "open",
    "open_text",
    "open_binary",
}


def _reads_files(tree: ast.Module) -> Iterator[Node]:
    # The loader of package data is the one module that imports importlib.resources.
    if imports(tree, "importlib.resources"):
        return
    for node in _nodes(tree):
        if isinstance(node, ast.Call) and _dotted(node.func).rpartition(".")[2] in READERS:
            yield node


def _imports_by_name(tree: ast.Module) -> Iterator[Node]:
    for node in _nodes(tree):
        for name in _imported_names(node):
            top = name.partition(".")[0]
            resources = name.startswith("importlib.resources")
            if top in {"importlib", "pkgutil", "runpy"} and not resources:
                assert isinstance(node, ast.stmt)
                yield node


def _in_rules(path: PurePath) -> bool:
    return path.parts[0] == "rules"


def _in_rules_but_registry(path: PurePath) -> bool:
    return _in_rules(path) and path != PurePath("rules/registry.py")


def _everywhere(path: PurePath) -> bool:
    return bool(path.parts)


def _outside_camera(path: PurePath) -> bool:
    return path.parts[:2] != ("vision", "camera") and path != PurePath("vision/camera.py")


BANS = (
    Ban(
        name="built-in that reaches outside",
        why="rules get what they need as arguments and answer with values",
        find=_calls("input", "print", "breakpoint"),
        applies_to=_in_rules,
        example="print('hit')",
        innocent="say('hit')",
    ),
    Ban(
        name="code made at run time",
        why="nobody could say any more what a ruling rests on",
        find=_calls("eval", "exec", "compile", "__import__", "globals"),
        applies_to=_in_rules,
        example="limit = eval('6 + 6')",
        innocent="limit = evaluate('6 + 6')",
    ),
    Ban(
        name="hash() or id()",
        why="both differ from process to process, so a replay would differ too",
        find=_calls("hash", "id"),
        applies_to=_in_rules,
        example="key = hash('tank')",
        innocent="key = unit.id",
    ),
    Ban(
        name="order taken from a set",
        why="the order of strings in a set differs from process to process: sorted() it",
        find=_anywhere(_orders_a_set),
        applies_to=_in_rules,
        example="lines = ', '.join({'tank', 'truck'})",
        innocent="lines = ', '.join(sorted({'tank', 'truck'}))",
    ),
    Ban(
        name="global statement",
        why="state lives in the battle, which is passed in and returned",
        find=_anywhere(lambda node: isinstance(node, ast.Global)),
        applies_to=_in_rules,
        example="def count():\n    global total",
        innocent="def count():\n    total = 1",
    ),
    Ban(
        name="mutable value at module level",
        why="it would be shared by every battle: a tuple, a frozenset or a MappingProxyType is not",
        find=_mutable_module_state,
        applies_to=_in_rules,
        example="RANGES = {'rifle': 12}",
        innocent="RANGES = MappingProxyType({'rifle': 12})",
    ),
    Ban(
        name="numpy.random",
        why="dice arrive inside the command",
        find=_uses(r"(np|numpy)\.random(\..*)?"),
        applies_to=_in_rules,
        example="die = np.random.default_rng(7)",
        innocent="die = command.random",
    ),
    Ban(
        name="file",
        why="rules read only their own package data, through the module with importlib.resources",
        find=_reads_files,
        applies_to=_in_rules,
        example="text = folder.joinpath('units.toml').read_text()",
        innocent="text = package_data.load('units.toml')",
    ),
    Ban(
        name="file read by numpy",
        why="rules read only their own package data, through the module with importlib.resources",
        find=_uses(
            r"(np|numpy)\.(load|save|savez|savez_compressed|loadtxt|savetxt|genfromtxt|fromfile|memmap)"
            r"|tofile"
        ),
        applies_to=_in_rules,
        example="heights = np.load('hills.npy')",
        innocent="heights = package_data.load('hills.toml')",
    ),
    Ban(
        name="import by name",
        why="only rules/registry.py looks for games, and nothing else is looked for",
        find=_imports_by_name,
        applies_to=_in_rules_but_registry,
        example="from importlib import import_module",
        innocent="from importlib.resources import files",
    ),
    Ban(
        name="prepared shapely geometry",
        why=(
            "shared between two threads it crashes the process, and the vision thread and the "
            "server's threads share the terrain; contains_xy and STRtree prepare silently"
        ),
        find=_uses(r"shapely\.prepare|shapely\.prepared(\..*)?|STRtree|contains_xy|intersects_xy"),
        applies_to=_everywhere,
        example="shapely.prepare(wood)",
        innocent="shapely.intersects(wood, line)",
    ),
    Ban(
        name="window of OpenCV",
        why="without a display it ends the process, and no exception is raised",
        find=_uses("imshow|namedWindow|waitKey|selectROI|createTrackbar"),
        applies_to=_everywhere,
        example="cv2.imshow('table', frame)",
        innocent="cv2.imencode('.jpg', frame)",
    ),
    Ban(
        name="CALIB_DISABLE_SCHUR_COMPLEMENT",
        why="in OpenCV 5.0.0 the flag fits a tilted sensor of fourteen coefficients instead",
        find=_uses("CALIB_DISABLE_SCHUR_COMPLEMENT"),
        applies_to=_everywhere,
        example="flags = cv2.CALIB_DISABLE_SCHUR_COMPLEMENT",
        innocent="flags = cv2.CALIB_USE_INTRINSIC_GUESS",
    ),
    Ban(
        name="device opened",
        why="a driver can hang for ever, so vision/camera does it in a process of its own",
        find=_uses("VideoCapture"),
        applies_to=_outside_camera,
        example="camera = cv2.VideoCapture(0)",
        innocent="recording = cv2.VideoWriter()",
    ),
)
