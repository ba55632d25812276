"""laast's tables, logs and figures: what is dealt follows the tables; unknown tiles; bots; notation."""

import random
import re
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import toolkit
from toolkit.components.faults import FaultError
from toolkit.components.folder import load_folder
from toolkit.components.home import bundled_games
from toolkit.games.laast.notation import DANISH, NAMES, read_action
from toolkit.games.laast.tables import CODES

Stage = Callable[..., toolkit.Position]


@pytest.fixture
def copied(tmp_path: Path) -> Callable[..., Path]:
    """A copy of the game's folder with lines of its files replaced: `copied("boards.csv", old, new)`."""

    def make(file: str, old: str, new: str) -> Path:
        folder = tmp_path / "laast"
        if not folder.exists():
            shutil.copytree(bundled_games()["laast"], folder)
        text = (folder / file).read_text(encoding="utf-8")
        assert old in text
        (folder / file).write_text(text.replace(old, new), encoding="utf-8")
        return folder

    return make


def faults(folder: Path) -> list[str]:
    """Every fault of a folder, as it is written."""
    try:
        return [str(fault) for fault in toolkit.open_game(folder).faults]
    except FaultError as error:
        return [str(fault) for fault in error.faults]


def test_neutral_tiles_fill_the_board_and_too_many_are_an_error(copied: Callable[..., Path]) -> None:
    """D3: edited rows are dealt, neutral tiles fill the rest, too many special tiles are named by place."""
    folder = copied("boards.csv", "2,6,2,2,2,1,2", "2,6,0,7,2,1,2")
    t: Any = toolkit.open_game(folder).new_position(2).table_record
    kinds = [t.kind[i] for i in range(t.cells)]
    assert [kinds.count(CODES[k]) for k in ("tunnel", "neutral")] == [7, 24]
    folder = copied("boards.csv", "2,6,0,7,2,1,2", "2,6,20,2,2,30,2")
    assert [f for f in faults(folder) if f.startswith("boards.csv:2:wall")] == [
        "boards.csv:2:wall: 56 special tiles do not fit a board of 6 x 6 = 36; lower some by 20 in all"
    ]


def test_more_tunnels_change_the_games_at_once(copied: Callable[..., Path]) -> None:
    """A number in the table is what the simulator deals from."""
    few = toolkit.open_game("laast").new_position(2).table_record
    many = toolkit.open_game(copied("boards.csv", "2,6,2,2,2", "2,6,2,12,2")).new_position(2).table_record
    count = [[t.kind[i] for i in range(t.cells)].count(CODES["tunnel"]) for t in (few, many)]
    assert count == [2, 12]


@pytest.mark.parametrize(
    ("file", "old", "new", "fault"),
    [
        ("boards.csv", "3,7,3", "3,8,3", "boards.csv:3:side: 8 cells a side, but option board_side plays 7"),
        ("boards.csv", "4,8,4,4,2,3,3,assumed\n", "", "boards.csv:players: no board for 4 players"),
        ("boards.csv", "2,6,2,2,2,1,2", "2,6,2,30,2,1,1", "boards.csv:2:tunnel: 30 tunnels"),
        ("pool.csv", "wall,Mur,Wall,4", "wall,Mur,Wall,40", "pool.csv:count: 60 tiles are in the pool"),
        ("pool.csv", "Bro,Bridge,4", "Bro,Bridge,bro", "pool.csv:4:count"),
        (
            "tiles.csv",
            "tunnel,Tunnel,Tunnel,4",
            "tunnel,Tunnel,Tunnel,3",
            "tiles.csv:4:count: warning: 3 tunnel",
        ),
        ("pieces.csv", "triangle,2", "triangle,3", "pieces.csv:2:count: warning: 3 pieces"),
        ("cards.csv", "2-1,2,1,blå,blue,#0072B2", "2-1,2,1,blå,blue,#0072B3", "cards.csv:5:colour"),
        ("cards.csv", "2-1,2,1", "2-1,2,4", "cards.csv:5:value"),
    ],
)
def test_faults_are_named_by_place(
    copied: Callable[..., Path], file: str, old: str, new: str, fault: str
) -> None:
    """Every fault says file, row and column, and what would be right."""
    found = faults(copied(file, old, new))
    assert any(f.startswith(fault) for f in found), found


def test_boards_and_pools_that_cannot_be_dealt_are_refused(copied: Callable[..., Path]) -> None:
    """At set-up: a board too small for its special tiles, a pool too small for the hands."""
    game = toolkit.open_game(copied("boards.csv", "4,8,4,4,2,3,3", "4,8,10,4,2,10,3"))
    with pytest.raises(ValueError, match="board_side 5"):
        game.new_position(4, board_side=5)
    game = toolkit.open_game(copied("pool.csv", "Tunnel,Tunnel,4", "Tunnel,Tunnel,0"))
    with pytest.raises(ValueError, match="cannot deal 4 hands of 6"):
        game.new_position(4, hand_limit=6)


