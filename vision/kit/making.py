"""Knows a whole kit: the plan of a battle, the design of each piece, and what to warn of."""

from dataclasses import dataclass

from vision.kit.anchors import anchor_advice
from vision.kit.army import Army
from vision.kit.cards import card_design
from vision.kit.designs import Design, design_for
from vision.kit.game_sheet import sheet_design
from vision.kit.kinds import Group, Stands
from vision.kit.letters import letters_advice
from vision.kit.page_room import require_printable
from vision.kit.plan import Piece, Plan, outgrown_tags, plan_for
from vision.kit.sizes import View, advice
from vision.kit.templates import template_design


@dataclass(frozen=True, slots=True, kw_only=True)
class Kit:
    """Everything that is decided before pages are laid out."""

    army: Army
    view: View
    plan: Plan
    designs: tuple[Design, ...]
    warnings: tuple[str, ...]


def kit_for(army: Army, view: View) -> Kit:
    """Plan and design a kit; a roster that cannot be printed is refused."""
    for item in army.items:
        require_printable(item)
    plan = plan_for(army, view.dictionary)
    designs = tuple(design_of(piece, view) for piece in plan.pieces)
    sizes = [tag.size for design in designs for face in design.faces for tag in face.tags]
    warnings = [*advice(view, sizes), *anchor_advice(view), *letters_advice(army.items)]
    warnings += outgrown_tags(army)
    warnings += [told for design in designs for told in design.warnings]
    return Kit(
        army=army,
        view=view,
        plan=plan,
        designs=designs,
        warnings=tuple(dict.fromkeys(warnings)),
    )


def design_of(piece: Piece, view: View) -> Design:
    """How one piece is printed."""
    match piece.item.kind.group:
        case Group.CARDS | Group.SLIPS:
            return card_design(piece, view)
        case Group.SHEET:
            return sheet_design(piece, view)
        case Group.TERRAIN if piece.item.stands is not Stands.ROOF:
            return template_design(piece, view)
        case _:
            return design_for(piece, view)
