"""Knows what may be asked for before the first turn."""

from rules.games.paper_invasion.board import LETTERS, rooms_on
from rules.games.paper_invasion.commands import ConfirmBoard, LeaveOut
from rules.games.paper_invasion.decide.draft import owner_of
from rules.games.paper_invasion.decide.placing import next_zone
from rules.games.paper_invasion.growth import joined
from rules.games.paper_invasion.offering.trial import Trial
from rules.games.paper_invasion.outlines import is_zone
from rules.games.paper_invasion.slots import FACES, PLACES
from rules.games.paper_invasion.tables import STARTERS
from rules.games.paper_invasion.vocabulary import Mode, Phase, Side, WallState, Way
from rules.referee.toolkit.game import Hole, Template
from rules.referee.toolkit.phrases import ended


def setup_offers(trial: Trial) -> tuple[Template, ...]:
    """By the step that the set-up has come to."""
    if trial.state.phase is Phase.ENEMIES:
        return _enemies(trial) if trial.for_enemies else ()
    if not trial.for_heroes:
        return ()
    match trial.state.phase:
        case Phase.THEME:
            return (_theme(trial), _memory())
        case Phase.WORD:
            return (*_numbers(), _memory())
        case Phase.BOARD:
            return _board(trial)
        case Phase.HEROES:
            return _heroes(trial)
    return _markers(trial)


def _theme(trial: Trial) -> Template:
    alone = len(trial.state.seats_of(Side.HEROES)) < 2
    modes = (Mode.SOLO,) if alone else (Mode.COOPERATIVE, Mode.CUT_THROAT)
    holes = (
        Hole(name="theme", kind="text", optional=True),
        Hole(name="mode", kind="choice", allowed=tuple(str(mode) for mode in modes)),
        Hole(name="hero_name", kind="text", optional=True),
        Hole(name="enemy_name", kind="text", optional=True),
    )
    says = "Choose what the game is about, who plays together, and what you call both sides."
    return Template(command="choose_theme", says=says, holes=holes)


def _memory() -> Template:
    hole = Hole(name="words", kind="text")
    says = "Tell the words that you have used in earlier games."
    return Template(command="remember_words", says=says, holes=(hole,))


def _numbers() -> tuple[Template, ...]:
    ways = tuple(str(way) for way in Way)
    return (
        Template(
            command="take_word",
            says="Take a word that the theme suggests and that you have not used before.",
            holes=(
                Hole(name="word", kind="text"),
                Hole(name="way", kind="choice", allowed=ways, optional=True),
            ),
        ),
        Template(
            command="take_dice",
            says="Roll six dice in place of a word: with 6 faces, or with 10 and no 0.",
            holes=(
                Hole(name="dice", kind="dice", count=PLACES),
                Hole(name="faces", kind="choice", allowed=FACES, optional=True),
            ),
        ),
    )


def _board(trial: Trial) -> tuple[Template, ...]:
    state = trial.state
    rooms = state.numbers.rooms
    drawn = Hole(name="rooms", kind="sheet", optional=rooms in STARTERS)
    says = f"Take the umpire's layout with {rooms} rooms, or those that you have drawn."
    take = Template(command="take_board", says=says, holes=(drawn,))
    if state.board is None:
        return (take,)
    confirm = Template(
        command="confirm_board",
        says="The board is right.",
        refusal=trial.refusal(ConfirmBoard()),
    )
    doubts = tuple(
        Template(
            command="settle_doubt",
            says=f"{doubt.subject} is as it was read, though: {ended(doubt.says)}",
            fixed={"subject": doubt.subject},
        )
        for doubt in state.doubts
    )
    return (confirm, *doubts, *_mending(trial), take)


def _mending(trial: Trial) -> tuple[Template, ...]:
    board = trial.state.map
    walls = tuple(wall.id for wall in board.walls)
    states = tuple(str(each) for each in (WallState.SINGLE, WallState.OPENING, WallState.DOUBLE))
    found = [
        Template(
            command="set_wall",
            says="Say what a wall is.",
            holes=(
                Hole(name="wall", kind="choice", allowed=walls),
                Hole(name="state", kind="choice", allowed=states),
            ),
        )
    ]
    says = "A line is missing: draw it, from wall to wall of a room."
    found.append(Template(command="cut_room", says=says, holes=(Hole(name="line", kind="line"),)))
    at_edge = tuple(name for name in board.names if trial.refusal(LeaveOut(room=name)) is None)
    if at_edge:
        hole = Hole(name="room", kind="choice", allowed=at_edge)
        says = "What was read as a room is none, but a part of the outside."
        found.append(Template(command="leave_out", says=says, holes=(hole,)))
    spare = next((letter for letter in LETTERS if letter not in board.names), "")
    for room in board.names:
        letters = tuple(each for each in (*board.names, spare) if each and each != room)
        if letters:
            found.append(
                Template(
                    command="name_room",
                    says=f"Call room {room} by another letter.",
                    fixed={"room": room},
                    holes=(Hole(name="letter", kind="choice", allowed=letters),),
                )
            )
        others = tuple(
            other
            for other in board.neighbours(room)
            if not is_zone(other) and joined(board, room, other=other) is not None
        )
        if others:
            found.append(
                Template(
                    command="join_rooms",
                    says=f"The wall between {room} and another room is none.",
                    fixed={"room": room},
                    holes=(Hole(name="other", kind="choice", allowed=others),),
                )
            )
    return tuple(found)


def _heroes(trial: Trial) -> tuple[Template, ...]:
    state = trial.state
    left = state.numbers.heroes - len(state.heroes)
    owner = owner_of(state, len(state.heroes))
    if owner and owner != trial.seat:
        return ()
    counts = (1,) if owner else tuple(range(1, left + 1))
    holes = (
        Hole(name="room", kind="choice", allowed=state.map.names),
        Hole(name="count", kind="count", allowed=counts),
    )
    says = f"Place Heroes in a room; {left} to go."
    return (Template(command="place_heroes", says=says, holes=holes),)


def _enemies(trial: Trial) -> tuple[Template, ...]:
    state = trial.state
    zone = next_zone(state)
    left = state.numbers.enemies - state.dealt
    hole = Hole(name="room", kind="choice", allowed=rooms_on(state.map, zone))
    says = f"Place the next Enemy at {zone}, outside of a room; {left} to go."
    spread = f"Let the umpire spread the {left} Enemies that are left along their sides."
    return (
        Template(command="deal_enemies", says=spread),
        Template(command="place_enemy", says=says, holes=(hole,)),
    )


def _markers(trial: Trial) -> tuple[Template, ...]:
    hole = Hole(name="room", kind="choice", allowed=trial.state.map.names)
    found = []
    if not trial.state.vault_room:
        says = "Place the vault in a room."
        found.append(Template(command="place_vault", says=says, holes=(hole,)))
    if not trial.state.event_room:
        says = "Place the event marker in a room."
        found.append(Template(command="place_event", says=says, holes=(hole,)))
    return tuple(found)
