"""What a position of gridlokt holds: the grid, the items, the codes of phases and actions, the figures.

**Cells.** The grid has `SIDE` columns and as many rows, numbered row by row from the top left; its rim stands
for "off the table". The Centre is laid on `MIDDLE`. A table of n cells a side has rows and columns
`MIDDLE_LINE - n // 2` and on; `ground` is `OFF` outside it. Cell 0 is off every table and stands for
"nowhere". Directions are 0 north, 1 east, 2 south, 3 west; `d ^ 2` is the opposite one, and a set of sides
(`mask`) has bit d for side d. A card lies the way its mask says: straight 5 or 10; corner 3, 6, 12 or 9; T
14, 13, 11 or 7; Centre, universal Path, Room and Warp 15.

**Kinds and items.** A Path's kind is `3 * colour + shape` (colour: the seat whose it is), `UNIVERSAL` for the
former Centre; a Utility's kind is 16 and on, in the order of `UTILITY_IDS`. Decks and hands hold items: Paths
from 0, the Centre's card as `CENTRE_CARD`, Utilities from `FIRST_UTILITY`; `t.kind` tells what each is.
Actions name kinds, never items. `spare` (in `hands`) tells which copy goes.

**Actions** are packed alike: `op | n << 5 | cell << 10 | second << 21 | third << 32`.

| op | n | cell | second | third | what |
|---|---|---|---|---|---|
| CHOOSE | kind | | | | a Path for the personal hand |
| PLACE | kind | cell | mask | | a Path on the grid |
| STUCK | | | | | none of the personal Paths fits (G8) |
| ROOM | room | cell | | | the own Room, or the Final Room for another |
| DRAW | | | | | a card, from the pile of the phase |
| DONE | | | | | ends the Path or Utility phase |
| DISCARD | kind | 0, or 1 + the place of its declaration | | | an excess card |
| CANCEL | aid | | | | takes back a declaration, by its place in the list |
| MOVE | aids | destination | | | a movement that uses a set of aids (bits by place in the list) |
| LINK | aids | arrival Warp | | | linked travel: the other Warp is reached with these aids |
| HOME | room | | | | warping Home or to an owned Room |
| STAY | | | | | |
| PASS | 0, 1 | | | | no Booby-Trap at a turn boundary; 1: nobody else plays one either (at a table) |
| CARD | kind | | | | chance: what was drawn |
| HIDE | 0, 1 | | | | at a table: a Path was chosen and nobody saw which; 1: so were all others |
| WALL, PIT, SHOVEL, HAMMER | | cell | | | |
| HOOK, BRIDGE, BOOTS | | entry | crossing | landing | a declaration |
| DRILL | | source | destination | | a declaration |
| TUNNEL | pawn | destination | straights + 16 * corners | | |
| WARP | | cell | 1: transport | | |
| BOMB | | cell | room + 1 for a pawn on it, else 0 | | the room is named also when it is Home |
| TRAP | seat | 0, or 1 + the seat that plays it out of turn (never listed, always heard) | | | |
| SWITCH | seat | | | | |
| MOVER | room | cell | | | |

**Tables** that `fill` reads: paths.csv (id, set, shape, count), utilities.csv (id, count), rooms.csv (id,
set, count), tokens.csv (id, in_play), pieces.csv (id, seat): what is in set `four` is dealt. Seats, colours,
Rooms and tokens of one id belong together.

**The searches**, as `rules` calls them:

`movement.list_moves(s, o, t, seat, op, buf, n) -> n`
    Adds every MOVE (or LINK) of the pawn of `seat` to `buf` from place `n` on; returns the new count. Sets of
    aids are inclusion-minimal (G66); a destination is never the cell where the pawn stands.
`movement.may_move(s, o, t, seat, op, cell, aids) -> 0 or 1`
    Whether that action is one of them; any `cell` from 0 to 2047, any `aids` from 0 to 31.
`tunnels.list_tunnels(s, o, t, seat, buf, n) -> n`
    Adds every TUNNEL action that the Tunnel cards of `seat` allow (G68), for every pawn on the table.
`tunnels.may_tunnel(s, o, t, seat, pawn, cell, straights, corners) -> 0 or 1`
    Whether that is one of them; pawn from 0 to 31, cell to 2047, both counts to 15.
`tunnels.any_tunnel(s, o, t, seat, k, buf) -> action or 0`
    One of them, uniformly, drawn from stream `k`; 0 if there is none. `buf` is room to work in.
`greedy.value(s, o, t, seat) -> int`
    How good the position looks for `seat`.

They may use `mark` (all zero between kernels), `queue` and `reach`, and the helpers in `grid` and `hands`.
"""

