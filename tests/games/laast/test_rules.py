"""Set-up, moving, flipping, hands, locking in and the end of laast, sentence by sentence.

Docstrings quote a few words of the Danish sentence that a test holds, or name the ruling (D1 to D64).
"""

import random
from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest

import toolkit
from toolkit.games.laast.rules import EXTRA, SIDE
from toolkit.games.laast.tables import CODES

Stage = Callable[..., toolkit.Position]
Read = Callable[[toolkit.Position, Any], Any]

OPEN = """
    # # # # #
    # #1 # # #
    # # # # #
    # # # #2 #
    #1 # # # #2
"""


def ends(position: toolkit.Position, start: str, card: int) -> set[str]:
    """Where the piece on `start` can make its first step with a card."""
    head, tail = f"{start}-", f":{card}"
    return {
        m[len(head) : -len(tail)] for m in position.legal_moves() if m.startswith(head) and m.endswith(tail)
    }


# --- set-up -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(("players", "side"), [(2, 6), (3, 7), (4, 8)])
def test_the_board_grows_with_the_players(game: toolkit.Game, players: int, side: int) -> None:
    """'Antallet af spillere bestemmer pladens størrelse'; 'Byg pladen som et kvadrat'; D2."""
    s: Any = game.new_position(players).state
    covered = [cell for cell in range(SIDE * SIDE) if s.tile[cell] == 1]
    assert len(covered) == side * side
    assert {cell % SIDE for cell in covered} == {cell // SIDE for cell in covered} == set(range(1, side + 1))


@pytest.mark.parametrize("board_side", [5, 6, 9])
def test_board_side(game: toolkit.Game, board_side: int) -> None:
    """D2: option board_side, from 5 over 6 to 9; neutral tiles fill up what the special ones leave."""
    t: Any = game.new_position(2, board_side=board_side).table_record
    kinds = [t.kind[i] for i in range(t.cells)]
    assert len(kinds) == board_side**2
    assert kinds.count(CODES["neutral"]) == board_side**2 - 9


@pytest.mark.parametrize(
    ("players", "special"), [(2, [2, 2, 2, 1, 2]), (3, [3, 2, 2, 2, 3]), (4, [4, 4, 2, 3, 3])]
)
def test_the_tiles_of_the_board(game: toolkit.Game, players: int, special: list[int]) -> None:
    """'fordelingen af felt-typer'; 'Unikke felter, der kan være med på pladen fra start'; D3, D4.

    'Ryk modstander' and 'Spring over' 'kan kun komme i spil ved at blive trukket fra puljen'.
    """
    t: Any = game.new_position(players).table_record
    kinds = [t.kind[i] for i in range(t.cells)]
    found = [kinds.count(CODES[k]) for k in ("extra", "tunnel", "bridge", "wall", "question")]
    assert found == special
    assert CODES["move"] not in kinds and CODES["lock"] not in kinds


def test_the_pool(game: toolkit.Game) -> None:
    """D5: four of each kind of the pool and no question mark, for any number of players."""
    for players in (2, 3, 4):
        t: Any = game.new_position(players).table_record
        kinds = sorted(t.kind[81 + i] for i in range(t.pool))
        assert kinds == sorted(4 * [CODES[k] for k in ("extra", "tunnel", "bridge", "wall", "move", "lock")])


def test_tiles_lie_covered_and_at_random(game: toolkit.Game) -> None:
    """'Bland de felter …, med bagsiden opad. Læg dem tilfældigt ud'; D6: cover up, face below."""
    layouts = set()
    for seed in range(30):
        position = game.new_position(2, seed)
        s: Any = position.state
        t: Any = position.table_record
        layouts.add(tuple(t.kind[s.under[t.cell[i]]] for i in range(t.cells)))
        assert all(s.tile[t.cell[i]] == 1 for i in range(t.cells))
    assert len(layouts) > 25


def test_the_pool_is_shuffled(game: toolkit.Game) -> None:
    """'Bland puljen': over 480 seeds each kind is dealt first, and lies on top, about equally often."""
    dealt: Counter[str] = Counter()
    on_top: Counter[int] = Counter()
    for seed in range(480):
        position = game.new_position(2, seed)
        s: Any = position.state
        t: Any = position.table_record
        dealt[position.moves[0][2:]] += 1
        on_top[t.kind[s.deck[0, s.deck_size[0] - 1]]] += 1
    for counts in (dealt, on_top):
        assert len(counts) == 6
        assert all(45 < count < 120 for count in counts.values()), counts


@pytest.mark.parametrize("players", [2, 3, 4])
def test_everybody_draws_four_tiles(game: toolkit.Game, players: int) -> None:
    """'Bland puljen … Hver spiller trækker 4 unikke felter'; D53: before the pieces."""
    position = game.new_table(players)
    drawn = []
    while position.chance:
        drawn += position.settle()
    assert drawn == [f"{seat}+?" for seat in range(1, players + 1) for _ in range(4)]
    assert position.state.deck_size[0] == 24 - 4 * players
    assert "a1" in position.legal_moves()


def test_hands_are_hidden(game: toolkit.Game, hand: Read) -> None:
    """'Du må gerne se dine egne unikke felter. De skal holdes skjult for de andre spillere'."""
    position = game.new_position(2, 3)
    shown = dict(position.lines(1))
    assert sorted(shown["hand 1"].split()) == hand(position, 1)
    assert "hand 2" not in shown


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("first", [1, 2])
def test_placement(game: toolkit.Game, players: int, first: int) -> None:
    """'sættes på pladen på skift'; 'slange-rækkefølge: først 4, 3, 2, 1, … derefter 1, 2, 3, 4'; D50, D52.

    Option placement: source and snake; 'Aftal hvem der er spiller 1': the starting seat.
    """
    for placement in ("source", "snake"):
        position = game.new_table(players, first, placement=placement)
        position.settle()
        order = []
        for cell in ("a1", "a2", "a3", "a4", "a5", "b1", "b2", "b3")[: 2 * players]:
            order.append(position.actor)
            position.play(cell)
        round_ = [(first - 1 + i) % players + 1 for i in range(players)]
        snake = placement == "snake" or players == 4
        assert order == (round_[::-1] + round_ if snake else round_ + round_)
        assert position.actor == first


def test_pieces_go_anywhere_but_on_another(game: toolkit.Game) -> None:
    """'Hver spiller har 2 brikker'; 'Brikker må placeres på et valgfrit felt'; D51: no tile is shared."""
    position = game.new_table(2)
    position.settle()
    assert len(position.legal_moves()) == 36
    position.play("c3")
    assert len(position.legal_moves()) == 35
    with pytest.raises(toolkit.IllegalMove, match="piece stands on c3"):
        position.play("c3")


def test_two_to_four_players(game: toolkit.Game) -> None:
    """'Spillet er beregnet til 2 til 4 spillere'; D1: the title."""
    assert (game.min_players, game.max_players, game.title) == (2, 4, "Låst fast")
    for players in (1, 5):
        with pytest.raises(ValueError, match="2 to 4"):
            game.new_position(players)


def test_the_next_player_is_the_one_to_the_left(game: toolkit.Game) -> None:
    """'Spillet fortsætter med uret til spiller 2, 3 og 4'; 'Spiller 1 starter'."""
    position = game.new_position(4, 2)
    rng = random.Random(2)
    actors = []
    while position.turn < 6:
        turn = position.turn
        if position.state.placing == 8:
            actors.append((turn, position.actor))
        position.play(rng.choice(position.legal_moves()))
    assert [actor for _, actor in sorted(set(actors))][:6] == [1, 2, 3, 4, 1, 2]


# --- moving -----------------------------------------------------------------------------------------


def test_a_piece_moves_as_far_as_its_card_shows(stage: Stage, tile: Read) -> None:
    """'rykker én brik det antal felter, som kortet viser'; D11: exactly."""
    for card, path in ((1, ["b5"]), (2, ["b5", "c5"]), (3, ["b5", "c5", "d5"])):
        position = stage(OPEN)
        position.play(f"b4-{path[0]}:{card}")
        for step in path[1:]:
            assert position.actor == 1
            position.play(step)
        assert (position.actor, position.turn) == (2, 1)


def test_steps_go_forward_back_and_sideways(stage: Stage) -> None:
    """'Du må rykke frem, tilbage eller til siden'; 'ikke rykke diagonalt'; 'Nej. Bevægelse må kun …'."""
    position = stage(OPEN)
    assert ends(position, "b4", 1) == {"a4", "c4", "b3", "b5"}
    with pytest.raises(toolkit.IllegalMove, match="not beside"):
        position.play("b4-c5:1")


def test_a_move_may_turn_at_every_step(stage: Stage) -> None:
    """D12: each step goes in any of the four directions."""
    position = stage(OPEN)
    for move in ("b4-b5:3", "c5", "c4"):
        position.play(move)
    assert position.turn == 1


def test_one_piece_makes_the_whole_move(stage: Stage) -> None:
    """'Du må ikke dele et ryk op mellem flere brikker'; 'Hele rykket … med den samme brik'."""
    position = stage(OPEN)
    position.play("b4-b5:3")
    assert set(position.legal_moves()) == {"a5", "c5"}
    with pytest.raises(toolkit.IllegalMove, match="is moving"):
        position.play("a1-a2:2")


def test_the_tile_that_was_left_flips(stage: Stage, tile: Read) -> None:
    """'Hver gang du flytter et skridt, vendes feltet du lige forlod'; 'for hvert enkelt skridt'.

    'Bagsiden viser enten et neutralt felt eller et unikt felt'; 'et "3"-kort … vender flere felter'.
    """
    position = stage(OPEN.replace("#1 # # #\n", "b1 e # #\n", 1))
    for move in ("b4-c4:3", "c3", "c2", "b2"):
        position.play(move)
    assert [m for m in position.moves if m.startswith("flip")] == [
        "flip b4=bridge",
        "flip c4=extra",
        "flip c3=neutral",
        "flip c2=neutral",
    ]
    assert tile(position, "b4") == "bridge"


def test_a_neutral_tile_does_nothing_and_is_used(stage: Stage, tile: Read) -> None:
    """'Sker der intet, og turen slutter'; 'Når et neutralt felt vendes, sker der ingenting'; D7: closed."""
    position = stage(OPEN)
    position.play("b4-b5:1")
    assert (tile(position, "b4"), position.actor) == ("neutral", 2)
    position.play("d2-d3:1")
    assert ends(position, "b5", 1) == {"a5", "c5"}
    with pytest.raises(toolkit.IllegalMove, match="neutral lies face up on b4"):
        position.play("b5-b4:1")


@pytest.mark.parametrize("flipped_neutral", ["closed", "open"])
def test_flipped_neutral(stage: Stage, flipped_neutral: str) -> None:
    """D7: option flipped_neutral: closed, or open and entered again."""
    position = stage(OPEN.replace("# #1", "_ #1"), flipped_neutral=flipped_neutral)
    assert ("a4" in ends(position, "b4", 1)) == (flipped_neutral == "open")


@pytest.mark.parametrize("question_mark", ["closed", "open"])
def test_question_mark(stage: Stage, question_mark: str) -> None:
    """D8, D59: option question_mark: closed, or open, without a second draw."""
    position = stage(OPEN.replace("# #1", "Q #1"), question_mark=question_mark)
    assert ("a4" in ends(position, "b4", 1)) == (question_mark == "open")
    if question_mark == "open":
        position.play("b4-a4:1")
        position.play("d2-d3:1")
        position.play("a4-a3:1")
        assert (position.turn, position.actor) == (3, 2)


def test_face_up_tiles_that_can_be_entered(stage: Stage) -> None:
    """D8: extra step, tunnel and bridge; 'En murfelt kan ikke betrædes'; D10: a hole neither."""
    for face, enters in (("E", True), ("T", True), ("B", True), ("W", False), ("Q", False), ("o", False)):
        assert ("a4" in ends(stage(OPEN.replace("# #1", f"{face} #1")), "b4", 1)) == enters


def test_pieces_are_neither_entered_nor_passed(stage: Stage) -> None:
    """D13: others' pieces and the own one stand in the way."""
    position = stage("""
        # #2 # # #
        #1 #1 #2 # #
        # # # # #
        # # # # #
        # # # # #
    """)
    assert ends(position, "b4", 1) == {"b3"}
    assert ends(position, "a4", 1) == {"a5", "a3"}
    assert ends(position, "a4", 2) == {"a3"}, "a5 leads nowhere"


def test_a_tile_face_up_stays_when_it_is_left(stage: Stage, tile: Read) -> None:
    """D9: it does not flip back; 'bliver liggende på den plads og kan derefter bruges af alle spillere'."""
    position = stage(OPEN.replace("#1 #", "B1 #", 1))
    position.play("b4-b5:1")
    assert tile(position, "b4") == "bridge"
    position.play("d2-d3:1")
    assert "b4" in ends(position, "b5", 1)
    assert position.moves == ["b4-b5:1", "d2-d3:1", "flip d2=neutral"]


@pytest.mark.parametrize(("face", "below"), [("bridge", "b"), ("tunnel", "t"), ("extra", "e")])
def test_what_came_up_serves_everybody(stage: Stage, tile: Read, face: str, below: str) -> None:
    """'kan derefter bruges af alle spillere': the next player steps on what the one before turned over."""
    position = stage(f"""
        # # # # #
        # {below}1 # # #
        # #2 # # #
        # # # # #
        #1 # # # #2
    """)
    position.play("b4-b5:1")
    while position.actor == 1:  # an extra step
        position.play("c5")
    assert tile(position, "b4") == face
    position.play("b3-b4:1")
    assert dict(position.lines())["seat 2"].startswith("on b4 and e1")


@pytest.mark.parametrize("card_value", ["exact", "at_most"])
def test_card_value(stage: Stage, card_value: str) -> None:
    """D11: option card_value: exact, or at_most, where a move may stop."""
    position = stage(OPEN, card_value=card_value)
    position.play("b4-b5:3")
    assert ("stop" in position.legal_moves()) == (card_value == "at_most")
    if card_value == "at_most":
        position.play("stop")
        assert (position.turn, position.actor) == (1, 2)


def test_at_most_ends_by_itself_in_a_dead_end(stage: Stage) -> None:
    """With at_most a move that cannot go on ends, and a card too long is no obstacle."""
    board = """
        #1 # W # #
        _ W # # #
        # # # # #
        # # # #2 #
        #1 # # # #2
    """
    assert ends(stage(board, cards={1: [3]}), "a5", 3) == set()
    position = stage(board, cards={1: [3]}, card_value="at_most")
    position.play("a5-b5:3")
    assert (position.turn, position.actor) == (1, 2)


def test_a_step_is_legal_only_if_the_card_can_be_completed(stage: Stage) -> None:
    """D61: tiles left behind count as closed, since nobody knows their faces; face-up ones stay open."""
    board = """
        #1 # W # #
        _ W # # #
        # # # # #
        # # # #2 #
        #1 # # # #2
    """
    assert ends(stage(board), "a5", 1) == {"b5"}
    assert ends(stage(board), "a5", 2) == set()
    face_up = stage(board.replace("#1 # W", "B1 # W", 1))
    assert ends(face_up, "a5", 2) == {"b5"}, "to b5 and back to the bridge"
    face_up.play("a5-b5:2")
    assert face_up.legal_moves() == ["a5"]
    assert ends(stage(board.replace("#1 # W", "B1 # W", 1)), "a5", 3) == set(), "b5 is closed once left"
    assert ends(stage(board.replace("#1 # W", "B1 E W", 1)), "a5", 3) == {"b5"}


def test_no_step_in_a_move_leads_where_the_card_ends_too_early(stage: Stage) -> None:
    """D61: also the second of three steps; c5 is open, and nothing beyond it."""
    position = stage("""
        #1 # # W #
        W # W # #
        # # # # #
        # # # #2 #
        #1 # # # #2
    """)
    position.play("a5-b5:3")
    assert position.legal_moves() == ["b4"]
    with pytest.raises(toolkit.IllegalMove):
        position.play("c5")


def test_the_mover_decides_step_by_step(stage: Stage) -> None:
    """D61, D60: what comes up may open a way that was not known; nothing comes up in front of the mover."""
    position = stage("""
        b1 # # # #
        _ # # # #
        # # # # #
        # # # #2 #
        #1 # # # #2
    """)
    position.play("a5-b5:2")
    assert set(position.legal_moves()) == {"c5", "b4", "a5"}


# --- cards ------------------------------------------------------------------------------------------


def test_the_four_cards(game: toolkit.Game, cards: Read) -> None:
    """'Hver spiller har fire kort: 1, 1, 2 og 3'; D16: everybody sees which are left."""
    position = game.new_position(4)
    for seat in range(1, 5):
        assert cards(position, seat) == [1, 1, 2, 3]
        assert "cards 1 1 2 3" in dict(position.lines(0))[f"seat {seat}"]


def test_a_used_card_is_out_until_all_are_used(stage: Stage, cards: Read) -> None:
    """'Når et kort er brugt, er det midlertidigt ude'; 'brugt alle fire kort, får du dem tilbage'; D15."""
    position = stage(OPEN, cards={1: [2, 3]})
    position.play("b4-b5:2")
    position.play("c5")
    assert cards(position, 1) == [3]
    position.play("d2-d3:1")
    with pytest.raises(toolkit.IllegalMove, match="used its 2-cards"):
        position.play("c5-d5:2")
    position.play("c5-d5:3")
    assert cards(position, 1) == [1, 1, 2, 3], "back at once, with the first step of the fourth card"


# --- hands ------------------------------------------------------------------------------------------


def test_a_tile_is_played_before_the_move(stage: Stage, tile: Read, hand: Read) -> None:
    """'spilles altid før du rykker en brik'; 'skal spilles før du rykker'; D17: move, or tile and then move.

    'Når det er din tur, vælger du én af disse muligheder'.
    """
    position = stage(OPEN, hands={1: ["wall", "extra"]})
    position.play("wall@e5")
    assert (tile(position, "e5"), position.actor, hand(position, 1)) == ("wall", 1, ["extra"])
    assert not any("@" in m for m in position.legal_moves())
    position.play("b4-b5:1")
    assert (position.actor, position.turn) == (2, 1)
    position = stage(OPEN, hands={1: ["wall"]})
    position.play("b4-b5:2")
    with pytest.raises(toolkit.IllegalMove, match="is moving"):
        position.play("wall@e5")


@pytest.mark.parametrize("tiles_per_turn", [0, 1, 4])
def test_tiles_per_turn(stage: Stage, tiles_per_turn: int) -> None:
    """D18: option tiles_per_turn: 0, 1 (the default) or up to 4."""
    position = stage(OPEN, hands={1: ["wall", "wall", "wall", "wall"]}, tiles_per_turn=tiles_per_turn)
    for cell in ("e5", "d5", "c5", "e4")[:tiles_per_turn]:
        position.play(f"wall@{cell}")
    assert not any("@" in m for m in position.legal_moves())
    if tiles_per_turn < 4:
        with pytest.raises(toolkit.IllegalMove, match=f"played {tiles_per_turn} of {tiles_per_turn}"):
            position.play("wall@e3")


@pytest.mark.parametrize("kind", ["extra", "tunnel", "bridge", "wall"])
def test_where_a_tile_may_go(stage: Stage, kind: str) -> None:
    """'må ikke lægges oven på et allerede synligt unikt felt'; D19, D20; 'Nej. Du må ikke placere …'.

    'Broen placeres på et felt, der allerede er vendt': D19, a flipped neutral one; D10, D33: no hole or wall.
    """
    position = stage(
        """
        E T B W Q
        # #1 # # #
        o # _ # #
        # # # #2 #
        #1 # # # #2
        """,
        hands={1: [kind]},
    )
    cells = {m.split("@")[1] for m in position.legal_moves() if "@" in m}
    covered = {"a4", "c4", "d4", "e4", "b3", "d3", "e3", "a2", "b2", "c2", "e2", "b1", "c1", "d1"}
    assert cells == ({"c3"} if kind == "bridge" else covered | {"c3"})


def test_the_covered_tile_goes_unseen(stage: Stage, game: toolkit.Game, tile: Read) -> None:
    """'Det skjulte felt fjernes fra pladen, og dit unikke felt bliver liggende i stedet'; D21."""
    table = game.new_table(2)
    for kind in ("wall", "wall", "extra", "extra", "lock", "lock", "lock", "lock"):
        table.play(f"{1 + (kind == 'lock')}+{kind}")
    for move in ("a1", "f6", "a6", "f1", "wall@c3", "a1-a2:1", "flip a1=wall", "f6-e6:1"):
        table.play(move)
    assert tile(table, "c3") == "wall"
    # The only wall of the board came up on a1; the tile that was under c3 may still be anything else.
    assert "flip f6=wall" not in table.legal_moves()
    assert "flip f6=tunnel" in table.legal_moves()
    assert "flip f6=?" not in table.legal_moves()


def test_a_tile_after_which_its_player_could_not_move_is_refused(stage: Stage) -> None:
    """D19: nobody walls in the own pieces; 'Det fungerer som en permanent blokering'."""
    board = """
        #1 # # # #
        _ W # # #
        # # # # #
        _ W # #2 #
        #1 _ # # #2
    """
    position = stage(board, hands={1: ["wall"]})
    assert "wall@b5" not in position.legal_moves()
    with pytest.raises(toolkit.IllegalMove, match="could not move after it"):
        position.play("wall@b5")
    assert "wall@c5" not in stage(board, hands={1: ["wall"]}, cards={1: [2]}).legal_moves()
    assert "wall@c5" in position.legal_moves()


def test_equal_tiles_are_one_action(stage: Stage) -> None:
    """D63: two walls in the hand are listed once."""
    listed = stage(OPEN, hands={1: ["wall", "wall", "lock", "lock"]}).legal_moves()
    assert len(set(listed)) == len(listed)
    assert sum(m.startswith("lock") for m in listed) == 4


@pytest.mark.parametrize("hand_limit", [1, 4, 6])
def test_hand_limit(game: toolkit.Game, hand_limit: int) -> None:
    """'op til 4 ad gangen'; option hand_limit: 1, 4 or 6 tiles are dealt and held."""
    position = game.new_position(2, hand_limit=hand_limit)
    assert [position.state.hand_size[p] for p in range(2)] == [hand_limit] * 2


# --- question mark, draw and discard ----------------------------------------------------------------

ASKED = OPEN.replace("#1 # # #\n", "q1 # # #\n", 1)


def test_a_question_mark_draws(stage: Stage, hand: Read) -> None:
    """'Når et spørgsmålstegn vendes …, må spilleren trække et nyt unikt felt fra puljen'; D35: or decline."""
    position = stage(ASKED)
    position.play("b4-b5:2")
    assert position.legal_moves() == ["decline", "draw"]
    position.play("draw")
    assert len(hand(position, 1)) == 1
    assert position.moves[-1].startswith("1+")
    position.play("c5")
    assert position.turn == 1
    position = stage(ASKED)
    position.play("b4-b5:1")
    position.play("decline")
    assert (hand(position, 1), position.turn) == ([], 1)


def test_the_fifth_tile_is_discarded_by_choice(stage: Stage, hand: Read) -> None:
    """'højst 4'; 'straks kassere overskydende'; 'vælger du ét af de 5 felter, som kasseres'; D22, D38.

    'Du må højst have 4 unikke felter på hånden. Får du flere, kasserer du straks ned til 4 efter eget valg'.
    """
    position = stage(ASKED, hands={1: ["wall", "wall", "lock", "extra"]})
    position.play("b4-b5:1")
    position.play("draw")
    held = hand(position, 1)
    assert len(held) == 5
    assert position.legal_moves() == [f"discard {k}" for k in sorted(set(held), key=lambda k: CODES[k])]
    absent = next(kind for kind in ("tunnel", "bridge", "move") if kind not in held)
    with pytest.raises(toolkit.IllegalMove):
        position.play(f"discard {absent}")
    left = position.state.deck_size[0]
    position.play("discard lock")
    held.remove("lock")
    assert (hand(position, 1), position.actor) == (held, 2)
    assert position.state.deck_size[0] == left, "not back into the pool"


def test_a_fourth_tile_is_kept(stage: Stage, hand: Read) -> None:
    """'højst have 4 unikke felter': who held three and draws holds four, and lets go of none."""
    position = stage(ASKED, hands={1: ["wall", "lock", "extra"]})
    position.play("b4-b5:1")
    position.play("draw")
    assert (len(hand(position, 1)), position.actor, position.turn) == (4, 2, 1)


def test_an_empty_pool_draws_nothing(stage: Stage) -> None:
    """D37: nothing to decide when the pool is empty."""
    position = stage(ASKED)
    position.state.deck_size[0] = 0
    position.play("b4-b5:1")
    assert (position.turn, position.actor) == (1, 2)
    assert position.state.starved[0] == 1


# --- extra step -------------------------------------------------------------------------------------


def test_an_extra_step_that_comes_up(stage: Stage, tile: Read, event: Read) -> None:
    """'rykke præcis 1 ekstra felt'; 'kommer oven i det ryk, du allerede er i gang med'; D29 (i), D32.

    'Følg reglerne for det unikke felt. Derefter fortsætter spillet med næste spiller'.
    """
    position = stage(OPEN.replace("#1 # # #\n", "e1 # # #\n", 1))
    position.play("b4-b5:1")
    assert (position.actor, set(position.legal_moves())) == (1, {"a5", "c5", "b4"})
    position.play("c5")
    assert (position.turn, position.actor, event(position, "extra_fired")) == (1, 2, 1)


def test_extra_steps_are_appended(stage: Stage) -> None:
    """D32: two that come up in one move add two steps at its end."""
    position = stage(OPEN.replace("#1 # # #\n", "e1 e # #\n", 1))
    for move in ("b4-c4:2", "d4", "d5"):
        position.play(move)
        assert position.actor == 1
    position.play("c5")
    assert position.actor == 2


def test_an_extra_step_that_is_landed_on(stage: Stage) -> None:
    """'den brik der lander/udløser feltet'; D29 (ii): the last step only, not one in passing."""
    position = stage(OPEN.replace("# #1 #", "# #1 E", 1))
    position.play("b4-c4:1")
    assert position.actor == 1
    position.play("d4")
    assert position.actor == 2
    position = stage(OPEN.replace("# #1 #", "# #1 E", 1))
    position.play("b4-c4:2")
    position.play("d4")
    assert position.actor == 2


def test_an_impossible_extra_step_is_ignored(stage: Stage, event: Read) -> None:
    """D30: ignored, and counted."""
    position = stage("""
        #1 E W # #
        _ W # # #
        # # # # #
        # # # #2 #
        #1 # # # #2
    """)
    position.play("a5-b5:1")
    assert (position.actor, event(position, "extra_ignored")) == (2, 1)


def test_an_extra_tile_fires_once_a_turn(stage: Stage, event: Read) -> None:
    """D31: to and fro between two of them ends; in another turn they fire again."""
    position = stage("""
        E1 E W # #
        _ W # # #
        # # # # #
        # # # #2 #
        #1 # # # #2
    """)
    position.play("a5-b5:1")
    position.play("a5")
    position.play("b5")
    assert (position.actor, event(position, "extra_fired")) == (2, 2)
    position.play("d2-d3:1")
    position.play("b5-a5:1")
    assert (position.actor, event(position, "extra_fired")) == (1, 3)


# --- tunnel -----------------------------------------------------------------------------------------

TUNNELS = """
    # # # # #
    # #1 T # #
    # # # # #
    # T # #2 #
    #1 # # # #2
"""


def test_a_tunnel_leads_to_another(stage: Stage, tile: Read) -> None:
    """'Hvis der findes to tilgængelige tunnelindgange, kan du bevæge dig fra den ene til den anden'.

    D24: at once and freely, only on stepping in, and a move may end there or go on.
    'lander du ved udgangen på et af de tilstødende felter': the next step leaves it.
    """
    position = stage(TUNNELS)
    assert ends(position, "b4", 1) == {"a4", "b3", "b5", "c4", "c4>b2"}
    position.play("b4-c4>b2:1")
    assert (position.turn, dict(position.lines())["seat 1"][:12]) == (1, "on b2 and a1")
    position = stage(TUNNELS)
    position.play("b4-c4>b2:2")
    assert set(position.legal_moves()) == {"a2", "c2", "b3", "b1"}
    position.play("c2")
    assert (position.turn, tile(position, "b2"), tile(position, "c4")) == (1, "hole", "tunnel")


def test_no_transit_from_standing(stage: Stage) -> None:
    """D24: a piece that stands on an entrance steps out like anybody else."""
    position = stage(TUNNELS.replace("# #1 T", "# # T1", 1))
    assert ends(position, "c4", 1) == {"b4", "d4", "c5", "c3"}


@pytest.mark.parametrize("tunnel_exit", ["removed", "stays"])
def test_tunnel_exit(stage: Stage, tile: Read, tunnel_exit: str) -> None:
    """'Du kan ikke gå tilbage'; 'udgangen fjernes fra spillet, når den forlades'; D9, D24, D27.

    Option tunnel_exit: removed, whenever the piece leaves it, or stays.
    """
    position = stage(TUNNELS, tunnel_exit=tunnel_exit)
    position.play("b4-c4>b2:1")
    position.play("d2-d3:1")
    assert tile(position, "b2") == "tunnel"
    position.play("b2-b3:1")
    assert tile(position, "b2") == ("hole" if tunnel_exit == "removed" else "tunnel")
    position.play("e1-e2:1")
    assert ("b2" in ends(position, "b3", 2)) == (tunnel_exit == "stays")


def test_one_free_tunnel_is_an_ordinary_tile(stage: Stage) -> None:
    """D25: without a second entrance, or with a piece on it, there is no way through."""
    one = stage(TUNNELS.replace("# T #", "# # #", 1))
    assert not any(">" in m for m in one.legal_moves())
    taken = stage(TUNNELS.replace("# T # #2 #", "# T2 # # #", 1))
    assert not any(">" in m for m in taken.legal_moves())
    with pytest.raises(toolkit.IllegalMove):
        taken.play("b4-c4>b2:1")
    assert "c4" in ends(taken, "b4", 1)


def test_the_mover_chooses_among_exits(stage: Stage) -> None:
    """D26: three entrances, two exits to choose from."""
    position = stage(TUNNELS.replace("# # # # #", "T # # # #", 1))
    assert {e for e in ends(position, "b4", 1) if ">" in e} == {"c4>b2", "c4>a5"}


def test_a_blocked_exit_is_only_an_end(stage: Stage) -> None:
    """D28: an exit without a free neighbour is legal when the move ends there."""
    position = stage("""
        T W # # #
        W #1 T # #
        # # # # #
        # # # #2 #
        #1 # # # #2
    """)
    assert "c4>a5" in ends(position, "b4", 1)
    assert "c4>a5" not in ends(position, "b4", 2)


# --- bridge and wall --------------------------------------------------------------------------------


def test_a_bridge_frees_and_is_stood_on(stage: Stage, tile: Read, event: Read) -> None:
    """'En bro kan skabe adgang'; 'så en brik kan slippe ud'; 'Du må gerne stå på broen'; D34, D46."""
    position = stage(
        """
        #1 _ # # #
        _ _ # # #
        # # # # #
        _ _ # #2 #
        #1 _ # # #2
        """,
        hands={1: ["bridge", "wall"]},
    )
    assert set(position.legal_moves()) == {"bridge@b5", "bridge@a4", "bridge@a2", "bridge@b1"}
    position.play("bridge@b5")
    assert set(position.legal_moves()) == {"a5-b5:1", "a5-b5:2", "a5-b5:3"}
    position.play("a5-b5:1")
    assert (position.actor, event(position, "bridge_saved"), event(position, "tile_saved")) == (2, 1, 1)


def test_a_bridge_is_crossed_like_any_tile(stage: Stage, tile: Read) -> None:
    """'Den tæller som et almindeligt felt i bevægelse': one step of the card, passed over or stood on."""
    position = stage("""
        #1 B # # #
        _ W # # #
        # # # # #
        # # # #2 #
        #1 # # # #2
    """)
    position.play("a5-b5:2")
    assert position.legal_moves() == ["c5"]
    position.play("c5")
    assert (position.turn, position.actor, tile(position, "b5")) == (1, 2, "bridge")


def test_a_bridge_of_another_player_saves(stage: Stage, event: Read) -> None:
    """D57: laid beside a stuck player before that player's turn."""
    position = stage(
        """
        #2 _ # # #
        _ _ # # #
        # # # # #
        _ _ # #1 #
        #2 _ # # #1
        """,
        hands={1: ["bridge"]},
    )
    position.play("bridge@b5")
    position.play("d2-d3:1")
    assert event(position, "bridge_saved") == 1
    assert "a5-b5:1" in position.legal_moves()


def test_a_wall_comes_up_behind_the_mover(stage: Stage, tile: Read) -> None:
    """D33: closed for good, not bridged; the mover is past it and goes on."""
    position = stage(OPEN.replace("#1 # # #\n", "w1 # # #\n", 1), hands={1: [], 2: ["bridge"]})
    position.play("b4-b5:2")
    position.play("c5")
    assert (tile(position, "b4"), position.turn) == ("wall", 1)
    listed = position.legal_moves()
    assert "bridge@b5" in listed
    assert "bridge@b4" not in listed


# --- lock and move opponent -------------------------------------------------------------------------


def test_lock_an_opponents_piece(stage: Stage, hand: Read) -> None:
    """'en brik, der ikke må rykkes i den næste tur for den spiller, brikken tilhører'; 'en modstanders brik'.

    'Den valgte brik er låst, når det bliver modstanderens tur'; D62: the tile is out of the game.
    """
    position = stage(OPEN, hands={1: ["lock"]})
    position.play("lock d2")
    assert hand(position, 1) == []
    position.play("b4-b5:1")
    assert {m[:2] for m in position.legal_moves()} == {"e1"}
    with pytest.raises(toolkit.IllegalMove, match="d2 is locked"):
        position.play("d2-d3:1")
    position.play("e1-e2:1")
    position.play("b5-c5:1")
    assert {m[:2] for m in position.legal_moves()} == {"e2", "d2"}, "one turn only"


def test_lock_an_own_piece(stage: Stage) -> None:
    """'eller en af dine egne brikker'; 'Din valgte brik kan ikke rykkes i din kommende tur'; D40."""
    position = stage(OPEN, hands={1: ["lock"]})
    position.play("lock b4")
    assert {m[:2] for m in position.legal_moves()} == {"b4", "a1"}, "not in this turn"
    position.play("b4-b5:1")
    position.play("d2-d3:1")
    assert {m[:2] for m in position.legal_moves()} == {"a1"}
    position.play("a1-a2:1")
    position.play("d3-d4:1")
    assert {m[:2] for m in position.legal_moves()} == {"a2", "b5"}


HELD = """
    # # # # #
    # #1 # # #
    # # # W #
    # # W #2 W
    #1 # # W #2
"""


@pytest.mark.parametrize("locked_seat", ["skip", "out"])
def test_locked_seat(stage: Stage, event: Read, locked_seat: str) -> None:
    """D39: option locked_seat: skip, when only the lock holds the player, or out."""
    board = HELD.replace("W #\n    # # W #2 W", "# #\n    # # W #2 W")
    position = stage(board, hands={1: ["lock"]}, locked_seat=locked_seat)
    position.play("lock d2")
    position.play("b4-b5:1")
    if locked_seat == "skip":
        assert (position.actor, event(position, "skipped"), position.turn) == (1, 1, 1)
        position.play("b5-c5:1")
        assert "d2-d3:1" in position.legal_moves()
    else:
        assert (position.actor, position.legal_moves()) == (2, ["out"])


def test_a_locked_seat_that_is_stuck_anyway_is_out(stage: Stage) -> None:
    """D39: stuck without the lock too."""
    position = stage(HELD, hands={1: ["lock"]})
    position.play("lock d2")
    position.play("b4-b5:1")
    assert position.legal_moves() == ["out"]


def test_move_an_opponents_piece(stage: Stage, cards: Read, hand: Read, tile: Read) -> None:
    """'flytter du en modstanders brik i stedet for …'; 'hvis du kan bruge et kort med 1'; D42, D62."""
    position = stage(OPEN, hands={1: ["move"]})
    position.play("move d2-d3:1")
    assert (position.actor, position.turn) == (2, 1)
    assert (cards(position, 1), hand(position, 1), tile(position, "d2")) == ([1, 2, 3], [], "neutral")
    without = stage(OPEN, hands={1: ["move"]}, cards={1: [2, 3]})
    assert not any(m.startswith("move") for m in without.legal_moves())
    with pytest.raises(toolkit.IllegalMove, match="used its 1-cards"):
        without.play("move d2-d3:1")
    with pytest.raises(toolkit.IllegalMove, match="own one"):
        position = stage(OPEN, hands={1: ["move"]})
        position.play("move b4-b5:1")


@pytest.mark.parametrize("move_opponent_cards", [1, "any"])
def test_move_opponent_cards(stage: Stage, move_opponent_cards: int | str) -> None:
    """'kun tilladt at flytte … 1 felt'; 'også 2- og 3-kort', 'frivillig husregel': D45, 1 or any."""
    position = stage(OPEN, hands={1: ["move"]}, move_opponent_cards=move_opponent_cards)
    found = {m[-1] for m in position.legal_moves() if m.startswith("move")}
    assert found == ({"1"} if move_opponent_cards == 1 else {"1", "2", "3"})
    if move_opponent_cards == "any":
        position.play("move d2-d3:2")
        position.play("d4")
        assert position.actor == 2
    else:
        with pytest.raises(toolkit.IllegalMove, match="with a 1-card"):
            position.play("move d2-d3:2")


def test_a_locked_piece_may_be_moved_by_another(stage: Stage) -> None:
    """D41: the lock binds its owner."""
    position = stage(OPEN, hands={1: ["move"]}, locked="d2")
    assert "move d2-d3:1" in position.legal_moves()


def test_tiles_act_on_a_moved_opponent(stage: Stage, hand: Read) -> None:
    """D44, D36: the active player makes the choices, and draws."""
    position = stage(OPEN.replace("#2 #\n", "q2 #\n", 1), hands={1: ["move"]})
    position.play("move d2-d3:1")
    assert position.actor == 1
    position.play("draw")
    assert (len(hand(position, 1)), position.actor) == (1, 2)
    position = stage(OPEN.replace("#2 #\n", "e2 #\n", 1), hands={1: ["move"]})
    position.play("move d2-d3:1")
    assert position.actor == 1
    position.play("d4")
    assert position.actor == 2


def test_move_opponent_saves_nobody(stage: Stage) -> None:
    """D43: who can neither move nor lay a saving tile is out, with the tile in the hand."""
    stuck = """
        #1 _ # # #
        _ _ # # #
        # # # # #
        _ _ # #2 #
        #1 _ # # #2
    """
    assert stage(stuck, hands={1: ["move", "lock", "wall"]}).legal_moves() == ["out"]


# --- locked in, and the end -------------------------------------------------------------------------

STUCK = """
    b1 _ # # #
    _ _ # # #
    # # # # #
    _ _ # #2 #
    e1 _ # # #2
"""


def test_nobody_passes(stage: Stage) -> None:
    """D23: while a move exists it is made."""
    position = stage(OPEN)
    with pytest.raises(toolkit.IllegalMove, match="can still move"):
        position.play("out")


@pytest.mark.parametrize("lock_test", ["remaining", "any_step"])
def test_lock_test(stage: Stage, cards: Read, event: Read, lock_test: str) -> None:
    """D14: option lock_test: the remaining cards, or any_step, where any card makes one step."""
    board = """
        #1 # W # #
        _ W # # #
        # # # # #
        _ _ # #2 #
        #1 _ # # #2
    """
    position = stage(board, cards={1: [2, 3]}, lock_test=lock_test)
    if lock_test == "remaining":
        assert position.legal_moves() == ["out"]
        position.play("out")
        assert event(position, "locked_by_cards") == 1
    else:
        assert set(position.legal_moves()) == {"a5-b5:2", "a5-b5:3"}
        position.play("a5-b5:3")
        assert (position.actor, cards(position, 1)) == (2, [2])


def test_a_locked_in_player_leaves(stage: Stage, tile: Read, hand: Read, event: Read) -> None:
    """'ude af spillet'; 'fjernes spillerens brikker … Felterne, som …, vendes'; D36, D47, D48.

    'kan åbne eller ændre muligheder'; 'Spilleren er ude. Brikkerne fjernes fra pladen, og felterne … vendes'.
    """
    board = STUCK.replace("# # # # #", "# #3 #3 # #", 1)
    position = stage(board, hands={1: ["wall"]}, players=3)
    position.play("out")
    assert position.moves == ["out", "flip a5=bridge", "flip a1=extra"]
    assert [tile(position, cell) for cell in ("a5", "a1")] == ["bridge", "extra"]
    assert (hand(position, 1), position.actor) == ([], 2)
    assert event(position, "extra_fired") == 0
    assert event(position, "locked_by_own_flips") == 0


def test_tiles_that_turn_over_under_who_leaves_open_ways(stage: Stage, tile: Read) -> None:
    """'kan åbne eller ændre muligheder for de resterende spillere': a bridge below lets another one go on."""
    board = """
        b1 _ # # #
        #3 _ # # #
        W # # # #
        _ _ # #2 #
        #1 _ # #3 #2
    """
    position = stage(board, players=3)
    assert position.legal_moves() == ["out"]
    position.play("out")
    assert [tile(position, cell) for cell in ("a5", "a1")] == ["bridge", "neutral"]
    assert position.actor == 2
    position.play("d2-d3:1")
    assert ends(position, "a4", 1) == {"a5"}
    assert ends(stage(board, players=3, actor=3), "a4", 1) == set()


def test_face_up_tiles_under_who_leaves_stay(stage: Stage, tile: Read) -> None:
    """D47: a tile that lies face up has no other side in play, and a question mark draws nothing."""
    board = STUCK.replace("b1", "T1").replace("e1", "q1")
    position = stage(board, exits="a5")
    position.play("out")
    assert position.moves == ["out", "flip a1=question"]
    assert (tile(position, "a5"), position.outcome is not None) == ("tunnel", True)


def test_the_last_one_able_to_move_wins(stage: Stage) -> None:
    """'Undgå at blive låst fast. Den sidste spiller, som stadig kan foretage et lovligt ryk …, vinder'.

    'Når der kun er én spiller tilbage, … har den spiller vundet'.
    """
    position = stage(STUCK)
    position.play("out")
    assert position.outcome == toolkit.Outcome((2,), "win", "last able to move")


def test_the_test_is_made_at_the_start_of_the_own_turn(stage: Stage) -> None:
    """D46: a player who is stuck now may be freed before the own turn comes."""
    position = stage(STUCK, actor=2)
    assert (position.actor, position.outcome) == (2, None)
    position.play("d2-d3:1")
    assert position.legal_moves() == ["out"]


@pytest.mark.parametrize("all_stuck", ["last", "draw"])
def test_all_stuck(stage: Stage, event: Read, all_stuck: str) -> None:
    """D49: option all_stuck: the last one left wins all the same, or draw."""
    board = """
        #1 _ # # #
        _ _ # # #
        # # # _ _
        _ _ _ #2 _
        #1 _ _ _ #2
    """
    position = stage(board, all_stuck=all_stuck)
    position.play("out")
    if all_stuck == "last":
        assert position.outcome == toolkit.Outcome((2,), "win", "last able to move")
    else:
        assert (position.actor, position.legal_moves()) == (2, ["out"])
        position.play("out")
        assert position.outcome == toolkit.Outcome((), "draw", "all stuck")
        assert event(position, "all_stuck") == 1


def test_the_last_one_may_be_saved_by_a_tile(stage: Stage) -> None:
    """D49 with D46: a tile that lets the last player move wins the game."""
    board = """
        #1 _ # # #
        _ _ # # #
        # # # _ _
        _ _ _ #2 _
        #1 _ _ _ #2
    """
    position = stage(board, hands={2: ["bridge"]}, all_stuck="draw")
    position.play("out")
    assert "out" not in position.legal_moves()
    position.play("bridge@d3")
    assert position.outcome == toolkit.Outcome((2,), "win", "last able to move")


def test_placed_tiles_stay_where_they_are(game: toolkit.Game) -> None:
    """D58: a tile laid on the board is there to the end, a tunnel that was somebody's exit apart."""
    for seed in range(20):
        position = game.new_position(2, seed)
        rng = random.Random(seed)
        s: Any = position.state
        before: dict[int, int] = {}
        while position.outcome is None and position.turn < 60:
            position.play(rng.choice(position.legal_moves()))
            for cell, code in before.items():
                assert s.tile[cell] == code or (code == CODES["tunnel"] and s.tile[cell] == 8)
            before = {c: s.tile[c] for c in range(SIDE * SIDE) if EXTRA <= s.tile[c] <= CODES["question"]}


def test_pieces_go_in_pairs(game: toolkit.Game) -> None:
    """D56: never one of the two alone."""
    for seed in range(10):
        position = game.new_position(3, seed)
        rng = random.Random(seed)
        while position.outcome is None:
            position.play(rng.choice(position.legal_moves()))
            assert position.check() == []


def test_who_retires_leaves_like_who_is_out(stage: Stage, tile: Read) -> None:
    """A player may leave between moves; the last one left wins."""
    position = stage(OPEN, actor=1)
    assert position.table_moves() == ["1 retire", "2 retire"]
    position.play("2 retire")
    assert position.outcome == toolkit.Outcome((1,), "win", "the others retired")
    assert tile(position, "d2") == "neutral"


SHUTTLE = """
    W W W W W
    B1 B W B2 B
    W W W W W
    _1 W # _2 W
    W W W W W
"""


@pytest.mark.parametrize("idle_rounds", [0, 10, 100])
def test_idle_rounds(stage: Stage, idle_rounds: int) -> None:
    """D64: option idle_rounds: a game in which nothing comes or goes for so many rounds has stalled."""
    position = stage(SHUTTLE, idle_rounds=idle_rounds, turn_cap=30)
    while position.outcome is None:
        position.play(position.legal_moves()[0])
    assert position.outcome.winners == ()
    if idle_rounds == 10:
        assert (position.turn, position.outcome.reason) == (20, "stalled")
        assert position.outcome.detail == "nothing changes any more"
    else:
        assert (position.turn, position.outcome.reason) == (60, "turn_cap")


def shuttle(position: toolkit.Position, turns: int) -> None:
    """So many turns in which nobody plays a tile."""
    end = position.turn + turns
    while position.turn < end:
        position.play(next(m for m in position.legal_moves() if not m.startswith("lock")))


def test_a_tile_played_begins_the_idle_rounds_anew(stage: Stage) -> None:
    """D64: any tile from a hand is a change, a lock as well."""
    position = stage(SHUTTLE, hands={1: ["lock"]}, idle_rounds=10)
    shuttle(position, 16)
    position.play("lock d4")
    shuttle(position, 20)
    assert (position.turn, position.outcome) == (36, None)
    shuttle(position, 1)
    assert position.outcome is not None and position.outcome.reason == "stalled"


def test_a_flipped_tile_begins_the_idle_rounds_anew(stage: Stage) -> None:
    """D64: a covered bridge is left in the second turn, and is a way to and fro from then on."""
    position = stage(SHUTTLE.replace("B2 B", "b2 B"), idle_rounds=10)
    shuttle(position, 21)
    assert (position.turn, position.outcome) == (21, None)
    shuttle(position, 1)
    assert position.outcome is not None and position.outcome.reason == "stalled"
