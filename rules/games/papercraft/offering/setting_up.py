"""Knows what may be asked for before the first turn."""

from rules.games.papercraft.commands import ChooseEdge, Muster, Place
from rules.games.papercraft.decide.deploying import placing_player
from rules.games.papercraft.decide.mustering import warnings_of
from rules.games.papercraft.decide.ordering import choosing_edge, free_edges
from rules.games.papercraft.initial import points_of
from rules.games.papercraft.offering.trial import Trial
from rules.games.papercraft.state import Unit
from rules.games.papercraft.vocabulary import Phase
from rules.referee.toolkit.game import Hole, Template
from rules.referee.toolkit.phrases import capital, ended
from rules.referee.toolkit.spots import spot_hole
from rules.table.snapshot import PieceState


def setup_offers(trial: Trial) -> tuple[Template, ...]:
    """By the step that the set-up has come to."""
    match trial.state.phase:
        case Phase.MUSTER:
            return _muster(trial)
        case Phase.EDGES:
            return _edge(trial)
        case Phase.DEPLOY:
            return _place(trial)
    return ()


def _muster(trial: Trial) -> tuple[Template, ...]:
    if trial.refusal(Muster()) is not None:
        return ()
    waiting = [
        player
        for player in trial.state.players
        if player.seat == trial.seat and player.name not in trial.state.ready
    ]
    player = waiting[0]
    points = points_of(trial.state.army(player.name))
    warnings = " ".join(capital(ended(each)) for each in warnings_of(trial.state, trial.snapshot))
    says = f"{player.name} is ready, with {points} of {player.total} points."
    told = f"{says} To know before: {warnings}" if warnings else says
    return (Template(command="muster", says=told, fixed={"player": player.name}),)


def _edge(trial: Trial) -> tuple[Template, ...]:
    name = choosing_edge(trial.state)
    if not name or trial.state.player(name).seat != trial.seat:
        return ()
    edges = tuple(
        str(e) for e in free_edges(trial.state) if trial.refusal(ChooseEdge(edge=e)) is None
    )
    hole = Hole(name="edge", kind="choice", allowed=edges)
    says = f"Choose the edge of the table at which {name} begins."
    return (Template(command="choose_edge", says=says, holes=(hole,)),)


def _place(trial: Trial) -> tuple[Template, ...]:
    """One for each unit that is left; those that are seen to stand well need no place."""
    name = placing_player(trial.state)
    if trial.state.player(name).seat != trial.seat:
        return ()
    return tuple(_place_one(trial, unit) for unit in trial.state.to_place(name))


def _place_one(trial: Trial, unit: Unit) -> Template:
    seen = any(p.id == unit.id and p.state is PieceState.SEEN for p in trial.snapshot.pieces)
    stands = seen and trial.refusal(Place(unit=unit.id)) is None
    edge = trial.state.edges[unit.player]
    return Template(
        command="place",
        says=f"Place {unit.id}, {unit.profile.name}, within 10 in of the {edge} edge.",
        fixed={"unit": unit.id},
        holes=(spot_hole(optional=stands),),
    )
