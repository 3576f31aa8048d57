"""Lists what a seat may ask for now, and what it may know."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import Final

from rules.referee.court.agreements import changeable
from rules.referee.court.consent import missing_sides, told_refusal
from rules.referee.court.corrections import falling, last_standing
from rules.referee.court.declared import declared_now, seen_table, sees
from rules.referee.court.disputing.dispute_sentences import (
    challengeable,
    dispute_templates,
    shown_disputes,
)
from rules.referee.court.hidden import shown_to
from rules.referee.court.pausing import clock_templates
from rules.referee.court.proposals import Proposal, open_proposals
from rules.referee.court.reaching import with_reach
from rules.referee.court.sentences import said, say
from rules.referee.court.usual_facts import facts_for
from rules.referee.facts.battle import written_facts
from rules.referee.log.battle import Battle, Pending, awaits, ended
from rules.referee.log.house_options import all_options
from rules.referee.log.house_words import TakeBackAsked
from rules.referee.toolkit.amending import Amendable
from rules.referee.toolkit.game import Hole, Template, Weight
from rules.table.snapshot import Snapshot

REASON: Final = Hole(name="reason", kind="text", optional=True)


def offers(battle: Battle, snapshot: Snapshot, *, seat: str) -> tuple[Template, ...]:
    """What this seat may ask for: the game's own first, then the referee's."""
    if battle.seat(seat) is None:
        return ()
    table = seen_table(battle, snapshot)
    own = battle.game.options(battle.state, table, seat)
    return (
        *(
            with_reach(battle.game, battle.state, table=table, template=_helped(battle, each))
            for each in own
        ),
        *_answers(battle, seat),
        *_proposed(battle, snapshot, seat=seat),
        *(replace(each, weight=Weight.QUIET) for each in _beside(battle, snapshot, seat=seat)),
    )


def _helped(battle: Battle, template: Template) -> Template:
    """What it is for; a command that is shown greyed says what would do instead, too."""
    told = battle.game.clauses.explanation(template.command, template.says)
    if told is not None:
        template = replace(template, help=told)
    if template.refusal is None:
        return template
    return replace(template, refusal=told_refusal(battle, template.refusal))


def _beside(battle: Battle, snapshot: Snapshot, *, seat: str) -> Iterator[Template]:
    """The referee's own, which is possible at any time."""
    yield from _vouching(battle, shown_to(battle, snapshot, seat=seat), seat=seat)
    yield from _taking_back(battle, seat)
    yield from _disputing(battle, seat)
    yield from _agreements(battle, seat)
    yield from clock_templates(battle, seat=seat)


def view(battle: Battle, *, seat: str) -> Mapping[str, object]:
    """What this seat may know, built up field by field; a name that is no seat's sees as much as
    the game shows to anybody.
    """
    return {
        "game": battle.game.slug,
        "title": battle.game.title,
        "seat": seat,
        "seats": [{"name": each.name, "sides": list(each.sides)} for each in battle.setup.seats],
        "options": dict(battle.options.values),
        "facts": written_facts(facts_for(battle, seat=seat)),
        "state": battle.game.view(battle.state, seat),
        "awaits": awaits(battle),
        "result": ended(battle),
        "sequence": battle.sequence,
        "disputes": shown_disputes(battle),
        "asks": [_shown_ask(battle, each) for each in battle.pending],
        "declared": [
            {
                "piece": each.pose.piece,
                "author": each.author,
                "x_in": each.pose.x_in,
                "y_in": each.pose.y_in,
                "heading_deg": each.pose.heading_deg,
                "sigma_in": each.pose.sigma_in,
            }
            for each in battle.declared
        ],
    }


def _shown_ask(battle: Battle, pending: Pending) -> dict[str, object]:
    return {
        "ask": pending.ask,
        "author": pending.author,
        "says": said(battle, (pending.ask,)),
        "agreed": list(pending.agreed),
        "waits_for": list(missing_sides(battle, pending)),
    }


