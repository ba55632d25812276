"""The one list of pieces, and the digests that say whether two pieces are the same."""

from pathlib import Path

from toolkit.components.folder import load_folder
from toolkit.drawing.geometry import rectangle
from toolkit.drawing.model import Drawing, Image, Link, Symbol, Use
from toolkit.drawing.model import Path as Outline
from toolkit.faces.face import Faces
from toolkit.press.digest import Digests
from toolkit.press.pieces import Piece, make_pieces


def pieces(folder: Path) -> list[Piece]:
    read = load_folder(folder).require()
    return make_pieces(read, read.kinds.values(), Faces(folder))


def digest(*items: object, **more: object) -> str:
    return Digests().digest(Drawing(10, 10, tuple(items), **more))  # type: ignore[arg-type]


def test_every_copy_is_a_piece_with_the_id_of_its_row(cards: Path) -> None:
    (cards / "cards.csv").write_text("id,count\na,2\nb,0\nc,\n", "utf-8")
    found = pieces(cards)
    assert [(p.kind.name, p.id, p.copy) for p in found] == [
        ("cards", "a", 1),
        ("cards", "a", 2),
        ("cards", "c", 1),
    ]
    assert found[0].hash == found[1].hash != found[2].hash
    assert len({p.back_hash for p in found}) == 1 and found[0].back_hash != found[0].hash
    assert found[0].face is found[1].face


def test_digests_are_the_same_in_every_process_and_follow_what_is_drawn(cards: Path) -> None:
    before = [p.hash for p in pieces(cards)]
    assert before == [p.hash for p in pieces(cards)]
    assert all(len(name) == 32 and int(name, 16) >= 0 for name in before)
    front = cards / "front.toml"
    front.write_text(front.read_text("utf-8").replace("x = 5", "x = 5.001"), "utf-8")
    assert not set(before) & {p.hash for p in pieces(cards)}


def test_every_field_that_leaves_ink_counts_and_no_other() -> None:
    square = Outline(rectangle(0, 0, 5, 5), fill="#ff0000")
    picture = Image(b"one", 0, 0, 5, 5)
    known = digest(square)
    for other in (
        Outline(rectangle(0, 0, 5, 5.01), fill="#ff0000"),
        Outline(rectangle(0, 0, 5, 5), fill="#ff0001"),
        Outline(rectangle(0, 0, 5, 5), fill="#ff0000", opacity=0.5),
        Use(Symbol(Drawing(5, 5, (square,)))),
    ):
        assert digest(other) != known
    assert digest(picture) != digest(Image(b"two", 0, 0, 5, 5))
    assert digest(picture) == digest(Image(b"one", 0, 0, 5, 5, "in words"))
    assert digest(square, title="a") == digest(square, title="b", description="c")
    assert digest(square) == digest(square, Link(0, 0, 5, 5, "https://example.org"))
    assert digest(Outline(rectangle(0, 0, 5, 5 + 1e-9), fill="#ff0000")) == known
    assert Digests().digest(Drawing(10, 10, (square,)), "circle") != known
