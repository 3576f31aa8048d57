"""The calls for a judge from one table, as that table knows them."""

from dataclasses import dataclass


@dataclass(slots=True, kw_only=True)
class CallMade:
    """A call for a judge, and how far it has come."""

    id: str
    battle: str
    entry: str
    says: str
    number: int = 0
    """What the hub calls it; 0 until it has got there."""
    standing: str = "on its way"
    judge: str = ""
    appeal: str = ""
    """Why the table appeals, until the hub has it."""
    appealed: str = ""
    """What the appeal is called, so that it is made once."""

    def appeals(self, *, id_: str, says: str) -> None:
        """Have the head judge asked, as soon as the hub is there."""
        if not self.appealed:
            self.appeal, self.appealed = says, id_

    def body(self) -> dict[str, object]:
        """As it goes to the hub."""
        number = self.entry.removeprefix("e")
        entry = {"entry": int(number)} if number.isdecimal() else {}
        return {"id": self.id, "says": self.says, "battle": self.battle, **entry}
