"""Lets players change an option, or amend the game's state, once all have agreed to it."""

import difflib
from collections.abc import Iterable
from dataclasses import fields, replace
from typing import Final

from rules.referee.court.consent import missing, question
from rules.referee.log.agreement_words import (
    AmendmentAsked,
    AmendState,
    ChangeOption,
    OptionAsked,
    OptionChanged,
    StateAmended,
)
from rules.referee.log.battle import Battle, Pending
from rules.referee.log.drafts import Draft, Drafts, refused
from rules.referee.log.house_options import all_options
from rules.referee.toolkit.game import Refusal
from rules.referee.toolkit.settings import Option, Options, Value
from rules.table.bad_input import BadInputError

CHANGING: Final = "REF-13"
AMENDING: Final = "REF-14"
USED_UP: Final = "The battle was set up by it."


def changeable(battle: Battle) -> tuple[Option, ...]:
    """The options that may change in mid-battle."""
    return tuple(each for each in all_options(battle.game) if not why_fixed(battle, each))


def why_fixed(battle: Battle, option: Option) -> str:
    """Why an option cannot change any more; nothing where it can."""
    if option.fixed:
        return option.fixed
    # Asked first: to find an option among all of the game's takes far longer.
    if not battle.game.takes_other_options(battle.state) and option in battle.game.option_schema:
        return f"{battle.game.title} takes its options at set-up alone."
    return ""


def used_up(battle: Battle, option: Option, *, value: Value) -> str:
    """Why a battle cannot have this value: with it, it would have begun in another way."""
    game, options = battle.game, battle.options
    after = Options({**options.values, option.name: value})
    try:
        begun = game.initial(replace(battle.setup, options=options))
        other = game.initial(replace(battle.setup, options=after))
    except BadInputError as error:
        return f"{error}."
    return "" if game.under(begun, after) == other else USED_UP


def decide_change_option(battle: Battle, body: ChangeOption, *, author: str) -> Drafts | Refusal:
    """Changing an option at once where nobody has to agree, or asking for it."""
    asked = OptionAsked(option=body.option, value=body.value, before="", reason=body.reason)
    return decide_changed(battle, asked, author=author)


def decide_amend_state(battle: Battle, body: AmendState, *, author: str) -> Drafts | Refusal:
    """Amending at once where nobody has to agree, or asking for it."""
    if not body.reason.strip():
        return refused(AMENDING, "Say why: an amendment is kept in the log with its reason.")
    asked = AmendmentAsked(
        what=body.what,
        of=body.of,
        value=body.value,
        before="",
        says="",
        said="",
        reason=body.reason,
    )
    return decide_changed(battle, asked, author=author)


def decide_changed(
    battle: Battle,
    asked: OptionAsked | AmendmentAsked,
    *,
    author: str,
    pending: Pending | None = None,
) -> Drafts | Refusal:
    """The change that was asked for, if it is possible and all have agreed; or the question."""
    whole: OptionAsked | AmendmentAsked | Refusal
    if isinstance(asked, OptionAsked):
        whole, clause = _option(battle, asked), CHANGING
    else:
        whole, clause = _amendment(battle, asked, author=author), AMENDING
    if isinstance(whole, Refusal):
        return whole
    if isinstance(whole, AmendmentAsked) and (row := battle.game.row(whole.what)):
        clause = row.clause or clause
    if pending is None and missing(battle, author=author, agreed=()):
        return question(battle, whole, author=author, clause=clause)
    because = () if pending is None else (pending.ask,)
    agreed = () if pending is None else pending.agreed
    done = _done(whole, agreed=agreed)
    return (Draft(author=author, body=done, clause=clause, because=because),)


def _option(battle: Battle, asked: OptionAsked) -> OptionAsked | Refusal:
    """The change of an option in full."""
    options = {each.name: each for each in all_options(battle.game)}
    option = options.get(asked.option)
    if option is None:
        return refused(CHANGING, _unknown("option", asked.option, known=options))
    if why := why_fixed(battle, option):
        return refused(CHANGING, f"{option.name} cannot change in mid-battle: {why}")
    try:
        value = option.from_text(asked.value, option.name)
    except BadInputError as error:
        return refused(CHANGING, f"{error}.")
    now = battle.options.values[option.name]
    if value == now:
        return refused(CHANGING, f"{option.name} is {option.text(now)} already.")
    if why := used_up(battle, option, value=value):
        return refused(CHANGING, f"{option.name} cannot change in mid-battle: {why}")
    return replace(asked, value=option.text(value), before=option.text(now))


def _amendment(battle: Battle, asked: AmendmentAsked, *, author: str) -> AmendmentAsked | Refusal:
    """An amendment in full."""
    game, state = battle.game, battle.state
    row = game.row(asked.what)
    if row is None:
        known = [each.name for each in game.amendable]
        return refused(AMENDING, _unknown("thing to amend", asked.what, known=known))
    seen = row.seen_by(state, author)
    if asked.of not in seen:
        whose = row.holder.kind
        return refused(AMENDING, _unknown(f"{whose} with {row.name}", asked.of, known=seen))
    try:
        value = row.domain.parse(asked.value)
        row.domain.require(state, value)
    except BadInputError as error:
        where = f"{asked.of} {row.name}".strip()
        return refused(AMENDING, f"{where}: expected {error.expected}, got {error.got}.")
    before, after = row.written(state, asked.of), row.domain.text(value)
    says = row.told(asked.of, after)
    if before == after:
        return refused(AMENDING, f"That is so already: {says}.")
    if why := row.check(state, value, name=asked.of):
        return refused(AMENDING, f"It cannot be that {says}: {why}")
    said = row.told(asked.of, before)
    return replace(asked, value=after, before=before, says=says, said=said)


def _done(
    asked: OptionAsked | AmendmentAsked, *, agreed: tuple[str, ...]
) -> OptionChanged | StateAmended:
    """What has happened once something was agreed on: what was asked for, and who agreed."""
    made = OptionChanged if isinstance(asked, OptionAsked) else StateAmended
    values = {each.name: getattr(asked, each.name) for each in fields(asked)}
    return made(**values, agreed=agreed)


def _unknown(what: str, got: str, *, known: Iterable[str]) -> str:
    names = tuple(known)
    close = difflib.get_close_matches(got, names, n=1)
    hint = f"; did you mean {close[0]}?" if close else ""
    there = f"there are: {', '.join(names)}." if names else "there is none."
    return f"There is no {what} {got[:60]!r}{hint or '; ' + there}"