from __future__ import annotations

# -- geometry ---------------------------------------------------------------------------------------------

SIDE = 33
CELLS = SIDE * SIDE
MIDDLE_LINE = 16
MIDDLE = MIDDLE_LINE * SIDE + MIDDLE_LINE
NORTH, EAST, SOUTH, WEST = range(4)

PLAYERS_4 = 4
"""Players, colours and regular Rooms."""
FINAL = 4
"""The Final Room's number; Rooms 0 to 3 are the seats' Homes."""
ROOMS = 5

# What lies on a cell (`ground`): nothing, a Path of a colour (1 + seat), the Centre or the universal Path, a
# Room (ROOM_GROUND + its number), a Warp; OFF is outside the table.
EMPTY, RED_PATH, BLUE_PATH, YELLOW_PATH, GREEN_PATH, FREE_PATH = range(6)
ROOM_GROUND = 6
FINAL_GROUND = ROOM_GROUND + FINAL
WARP_GROUND = 11
OFF = 12

NO_OBSTACLE, WALLED, PITTED = range(3)

# -- items ------------------------------------------------------------------------------------------------

STRAIGHT_SHAPE, T_SHAPE, CORNER_SHAPE = range(3)
SHAPES = 3
UNIVERSAL = 12
"""The kind of the former Centre."""
PATH_KINDS = 13
UTILITY_IDS = (
    "wall",
    "pit",
    "hook",
    "bridge",
    "straight",
    "corner",
    "warp",
    "boots",
    "bomb",
    "trap",
    "drill",
    "shovel",
    "hammer",
    "switch",
    "move",
)
"""The Utilities as `utilities.csv` names them, in the order of their kinds."""
FIRST_KIND = 16
KINDS = FIRST_KIND + len(UTILITY_IDS)
(
    WALL,
    PIT,
    HOOK,
    BRIDGE,
    TUNNEL,
    CORNER_TUNNEL,
    WARP,
    BOOTS,
    BOMB,
    TRAP,
    DRILL,
    SHOVEL,
    HAMMER,
    SWITCH,
    MOVER,
) = range(16, 31)
"""Kinds of Utilities; as opcodes they play one. TUNNEL is the straight one, and the opcode for both."""

CENTRE_CARD = 127
FIRST_UTILITY = 128
ITEMS = 256
"""Up to 127 Paths of the four colours and 128 Utilities."""
PATHS, UTILITIES = range(2)
"""The piles, and the hands that are filled from them."""
HAND = 16
"""The most cards a hand can hold: the largest limit and the most draws, or the personal Paths."""
AIDS = 12
"""The most declarations at once; in Movement at most five stand (the largest limit of the hand)."""
SPOTS = 256
"""The most cells that hold a card."""
LONGEST_TUNNEL = 9
"""The most cards in a Tunnel under any options."""
ROUNDS = (2, 5, 10, 20, 40, 80)
"""Rounds of normal turns after which every seat's tokens are counted."""
POINTS = 6
assert len(ROUNDS) == POINTS

# -- phases -----------------------------------------------------------------------------------------------

(
    CHOOSING,  # personal Paths are chosen
    PERSONAL,  # a personal Path is placed
    COMMUNITY,  # a card of the community pile is drawn (chance), then placed
    ROOMING,  # a seat places its Room
    PATHING,  # Path phase
    PATH_EXCESS,  # discards that end it
    USING,  # Utility phase
    USING_EXCESS,  # discards that end it
    MOVING,  # Movement
    FINAL_ROOM,  # the Final Room is placed
    CLEANUP,  # discards after a Utility that ended the turn
    ASKING,  # Booby-Trap or pass, at a turn boundary
) = range(12)
PHASES = 12

# -- actions (see above) ----------------------------------------------------------------------------------

CHOOSE, PLACE, STUCK, ROOM, DRAW, DONE, DISCARD, CANCEL, MOVE, LINK, HOME, STAY, PASS, CARD, HIDE = range(
    1, 16
)
OPS = 31
"""Opcodes are below this number: the ones above, and the Utilities."""

MAX_MOVES = 32768

# -- the records ------------------------------------------------------------------------------------------