def test_every_tile_has_a_danish_and_an_english_name() -> None:
    """The tables name every tile in both languages, and notation is read in both."""
    game = toolkit.open_game("laast")
    position = game.new_position(2)
    danish = load_folder(game.folder.path, "da")
    assert danish.untranslated == []
    listed = {}
    for table in ("tiles", "pool"):
        for row in danish.tables[table].rows:
            listed[row.text("id")] = row.text("name").lower()
    assert listed == DANISH == {name: DANISH[name] for name in NAMES.values()}
    s, o, t = position.state, position.option_record, position.table_record
    assert read_action(s, o, t, "mur@c3") == read_action(s, o, t, "Wall @ C3")
    assert read_action(s, o, t, "bro@c3") == read_action(s, o, t, "bridge@c3")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("j1", "write b2-c2:3"),
        ("f1-g1:1", "no cell g1"),
        ("c3-c4:1", "no piece stands on c3"),
        ("house@c3", "no such tile"),
        ("2+wall", "nobody draws now"),
        ("flip c3=wall", "no tile flips now"),
        ("question@c3", "no such tile"),
    ],
)
def test_texts_that_are_no_moves(game: toolkit.Game, text: str, said: str) -> None:
    """What cannot be read says what would be right."""
    position = game.new_position(2, 1)
    for cell in ("a1", "f6", "a6", "f1"):
        position.play(cell)
    with pytest.raises(toolkit.IllegalMove, match=re.escape(said)):
        position.play(text)


def test_a_log_of_an_unknown_board_replays(game: toolkit.Game) -> None:
    """D54: no hand and no covered tile is known; what flips and is played is stated, and all of it fits."""
    for seed in range(15):
        position = game.new_position(3, seed)
        rng = random.Random(seed)
        while position.outcome is None:
            position.play(rng.choice(position.legal_moves()))
        table = game.new_table(3)
        for text in position.moves:
            drawn = re.fullmatch(r"(\d)\+\w+", text)
            table.play(f"{drawn[1]}+?" if drawn else text)
            assert table.check() == []
        assert table.outcome == position.outcome
        assert table.state_hash() == position.state_hash()


def test_a_stuck_hand_that_nobody_knows_is_out_or_saves(game: toolkit.Game) -> None:
    """With an unknown hand both being out and being saved are possible; once it is known, one of the two."""
    for seed in range(60):
        position = game.new_position(2, seed)
        rng = random.Random(seed)
        while position.outcome is None:
            position.play(rng.choice(position.legal_moves()))
        if "out" not in position.moves:
            continue
        out = position.moves.index("out")
        complete, unknown = game.new_table(2), game.new_table(2)
        for text in position.moves[:out]:
            drawn = re.fullmatch(r"(\d)\+\w+", text)
            complete.play(text)
            unknown.play(f"{drawn[1]}+?" if drawn else text)
        assert complete.legal_moves() == ["out"]
        assert "out" in unknown.legal_moves()
        actor = unknown.actor - 1
        if unknown.state.hand_size[actor] and len(unknown.legal_moves()) > 1:
            assert any("@" in m for m in unknown.legal_moves())
            return
    raise AssertionError("no hand was unknown when its player was stuck")


def test_a_tile_discarded_unseen(game: toolkit.Game) -> None:
    """D38, D54: `discard ?` leaves the hand unknown: what was known of it may have gone."""
    table = game.new_table(2)
    for kind in ("wall", "wall", "wall", "wall"):
        table.play(f"1+{kind}")
    table.settle()
    for move in ("a1", "f6", "a6", "f1", "a1-a2:1", "flip a1=question", "draw", "1+?"):
        table.play(move)
    assert table.table_moves() == ["discard ?"]
    table.play("discard ?")
    assert len(table.unseen_slots()) > 4 and ("hand", (0, 0)) in table.unseen_slots()
    table.play("f6-f5:1")
    table.play("flip f6=neutral")
    assert any(m.startswith("tunnel@") for m in table.legal_moves())


def test_a_move_that_was_agreed_on_can_be_forced(stage: Stage) -> None:
    """'stop kort, læs reglen igennem, og fortsæt først når alle er enige'; D55: what stood is applied.

    'Hvis der opstår uenighed om et træk'; 'Stop spillet kort': the log keeps the ruling, the board follows.
    """
    position = stage("""
        # # # # #
        # #1 _ # #
        # # # # #
        # # # #2 #
        #1 # # # #2
    """)
    with pytest.raises(toolkit.IllegalMove, match="neutral lies face up"):
        position.play("b4-c4:1")
    assert position.play("b4-c4:1", force=True) == "b4-c4:1"
    assert (position.turn, position.actor) == (1, 2)
    with pytest.raises(toolkit.IllegalMove):
        position.play("wall@c3", force=True)


def test_all_neutral_games_last_as_computed(copied: Callable[..., Path]) -> None:
    """Facts of the rulings: without hand tiles, 13 turns at the median with two players, 20 at most."""
    folder = copied("boards.csv", "2,6,2,2,2,1,2", "2,6,0,0,0,0,0")
    copied("boards.csv", "3,7,3,2,2,2,3", "3,7,0,0,0,0,0")
    copied("boards.csv", "4,8,4,4,2,3,3", "4,8,0,0,0,0,0")
    game = toolkit.open_game(folder)
    for players, median, most in ((2, 13, 20), (3, 20, 26), (4, 26, 33)):
        turns = []
        for seed in range(40):
            position = game.new_position(players, seed, tiles_per_turn=0)
            rng = random.Random(seed)
            while position.outcome is None:
                position.play(rng.choice(position.legal_moves()))
            turns.append(position.turn)
        assert max(turns) <= most
        assert abs(np.median(turns) - median) <= 2, (players, np.median(turns))


def test_greedy_beats_random() -> None:
    """Seats rotated, in 400 games; without a sight of hidden tiles."""
    runner = toolkit.open_game("laast").runner(2, bots=["greedy", "random"], seed=1)
    rows = runner.play(0, 400)
    won = sum(int(row["winners"]) >> runner.seating(i).index(0) & 1 for i, row in enumerate(rows))
    assert won > 330
