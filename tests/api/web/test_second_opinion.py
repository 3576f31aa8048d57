"""From a phone's own picker of pictures to the evidence of a dispute, seen on two pages."""

from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from api.client import Client
from tests.api.review.test_second_opinion import SETTING_UP, SMALL, TANKS, photograph
from tests.api.web.browsing import PHONE, go, visiting
from tests.api.web.over_http import over_http
from tests.api.web.seen_table import SeenTable

pytestmark = [pytest.mark.browser, pytest.mark.long]


def test_a_phones_photograph_stands_beside_the_cameras_ruling_as_evidence(
    browser: Browser, tmp_path: Path
) -> None:
    shifted, text = tmp_path / "IMG_0001.jpg", tmp_path / "notes.jpg"
    shifted.write_bytes(photograph(shift=0.2))
    text.write_bytes(b"hello, table")
    with over_http(SeenTable(*TANKS).table, tmp_path) as address, Client(address) as umpire:
        battle = str(umpire.create(SMALL)["id"])
        for seat, command in SETTING_UP:
            assert umpire.command(battle, command, seat=seat)["accepted"]
        ruled = umpire.command(battle, {"kind": "deploy_done"}, seat="Guest")["events"][0]
        challenge = {"kind": "challenge", "entry": ruled["id"]}
        assert umpire.command(battle, challenge, seat="Host")["accepted"]
        at = [umpire.invite(battle, seat=seat)["url"] for seat in ("Host", "Guest")]
        with visiting(browser, at[0], size=PHONE) as host, visiting(browser, at[1]) as guest:
            for seen in (host, guest):
                seen.page.evaluate(f"location.hash = '#/replay/{ruled['sequence']}'")
            box = host.page.get_by_role("group", name="Dispute")
            picker = box.locator("[data-key=photograph]")
            # A plain file input: it asks for no encrypted page, and a phone opens its camera.
            assert not host.page.evaluate("isSecureContext && location.protocol === 'https:'")
            assert picker.get_attribute("accept") == "image/*"
            assert picker.get_attribute("capture") == "environment"
            told = box.get_by_role("status")
            picker.set_input_files(text)
            expect(told).to_contain_text("got something else")
            picker.set_input_files(shifted)
            expect(told).to_contain_text("differ by more than their errors: T2 is 0.2 in apart")
            for seen in (host, guest):
                heads = seen.page.locator(".dispute .opinions th[scope=col]")
                expect(heads.nth(1)).to_have_text("Ruled")
                expect(heads.nth(2)).to_contain_text("Photograph, ")
            opinion = umpire.battle(battle)["view"]["disputes"][0]["photographs"][0]
            guest.page.evaluate(f"location.hash = '#/replay/{opinion[1:]}'")
            expect(guest.page.locator(".replay .photo image")).to_be_visible()
            assert not host.page.evaluate("document.documentElement.scrollWidth > innerWidth")
            with visiting(browser, address) as owner:
                go(owner.page, "Your table")
                use = owner.page.locator("[data-step=use]")
                use.locator("[data-key=photograph]").set_input_files(shifted)
                compared = use.get_by_role("status")
                expect(compared).to_contain_text("The photograph shows 2 pieces")
                expect(compared).to_contain_text("T2 is 0.2 in apart")
            for seen in (host, guest):
                assert [each for each in seen.complaints if "status of 4" not in each] == []