STATE = (
    ("phase", "i8", ()),
    ("turn_of", "i8", ()),  # the seat whose turn it is; `actor` is the seat that decides
    ("after", "i8", ()),  # what an interrupt returns to: 0 Utility phase, 1 end of the turn, 2 turn boundary
    ("draws", "i8", ()),  # draws left in this phase
    ("played", "i8", ()),  # personal Paths placed in this round of construction
    ("drawn", "i8", ()),  # kind + 1 of the community card to be placed; 0: none
    ("rounds", "i8", ()),  # rounds of construction that are over
    ("centre", "i8", ()),  # the cell of the original Centre; 0 after its first Bomb
    ("room", "i8", (ROOMS,)),  # the cell of each Room; 0: not placed
    ("pawn", "i8", (PLAYERS_4,)),  # the cell of each seat's pawn; 0: not placed
    ("warp", "i8", (2,)),  # the cells of the Warps, in the order of placing; 0: none
    ("token", "i8", (PLAYERS_4, PLAYERS_4)),  # token[seat, room]: 1 if the seat has the Room's token
    ("tokens", "i8", (PLAYERS_4,)),  # how many of them each seat has
    ("placer", "i8", ()),  # the seat, from 1, that has to place the Final Room; 0: none, or done
    ("due", "i8", ()),  # 1 between the fourth token and the interrupt in which the Final Room is placed
    ("traps", "i8", (PLAYERS_4,)),  # turns that each seat is going to lose
    ("loose", "i8", ()),  # Booby-Traps that are not in the discard pile: in the pile or somebody's hand
    ("asked", "i8", ()),  # seats that placed Rooms; later those asked for Booby-Traps at this turn boundary
    ("aids", "i8", ()),  # declarations that stand
    ("aid", "i8", (AIDS,)),  # their kinds
    (
        "entry",
        "i8",
        (AIDS,),
    ),  # entry, crossing and landing; a Drill's source and destination are entry and landing
    ("crossing", "i8", (AIDS,)),
    ("landing", "i8", (AIDS,)),
    ("told", "i8", (KINDS,)),  # copies of a kind that were declared and taken back in this turn
    # Rooms, as bits, whose tokens a seat took in its own turn, which goes on: their colours are free later.
    ("locked", "i8", (PLAYERS_4,)),
    ("hand_size", "i8", (2, PLAYERS_4)),
    ("low_row", "i8", ()),  # the rows and columns that hold cards
    ("high_row", "i8", ()),
    ("low_column", "i8", ()),
    ("high_column", "i8", ()),
    ("leader", "i8", ()),  # the seat, from 1, that was last alone in front by tokens
    ("ground", "i1", (CELLS,)),  # see above
    ("mask", "i1", (CELLS,)),  # open sides
    ("over", "i1", (CELLS,)),  # NO_OBSTACLE, WALLED or PITTED
    ("on", "i1", (CELLS,)),  # seat + 1 of the pawn
    # Which copies lie where: no part of what a position is.
    ("hand", "i8", (2, PLAYERS_4, HAND)),  # hand[pile, seat, place]: items
    ("at", "i2", (ITEMS,)),  # the cell of an item on the grid; 0: not there
    ("shown", "i1", (ITEMS,)),  # 1 while everybody knows that its holder has it
    ("aid_item", "i8", (AIDS,)),
    ("drawn_item", "i8", ()),
    # Room for the searches.
    ("mark", "i2", (CELLS,)),
    ("queue", "i8", (SPOTS,)),
    ("reach", "i8", (SPOTS,)),
)
HIDDEN = ("deck", "discard", "hand", "at", "shown", "aid_item", "drawn_item")
SCRATCH = ("mark", "queue", "reach")

TABLES = (
    ("kind", "i8", (ITEMS,)),  # kind of every item
    ("paths", "i8", ()),  # items 0 to paths - 1, and CENTRE_CARD
    ("utilities", "i8", ()),  # items FIRST_UTILITY and on
    ("count", "i8", (KINDS,)),  # items of a kind
    ("tokens", "i8", (PLAYERS_4,)),  # tokens of a Room in play
    ("step", "i8", (4,)),
    ("turned", "i8", (SHAPES, 4)),  # the masks of a shape; 0 where it has fewer
    ("shape", "i8", (16,)),  # the shape of a mask; -1: none; UNIVERSAL is 15
    ("edge", "i8", (6, 4)),  # centre_order, side of the Centre -> colour
    ("ops", "i8", (PHASES,)),  # opcodes that a phase allows, as bits
    ("rounds", "i8", (POINTS,)),  # ROUNDS
    ("variants", "i8", (32,)),  # how many actions of an opcode there may be for each cell
    ("args", "i8", (32,)),  # the bits that an action of an opcode may have
)

DECKS = ("paths", "utilities")
DECK_CAPACITY = 128