def _answers(battle: Battle, seat: str) -> tuple[Template, ...]:
    sitting = battle.seat(seat)
    sides = () if sitting is None else sitting.sides
    templates: list[Template] = []
    for each in battle.pending:
        fixed = MappingProxyType({"ask": each.ask})
        says = said(battle, (each.ask,))
        if set(sides) & set(missing_sides(battle, each)):
            templates += (
                Template(command="agree", says=f"Agree. {says}", fixed=fixed),
                Template(command="object", says=f"Object. {says}", fixed=fixed, holes=(REASON,)),
            )
        elif each.author == seat:
            withdraw = f"Withdraw the question. {says}"
            templates.append(
                Template(
                    command="object",
                    says=withdraw,
                    fixed=fixed,
                    holes=(REASON,),
                    verb="Withdraw",
                    weight=Weight.PLAIN,
                )
            )
    return tuple(templates)


def _proposed(battle: Battle, snapshot: Snapshot, *, seat: str) -> tuple[Template, ...]:
    templates: list[Template] = []
    for each in open_proposals(battle, snapshot):
        fixed = MappingProxyType({"proposal": each.id})
        if each.command is not None and _may_accept(battle, each, seat=seat):
            templates.append(
                Template(command="accept_proposal", says=f"Accept: {each.says}", fixed=fixed)
            )
        templates.append(
            Template(command="dismiss_proposal", says=f"Dismiss: {each.says}", fixed=fixed)
        )
    return tuple(templates)


def _may_accept(battle: Battle, proposal: Proposal, *, seat: str) -> bool:
    return proposal.seat == seat or battle.seat(proposal.seat) is None


def _vouching(battle: Battle, snapshot: Snapshot, *, seat: str) -> tuple[Template, ...]:
    unseen = tuple(
        piece.id
        for piece in snapshot.pieces
        if piece.pose is not None and not sees(snapshot, piece)
    )
    counting = {each.pose.piece for each in declared_now(battle, snapshot)}
    waiting = tuple(piece for piece in unseen if piece not in counting)
    own = tuple(each.pose.piece for each in battle.declared if each.author == seat)
    templates: list[Template] = []
    if waiting:
        templates.append(
            Template(
                command="declare_unmoved",
                says="Vouch that a hidden piece stands where the camera saw it last.",
                holes=(Hole(name="piece", kind="unit", allowed=waiting),),
            )
        )
    if own:
        templates.append(
            Template(
                command="withdraw_declared",
                says="No longer vouch for a piece.",
                holes=(Hole(name="piece", kind="unit", allowed=own),),
            )
        )
    return tuple(templates)


def _disputing(battle: Battle, seat: str) -> tuple[Template, ...]:
    found = challengeable(battle, seat)
    told = "" if found is None else say(battle, found)
    return tuple(dispute_templates(battle, seat, told=told))


def _agreements(battle: Battle, seat: str) -> tuple[Template, ...]:
    """What players may change together: options, and what the game has wrong."""
    sitting = battle.seat(seat)
    if sitting is None or not sitting.sides or ended(battle) is not None:
        return ()
    state = battle.state
    rows = ((row, row.seen_by(state, seat)) for row in battle.game.amendable)
    fixed = {each.name: each.fixed for each in all_options(battle.game) if each.fixed}
    option = Hole(
        name="option",
        kind="choice",
        allowed=tuple(each.name for each in changeable(battle)),
        greyed=MappingProxyType(fixed),
    )
    value = Hole(name="value", kind="text")
    says = "Change an option from now on, if all agree."
    return (
        *(_amending(row, state, names=names) for row, names in rows if names),
        Template(command="change_option", says=says, holes=(option, value, REASON)),
    )


def _amending(row: Amendable, state: object, *, names: tuple[str, ...]) -> Template:
    values = row.domain.allowed(state)
    value = Hole(name="value", kind="choice" if values else "text", allowed=values)
    kind = "unit" if row.holder.kind == "unit" else "choice"
    whose = () if names == ("",) else (Hole(name="of", kind=kind, allowed=names),)
    why = Hole(name="reason", kind="text")
    return Template(
        command="amend_state",
        says=f"Amend together: {row.says}",
        fixed=MappingProxyType({"what": row.name}),
        holes=(*whose, value, why),
    )


def _taking_back(battle: Battle, seat: str) -> tuple[Template, ...]:
    last = last_standing(battle)
    asked = any(
        each.author == seat and isinstance(each.body, TakeBackAsked) for each in battle.pending
    )
    if last is None or asked:
        return ()
    fixed = MappingProxyType({"entry": last.id})
    # The player's own deed comes first of all that it brought about; an ask is often the last.
    says = f"Take back: {say(battle, falling(battle, last)[0])}"
    return (Template(command="take_back", says=says, fixed=fixed, holes=(REASON,)),)
