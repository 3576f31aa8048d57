"""What players may agree on before a game, with a default for each."""

from typing import Final

from rules.games.tossing_tiger.animals import CardSet
from rules.referee.toolkit.settings import Option, Options
from rules.table.bad_input import BadInputError


def _flag(name: str, *, says: str, default: bool = False, ambiguity: str = "") -> Option:
    return Option(name=name, default=default, says=says, ambiguity=ambiguity)


def _choice(name: str, *choices: str, ambiguity: str, says: str) -> Option:
    """A text; its default stands first."""
    return Option(name=name, default=choices[0], choices=choices, says=says, ambiguity=ambiguity)


VARIANTS: Final = (
    _flag("simulwars", says="Whether several wars are fought at once, in pairs."),
    _flag("highscore", says="Whether the hand with the fewest strengths wins in the end."),
    _flag("decline_once", says="Whether a player may decline an action, once in each war."),
    _flag("more_animals", says="Whether the zoo animals are in the deck."),
    _flag("fight_together", says="Whether two teams fight each other; birds join the deck."),
    _flag("dawndojo", says="Whether the Roosters are in the deck."),
    Option(
        name="most_players",
        default=5,
        least=2,
        most=18,
        says="How many players may take part; the game is made for two to five.",
    ),
)

AMBIGUITIES: Final = (
    _choice("end_check", "after_spoils", "any_moment", ambiguity="TT-AMB-01",
            says="When a hand of fewer than two cards ends the game."),
    _choice("end_tie", "shared", "most_strengths", "last_attacker", ambiguity="TT-AMB-02",
            says="Who wins with equally many cards."),
    _flag("use_all_cards", default=True, ambiguity="TT-AMB-03",
          says="Whether all cards of a hand go into piles."),
    _choice("layout_order", "simultaneous", "attacker_first", "defender_first",
            ambiguity="TT-AMB-04", says="Who lays piles first."),
    _flag("actions_optional", ambiguity="TT-AMB-05",
          says="Whether any action may be left undone."),
    _flag("reroll_triggers", default=True, ambiguity="TT-AMB-06",
          says="Whether a card that was rolled again does what it says."),
    _choice("forced_conflict", "every_claim_wins", "last_action", ambiguity="TT-AMB-07",
            says="Who wins where two cards contradict each other."),
    _choice("majority", "more_than_opponent", "more_than_half", ambiguity="TT-AMB-08",
            says="How many battles make an overall winner."),
    _choice("spoil_pick", "unseen_or_rolled", "unseen", "free_look", ambiguity="TT-AMB-09",
            says="Which card of a pile may be taken for a won battle."),
    Option(name="max_rerolls", default=3, least=0, most=99, ambiguity="TT-AMB-10",
           says="How often dragons may roll again in one battle."),
    _choice("turtle_timing", "turtle_first", "strict_order", ambiguity="TT-AMB-11",
            says="Whether a defending turtle stops what the attacker's card has done before it."),
    _flag("none_is_lost", ambiguity="TT-AMB-12",
          says="Whether a battle that nobody won counts as lost."),
    _choice("bull_mode", "rolled_frozen", "any_card", "next_rolled", ambiguity="TT-AMB-13",
            says="What a bull destroys, and what becomes of that battle."),
    _choice("chameleon_source", "owner_chooses", "own", "opponent", ambiguity="TT-AMB-14",
            says="Whose card a chameleon copies."),
    _choice("rooster_default", "no_strengths", "always_loses", ambiguity="TT-AMB-15",
            says="What a Rooster does without a Dawncard."),
    _choice("empty_place", "last", "defender_chooses", ambiguity="TT-AMB-16",
            says="Where the defender lays no pile."),
    _choice("empty_draw", "nothing", "reshuffle", ambiguity="TT-AMB-17",
            says="What becomes of a draw from an empty pile."),
    _choice("earlier_basis", "face_up_now", "ever_rolled", ambiguity="TT-AMB-18",
            says="Which animals count as rolled earlier."),
    _choice("ft_no_number", "smaller_piles", "game_ends", ambiguity="TT-AMB-19",
            says="What becomes of teams that can make no legal number of piles."),
    _flag("spoil_open", ambiguity="TT-AMB-20",
          says="Whether both players may look at the piles while spoils are chosen."),
    _choice("double_rooster", "anywhere", "same_battle", "nobody_wins", ambiguity="TT-AMB-21",
            says="When two Roosters that always win end a war."),
    _choice("sim_end", "end_of_round", "at_once", ambiguity="TT-AMB-23",
            says="When a game with several wars at once is over."),
    _choice("dawn_number_one", "refused", "legal", ambiguity="TT-AMB-24",
            says="Whether a Dawncard may be the only card that is laid."),
    _choice("ft_end_order", "exhaustion_first", "war_pile_first", ambiguity="TT-AMB-25",
            says="Which end of the game with teams counts first."),
)  # fmt: skip

TABLE: Final = (
    Option(name="pair_tol_in", default=1.25, least=0.1, most=12,
           says="How far two piles that fight each other may be off along the row."),
    Option(name="pile_gap_in", default=0.5, least=0.0, most=12,
           says="How far apart the piles of one row should lie."),
    Option(name="lane_gap_in", default=3.0, least=0.0, most=36,
           says="How far apart wars are laid that are fought at once."),
)  # fmt: skip

OPTIONS: Final = (*VARIANTS, *AMBIGUITIES, *TABLE)


def sets_of(options: Options) -> tuple[CardSet, ...]:
    """TT-SET-05: the cards that are played with."""
    switched = (
        (CardSet.ZOO, "more_animals"),
        (CardSet.FIGHT_TOGETHER, "fight_together"),
        (CardSet.DAWNDOJO, "dawndojo"),
    )
    return (CardSet.BASE, *(each for each, name in switched if options.flag(name)))


def require_together(options: Options) -> None:
    """Refuse variants that cannot be played in one game, and say why."""
    if not options.flag("fight_together"):
        return
    if options.flag("simulwars"):
        raise BadInputError(
            "options.simulwars",
            expected="false with fight_together: teams fight one war a round, and pairs several",
            got="true",
        )
    if options.flag("highscore"):
        raise BadInputError(
            "options.highscore",
            expected="false with fight_together: teams count cards, and no single hand",
            got="true",
        )
