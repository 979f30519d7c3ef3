"""Chat at a table: who may write what, what is kept of it, and who is shown it."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from datetime import timedelta
from itertools import product
from uuid import UUID, uuid4

import pytest
from django.db import connection
from django.utils import timezone

from bgsite.accounts.guest_services import guest_make
from bgsite.accounts.models import User
from bgsite.accounts.services import account_delete
from games.rules.levels import Level
from games.rules.rulecard import Preset, Stake, card_for
from matches.chat_views import chat_data
from matches.models import Block, ChatLine, Match, Mute, OwnDevice
from matches.models.chat import TEXT_LENGTH
from matches.moment import as_millis
from matches.protocol import Chat, Code, MayChat, ProtocolCode, Say, TableCode
from matches.selectors import chat as selector
from matches.selectors.beside import beside_of
from matches.selectors.chat import lines_after, may_chat
from matches.selectors.tables import sides_of
from matches.services import chat
from matches.services.answers import Answer
from matches.services.chat import say
from matches.services.chat_purge import chat_forget
from matches.services.lifecycle import LifecycleError, LifecycleFault, match_create
from matches.services.muting import mute
from matches.services.people import block, unblock
from matches.services.seeks import SeekError, SeekFault, seek_post
from matches.services.sitting import computer_match_start, hot_seat_start
from matches.wording.chat import CHAT_PRESETS
from tests.factories import open_match, running_match
from tests.matches.matchmaking import person, terms

pytestmark = pytest.mark.django_db

NO_CHAT, PRESETS, TEXT = MayChat.NOTHING, MayChat.PRESETS, MayChat.TEXT


def text_of(user: User, match: Match, text: str, ask: UUID | None = None) -> Answer:
    return say(match.pk, user.pk, Say(ask or uuid4(), "", text))


def preset_of(user: User, match: Match, preset: str = "hello") -> Answer:
    return say(match.pk, user.pk, Say(uuid4(), preset, ""))


def shown_to(user: User | None, match: Match, after: int = 0) -> Chat:
    user_id = None if user is None else user.pk
    return lines_after(match.pk, user_id, sides_of(match.pk, user_id), after)


def texts(user: User | None, match: Match) -> list[str]:
    return [line.text or line.preset for line in shown_to(user, match).lines]


# --- who may write what -------------------------------------------------------------------------------------------


def test_rights_of_everybody_at_every_kind_of_table(alice: User, bob: User, charlie: User) -> None:
    guest, other_guest = guest_make(), guest_make()
    found: dict[tuple[str, bool], tuple[MayChat, ...]] = {}
    for (name, black), is_public in product({"registered": bob, "guest": guest}.items(), (True, False)):
        table = running_match(alice, black, is_public=is_public)
        readers = (alice.pk, black.pk, charlie.pk, other_guest.pk, None)
        found[name, is_public] = tuple(may_chat(table.pk, reader) for reader in readers)
    assert found == {
        ("registered", True): (TEXT, TEXT, TEXT, NO_CHAT, NO_CHAT),
        ("registered", False): (TEXT, TEXT, NO_CHAT, NO_CHAT, NO_CHAT),
        ("guest", True): (PRESETS, PRESETS, PRESETS, NO_CHAT, NO_CHAT),
        ("guest", False): (PRESETS, PRESETS, NO_CHAT, NO_CHAT, NO_CHAT),
    }


def test_where_nobody_else_can_read_there_is_no_chat(alice: User, charlie: User) -> None:
    alone = [
        hot_seat_start(alice, terms(public=False)),
        computer_match_start(alice, terms(public=False), Level.BEGINNER, 0),
        open_match(alice),
    ]
    assert [may_chat(table.pk, alice.pk) for table in alone] == [NO_CHAT] * 3
    watched = computer_match_start(alice, terms(public=True), Level.BEGINNER, 0)
    assert (may_chat(watched.pk, alice.pk), may_chat(watched.pk, charlie.pk)) == (TEXT, TEXT)


def test_the_frame_beside_says_the_same(match: Match, alice: User) -> None:
    assert beside_of(match.pk, alice.pk, sides_of(match.pk, alice.pk)).may_chat is TEXT
    alone = hot_seat_start(alice, terms(public=False))
    assert beside_of(alone.pk, alice.pk, sides_of(alone.pk, alice.pk)).may_chat is NO_CHAT


@pytest.mark.parametrize(
    ("who", "preset", "text"),
    [
        ("alice", None, None),
        ("spectator", None, None),
        ("guest", ProtocolCode.NOT_PLAYING, ProtocolCode.NOT_PLAYING),
        ("closed", ProtocolCode.NOT_PLAYING, ProtocolCode.NOT_PLAYING),
    ],
)
def test_rights_at_a_public_match(match: Match, alice: User, who: str, preset: Code | None, text: Code | None) -> None:
    people = {"alice": alice, "spectator": person("sue"), "guest": guest_make(), "closed": person("gone")}
    User.objects.filter(username="gone").update(is_active=False)
    assert (preset_of(people[who], match).code, text_of(people[who], match, "Hi").code) == (preset, text)


def test_guests_and_who_plays_them_write_presets_only(alice: User, charlie: User) -> None:
    guest = guest_make()
    table = running_match(alice, guest, is_public=True)
    for user in (alice, guest, charlie):
        assert preset_of(user, table).code is None
        assert text_of(user, table, "Hi").code is TableCode.CHAT_REGISTERED_ONLY
    assert texts(None, table) == ["hello"] * 3


def test_strangers_write_nothing_at_a_private_match(alice: User, bob: User, charlie: User) -> None:
    table = running_match(alice, bob)
    assert preset_of(charlie, table).code is ProtocolCode.NOT_PLAYING
    assert not ChatLine.objects.exists()


# --- what is written ----------------------------------------------------------------------------------------------


def test_a_line_has_its_number_side_and_version(match: Match, alice: User, bob: User, charlie: User) -> None:
    for user in (bob, alice, charlie):
        text_of(user, match, f"I am {user}")
    rows = list(ChatLine.objects.values_list("number", "side", "author__username", "version", "audience"))
    assert rows == [
        (1, "black", "bob", match.version, "all"),
        (2, "white", "alice", match.version, "all"),
        (3, None, "charlie", match.version, "all"),
    ]
    line = shown_to(bob, match).lines[0]
    assert (line.n, line.side, line.name, line.text, line.mine) == (1, "black", "bob", "I am bob", True)
    assert not shown_to(alice, match).lines[0].mine


@pytest.mark.parametrize("preset", sorted(CHAT_PRESETS))
def test_every_preset_is_kept_as_its_id(match: Match, alice: User, preset: str) -> None:
    assert preset_of(alice, match, preset).code is None
    assert (shown_to(None, match).lines[0].preset, shown_to(None, match).lines[0].text) == (preset, "")


@pytest.mark.parametrize(
    ("frame", "code"),
    [
        (Say(uuid4(), "no_such", ""), TableCode.CHAT_UNKNOWN_PRESET),
        (Say(uuid4(), "", ""), TableCode.CHAT_EMPTY),
        (Say(uuid4(), "", " \n\t "), TableCode.CHAT_EMPTY),
        (Say(uuid4(), "", "\u200b\u202e\u3164\u0301"), TableCode.CHAT_EMPTY),
        (Say(uuid4(), "", "x" * 5000), TableCode.CHAT_TOO_LONG),
        (Say(uuid4(), "", "\u0958" * 200), TableCode.CHAT_TOO_LONG),  # each of these is two in NFC
    ],
)
def test_case_170_what_cannot_be_written_gets_its_code_and_changes_nothing(
    match: Match, alice: User, frame: Say, code: TableCode
) -> None:
    assert say(match.pk, alice.pk, frame).code is code
    assert not ChatLine.objects.exists()


def test_case_170_a_long_line_is_counted_as_it_would_be_kept(match: Match, alice: User) -> None:
    assert text_of(alice, match, "x" * 5000).params == {"limit": TEXT_LENGTH, "length": 5000}
    assert text_of(alice, match, "x" * TEXT_LENGTH + "\u200b" * 4000).code is None
    assert texts(alice, match) == ["x" * TEXT_LENGTH]


SPECIAL = "& ß ö % + \"quotes\" 'single' <b>&amp;</b> %s %(x)s {} \\n ×"


def test_case_173_special_characters_arrive_as_they_were_written(match: Match, alice: User, bob: User) -> None:
    assert text_of(alice, match, SPECIAL).code is None
    assert texts(bob, match) == [SPECIAL]


def test_a_line_that_is_sent_again_is_written_once(match: Match, alice: User, bob: User) -> None:
    ask = uuid4()
    answers = [text_of(alice, match, "once", ask) for _ in range(3)]
    assert [answer.code for answer in answers] == [None] * 3
    mute(alice.pk, timedelta(hours=1))
    assert text_of(alice, match, "once", ask).code is None  # it was done before
    assert text_of(bob, match, "the same id of another", ask).code is None
    assert texts(alice, match) == ["once", "the same id of another"]


def test_too_much_at_once_is_refused_at_all_tables_together(match: Match, alice: User, bob: User) -> None:
    other = running_match(alice, bob)
    for number in range(chat.BURST):
        assert preset_of(alice, (match, other)[number % 2]).code is None
    assert preset_of(alice, other).code is TableCode.CHAT_TOO_FAST
    assert preset_of(bob, match).code is None
    ChatLine.objects.update(at=timezone.now() - chat.BURST_WITHIN)
    assert preset_of(alice, match).code is None


def test_too_much_in_an_hour_is_refused(match: Match, alice: User, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(chat, "AN_HOUR", 2)
    for _ in range(2):
        preset_of(alice, match)
    ChatLine.objects.update(at=timezone.now() - timedelta(minutes=59))
    assert preset_of(alice, match).code is TableCode.CHAT_TOO_FAST


@pytest.mark.django_db(transaction=True)
def test_numbers_are_dense_when_many_write_at_the_same_time(match: Match) -> None:
    writers = [person(f"writer{number}") for number in range(6)]

    def write(user: User) -> list[Code | None]:
        try:
            return [text_of(user, match, f"{user} {number}").code for number in range(4)]
        finally:
            connection.close()

    with ThreadPoolExecutor(6) as pool:
        assert [code for codes in pool.map(write, writers) for code in codes] == [None] * 24
    assert list(ChatLine.objects.values_list("number", flat=True)) == list(range(1, 25))


# --- muted and blocked --------------------------------------------------------------------------------------------


def test_case_172_two_muted_people_write_nothing_to_each_other(match: Match, alice: User, bob: User) -> None:
    """Case 172: both are told until when; nobody sees anything; presets and every table are covered."""
    other = running_match(bob, alice)
    untils = {user: mute(user.pk, timedelta(hours=2), reason="insults").until for user in (alice, bob)}
    for user, table in product((alice, bob), (match, other)):
        for answer in (text_of(user, table, "psst"), preset_of(user, table)):
            assert answer == Answer(TableCode.CHAT_MUTED, {"until": as_millis(untils[user])})
        assert beside_of(table.pk, user.pk, sides_of(table.pk, user.pk)).muted_until == as_millis(untils[user])
    assert not ChatLine.objects.exists()
    Mute.objects.update(until=timezone.now())
    assert text_of(alice, match, "I may again").code is None


def test_case_172_a_muted_person_does_not_speak_by_an_own_device(match: Match, alice: User) -> None:
    device = guest_make()
    OwnDevice.objects.create(match=match, owner=alice, device=device)
    assert preset_of(device, match).code is None
    until = mute(alice.pk, timedelta(hours=2)).until
    assert preset_of(device, match).code is TableCode.CHAT_MUTED
    assert beside_of(match.pk, device.pk, sides_of(match.pk, device.pk)).muted_until == as_millis(until)


def test_case_172_a_muted_person_writes_nothing_by_the_label_of_a_stake(alice: User, bob: User) -> None:
    card = card_for(Preset.MONEY)
    rude = replace(terms(), card=replace(card, stake=Stake(1, "fools")))
    plain = replace(terms(), card=replace(card, stake=Stake(5, "")))
    mute(alice.pk, timedelta(hours=1))
    with pytest.raises(LifecycleError) as refused:
        match_create(alice, rude, bob)
    assert refused.value.fault is LifecycleFault.MUTED
    with pytest.raises(LifecycleError) as not_begun:
        hot_seat_start(alice, rude)
    assert not_begun.value.fault is LifecycleFault.MUTED
    match_create(alice, plain, bob)
    hot_seat_start(alice, plain)
    with pytest.raises(SeekError) as not_posted:
        seek_post(alice, rude)
    assert not_posted.value.fault is SeekFault.MUTED
    seek_post(alice, plain)
    match_create(bob, rude, alice)


def test_blocking_stops_lines_both_ways(match: Match, alice: User, bob: User, charlie: User) -> None:
    text_of(bob, match, "before")
    block(alice.pk, bob.pk)
    assert [text_of(user, match, "after").code for user in (alice, bob)] == [TableCode.CHAT_BLOCKED] * 2
    assert [preset_of(user, match).code for user in (alice, bob)] == [TableCode.CHAT_BLOCKED] * 2
    assert texts(alice, match) == []  # who blocks does not see what was written before either
    assert texts(bob, match) == texts(charlie, match) == ["before"]
    unblock(alice.pk, bob.pk)
    assert texts(alice, match) == ["before"]


def test_a_spectator_who_is_blocked_by_a_player_writes_nothing(match: Match, alice: User, charlie: User) -> None:
    Block.objects.create(owner=alice, person=charlie)
    assert text_of(charlie, match, "Hi").code is TableCode.CHAT_BLOCKED


def test_an_own_device_is_blocked_with_its_owner(match: Match, alice: User, bob: User) -> None:
    device = guest_make()
    OwnDevice.objects.create(match=match, owner=alice, device=device)
    block(bob.pk, alice.pk)
    assert preset_of(device, match).code is TableCode.CHAT_BLOCKED


# --- who is shown it ----------------------------------------------------------------------------------------------


def test_spectators_of_a_rated_match_do_not_reach_the_players(match: Match, alice: User, bob: User) -> None:
    Match.objects.filter(pk=match.pk).update(is_rated=True)
    text_of(alice, match, "from a player")
    text_of(person("sue"), match, "5/3 is better")
    for player in (alice, bob):
        assert texts(player, match) == ["from a player"]
        assert shown_to(player, match).upto == 2
    for reader in (person("tom"), None):
        assert texts(reader, match) == ["from a player", "5/3 is better"]


def test_lines_of_a_deleted_account_are_gone_and_the_numbers_stay(match: Match, alice: User, bob: User) -> None:
    text_of(bob, match, "I live in Bath")
    text_of(alice, match, "Oh")
    account_delete(bob)
    chat_now = shown_to(alice, match)
    assert ([line.n for line in chat_now.lines], chat_now.upto) == ([2], 2)
    assert "Bath" not in str(list(ChatLine.objects.values()))
    assert text_of(bob, match, "still here").code is ProtocolCode.NOT_PLAYING


def test_after_a_reconnect_only_what_was_missed_is_sent(match: Match, alice: User, bob: User) -> None:
    for number in range(4):
        text_of(bob, match, str(number))
    found = shown_to(alice, match, after=2)
    assert (found.after, found.upto, [line.text for line in found.lines]) == (2, 4, ["2", "3"])
    assert shown_to(alice, match, after=4).lines == []


def test_the_last_lines_are_sent_where_there_are_very_many(
    match: Match, alice: User, bob: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(selector, "LINES_AT_ONCE", 2)
    for number in range(4):
        text_of(bob, match, str(number))
    assert texts(alice, match) == ["2", "3"]


def test_the_page_knows_every_preset_reason_and_address() -> None:
    data = chat_data("AbC234")
    assert set(data["presets"]) == set(CHAT_PRESETS)
    assert set(data["reasons"]) == {"insult", "spam", "cheating", "other"}
    assert (data["report"], data["block"]) == ("/match/AbC234/chat/0/report/", "/match/AbC234/chat/0/block/")


# --- how long it is kept ------------------------------------------------------------------------------------------


def test_lines_are_forgotten_after_180_days_in_batches(
    match: Match, alice: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("matches.services.chat_purge.A_BATCH", 2)
    for number in range(5):
        text_of(alice, match, str(number))
    ChatLine.objects.filter(number__lte=3).update(at=timezone.now() - timedelta(days=181))
    ChatLine.objects.filter(number=4).update(at=timezone.now() - timedelta(days=179))
    assert chat_forget() == 3
    assert list(ChatLine.objects.values_list("number", flat=True)) == [4, 5]
    assert chat_forget() == 0
