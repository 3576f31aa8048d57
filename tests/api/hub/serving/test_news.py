"""Tests of who is told what of an event, and when, without a socket."""

import asyncio
import json
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest

from api.hub.entry.roles import HubRole
from api.hub.event import acts
from api.hub.event.deeds import EventOpened, PairingSystem
from api.hub.serving.desk import HubDesk
from api.hub.serving.news import HubNews, NewsWatch
from api.hub.serving.telling.following import THE_EVENT
from api.hub.store.keeping import DeedStamp
from api.hub.store.opening import open_database
from tests.api.hub.serving.hubs import GAMES, HubClock


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[HubDesk]:
    with closing(open_database(tmp_path / "event.hub")) as database:
        found = HubDesk(database, games=lambda: GAMES, clock=HubClock())
        opened = EventOpened(name="Cup", system=PairingSystem.SWISS, rounds=3)
        found.events.open_event(
            "cup", deed=opened, stamp=DeedStamp(id="open", who="o", at=found.now())
        )
        yield found


def _entered(desk: HubDesk, name: str) -> None:
    desk.events.do(
        "cup",
        decide=lambda state: acts.entered(state, name=name, club="", rating=1000, army=""),
        stamp=DeedStamp(id=name, who="o", at=desk.now()),
    )


async def _watching(news: HubNews, desk: HubDesk) -> NewsWatch:
    holder, _ = desk.grants.join(desk.grants.invite("cup", role=HubRole.SPECTATOR))
    watch = NewsWatch(holder=holder, event="cup")
    news.join(watch)
    await news.follow(watch, THE_EVENT)
    return watch


def _told(news: HubNews, watch: NewsWatch) -> dict[str, object] | None:
    watch.fresh.clear()
    text = news.text(watch)
    return None if text is None else dict(json.loads(text))


def test_whoever_comes_after_something_was_done_does_not_keep_it_from_those_before(
    desk: HubDesk,
) -> None:
    async def play() -> None:
        news = HubNews(desk)
        early = await _watching(news, desk)
        first = _told(news, early)
        assert first is not None
        _entered(desk, "Ada")
        late = await _watching(news, desk)
        await news.look()
        assert early.fresh.is_set()
        again, other = _told(news, early), _told(news, late)
        assert again is not None
        assert other is not None
        assert again["deeds"] == other["deeds"] != first["deeds"]

    asyncio.run(play())


def test_nobody_is_woken_where_nothing_is_new(desk: HubDesk) -> None:
    async def play() -> None:
        news = HubNews(desk)
        watch = await _watching(news, desk)
        assert _told(news, watch) is not None
        await news.look()
        assert not watch.fresh.is_set()
        assert _told(news, watch) is None

    asyncio.run(play())


def test_whoever_has_left_is_told_nothing_and_the_next_one_everything(desk: HubDesk) -> None:
    async def play() -> None:
        news = HubNews(desk)
        gone = await _watching(news, desk)
        _told(news, gone)
        news.leave(gone)
        assert news.count == 0
        _entered(desk, "Ada")
        await news.look()
        assert not gone.fresh.is_set()
        told = _told(news, await _watching(news, desk))
        assert told is not None
        assert told["whole"] is True

    asyncio.run(play())


def test_whoever_follows_takes_what_is_new_before_more_of_it_is_read(
    desk: HubDesk, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def at_once(called: Callable[..., object], *given: object) -> object:
        return called(*given)

    async def play() -> None:
        news, told = HubNews(desk), list[dict[str, object]]()
        watch = await _watching(news, desk)

        async def listen() -> None:
            while True:
                await watch.fresh.wait()
                now = _told(news, watch)
                told.extend([] if now is None else [now])

        listening = asyncio.create_task(listen())
        await asyncio.sleep(0)
        # No thread is so slow that those who follow are heard meanwhile.
        monkeypatch.setattr(asyncio, "to_thread", at_once)
        for name in ("Ada", "Ben", "Cem"):
            _entered(desk, name)
            await news.look()
        listening.cancel()
        assert [each["whole"] for each in told] == [True, False, False, False]

    asyncio.run(play())
