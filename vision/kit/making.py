"""Makes a whole kit: the plan of a battle, the design of each piece, and the warnings."""

from dataclasses import dataclass

from vision.kit.designs.anchors import anchor_advice
from vision.kit.designs.art import PLAIN, Look
from vision.kit.designs.cards import card_design
from vision.kit.designs.game_sheet import sheet_design
from vision.kit.designs.piece_design import Design, design_for
from vision.kit.designs.terrain_templates import template_design
from vision.kit.paper.page_room import require_printable
from vision.kit.tags.plan import Plan, PlannedPiece, outgrown_tags, plan_for
from vision.kit.tags.sizes import TableView, advice
from vision.kit.wanted.army import Army
from vision.kit.wanted.kinds import Group, Stands
from vision.kit.wanted.letters import letters_advice


@dataclass(frozen=True, slots=True, kw_only=True)
class Kit:
    """Everything that is decided before pages are laid out."""

    army: Army
    view: TableView
    plan: Plan
    designs: tuple[Design, ...]
    warnings: tuple[str, ...]
    look: Look = PLAIN


def kit_for(army: Army, view: TableView, *, look: Look = PLAIN) -> Kit:
    """Plan and design a kit; a roster that cannot be printed is refused."""
    for item in army.items:
        require_printable(item)
    plan = plan_for(army, view.dictionary)
    designs = tuple(design_of(piece, view, look=look) for piece in plan.pieces)
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
        look=look,
    )


def design_of(piece: PlannedPiece, view: TableView, *, look: Look = PLAIN) -> Design:
    """How one piece is printed."""
    match piece.item.kind.group:
        case Group.CARDS | Group.SLIPS:
            return card_design(piece, view)
        case Group.SHEET:
            return sheet_design(piece, view)
        case Group.TERRAIN if piece.item.stands is not Stands.ROOF:
            return template_design(piece, view, look=look)
        case _:
            return design_for(piece, view, look=look)