OPTIONS = {
    "personal_paths": (1, 12),
    "path_draws": (0, 6),
    "utility_draws": (0, 6),
    "path_hand": (0, 8),
    "utility_hand": (0, 5),
    "tunnel_length": (1, LONGEST_TUNNEL),
    "table": (7, 31),
    "centre_order": ("1234", "1243", "1324", "1342", "1423", "1432"),
    "unplaceable": ("stall", "redraw"),
    "pending_room": ("stall", "continue"),
    "boots_over_room": ("no", "yes"),
    "bomb_self_ends_turn": ("yes", "no"),
    **dict.fromkeys(UTILITY_IDS, ("on", "off")),
}
REDRAW = 1
CONTINUE = 1
OVER_ROOMS = 1
GOES_ON = 1

# -- figures ----------------------------------------------------------------------------------------------

EVENTS = (
    *(f"{name}_played" for name in UTILITY_IDS),
    "stayed",
    "blocked",
    "warped",
    "linked",
    "transported",
    "crossed",
    "expired",
    "cancelled",
    "tunnel_own",
    "tunnel_other",
    "tunnel_1",
    "tunnel_2",
    "tunnel_3",
    "tunnel_4",
    "tunnel_5",
    "tunnel_6",
    "pawn_bombed",
    "centre_bombed",
    "turn_lost",
    "path_refused",
    "utility_refused",
    "without_place",
    "boundary",
    "excess_path",
    "excess_utility",
    "given_victory",
)
PLAYED = 0
"""Utilities played (an aid when it is used), by kind - FIRST_KIND."""
(
    STAYED,
    BLOCKED,
    WARPED,
    LINKED,
    TRANSPORTED,
    CROSSED,
    EXPIRED,
    CANCELLED,
    TUNNEL_OWN,
    TUNNEL_OTHER,
    TUNNEL_1,
    TUNNEL_2,
    TUNNEL_3,
    TUNNEL_4,
    TUNNEL_5,
    TUNNEL_6,
    PAWN_BOMBED,
    CENTRE_GONE,
    TURN_LOST,
    PATH_REFUSED,
    UTILITY_REFUSED,
    WITHOUT_PLACE,
    BOUNDARY,
    EXCESS_PATH,
    EXCESS_UTILITY,
    GIVEN_VICTORY,
) = range(15, 41)
MEASURES = (
    "construction_end_turn",
    "token_2_turn",
    "token_3_turn",
    "token_4_turn",
    "final_placed_turn",
    "centre_bombed_turn",
    "walls_standing",
    "pits_standing",
    "lead_changes",
    "built_span",
    "span",
    "tunnels",
    "turns_stayed",
    "turns_blocked",
    "warps",
    "links",
    "all_turns_lost",
    "paths_discarded",
    "utilities_discarded",
    *(f"{name}_used" for name in UTILITY_IDS),
    *(f"{name}_held" for name in UTILITY_IDS),
)
(
    CONSTRUCTION_END,
    TOKEN_2,
    TOKEN_3,
    TOKEN_4,
    FINAL_PLACED,
    CENTRE_BOMBED,
    WALLS_STANDING,
    PITS_STANDING,
    LEAD_CHANGES,
    BUILT_SPAN,
    SPAN,
) = range(11)
"""Turns, from 1, in which something first happened (0: it never did), and figures of the end."""
(
    ALL_TUNNELS,
    ALL_STAYED,
    ALL_BLOCKED,
    ALL_WARPED,
    ALL_LINKED,
    ALL_LOST,
    PATHS_DISCARDED,
    UTILITIES_DISCARDED,
) = range(11, 19)
"""How often something happened: an event only tells in how many games it did."""
USED = 19
HELD = 34
"""Utilities played (as PLAYED, but how often) and in hands at the end, by kind - FIRST_KIND."""
SEAT_MEASURES = (
    "tokens",
    "token_2_turn",
    "token_3_turn",
    "token_4_turn",
    "turns_lost",
    "stays",
    "paths_held",
    "utilities_held",
    *(f"tokens_after_{n}" for n in ROUNDS),
)
SEAT_TOKENS, SEAT_TOKEN_2, SEAT_TOKEN_3, SEAT_TOKEN_4, SEAT_LOST, SEAT_STAYS, SEAT_PATHS, SEAT_UTILITIES = (
    range(8)
)
SEAT_CURVE = 8
"""The first of the tokens after so many rounds (`ROUNDS`)."""
DETAILS = ("", "final_room", "card_without_place", "room_pending")
REACHED, NO_PLACE, PENDING = range(1, 4)
