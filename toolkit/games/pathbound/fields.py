"""What a position of pathbound holds: sizes, the fields of state and tables, and the codes of actions.

A wall that can no longer be laid never can again, as walls stay; so the state keeps the list `cand` of those
that share no edge with a wall and cross none, and every place in it (`pos`). `comp` numbers the
connected groups of walls, the rim being group 1: only a wall that joins a group to itself can cut a
route. `dist` holds, for every goal, the steps from each cell with the walls that stand.
"""

from __future__ import annotations

from toolkit.engine.state import SEATS

CELLS = 128
PAD = 127
"""The cell that stands for "no way there"; it is as far from every goal as can be."""
DIRS = 4
"""Directions of a step; on the triangle the last of them leads nowhere."""
JOINTS = 160
WALLS = 768
WAYS = 6
"""Directions of sliding on the triangle; square and torus have four."""
SLOTS = 4
CENTRES = 6
CONFLICTS = 24
ASSIGNMENTS = 12
MAPS = 4
FAR = 999

HISTORY = 2048
"""Positions since the last wall that can be told apart for the rule of repetition."""
BUCKETS = 256

STATE = (
    ("stage", "i8", ()),  # what chance decides next, see the STAGE codes
    ("drawer", "i8", ()),  # the seat whose middle cell is to be drawn
    ("slot", "i8", (SEATS,)),
    ("cell", "i8", (SEATS,)),
    ("aimed", "i8", (SEATS,)),  # the map of distances that the seat goes by
    ("maps", "i8", ()),
    ("crown", "i8", ()),  # cell + 1; 0: none
    ("stock", "i8", (SEATS,)),  # -1: unlimited
    ("retired", "i8", (SEATS,)),  # 0: no; 1: it plays at random; AWAY: it is skipped
    ("skipped", "i8", ()),  # seats skipped since the last action, one bit each
    ("times", "i8", ()),  # how often the position has stood
    ("leader", "i8", ()),  # the last seat that was alone in front, from 1
    ("noted", "i8", ()),  # points of the race at which distances were noted
    ("note_at", "i8", ()),  # the turn after which they are noted next; 0: never
    ("laid", "i8", ()),  # walls on the board
    ("groups", "i8", ()),
    ("cands", "i8", ()),
    ("near", "i1", (CELLS, DIRS)),  # the cell that a step leads to; PAD where a wall or the rim is
    ("occ", "i1", (CELLS,)),  # seat + 1; 0: no pawn; -1: PAD
    ("dist", "i2", (MAPS, CELLS)),
    ("comp", "i2", (JOINTS,)),
    ("cand", "i2", (WALLS,)),
    ("pos", "i2", (WALLS,)),  # place in `cand` + 1; 0: not in it
    ("owner", "i1", (WALLS,)),  # seat + 1; 0: not laid
    ("keys", "i8", ()),
    ("key", "i4", (HISTORY,)),
    ("link", "i2", (HISTORY,)),
    ("head", "i2", (BUCKETS,)),
    ("queue", "i8", (CELLS,)),  # scratch, zero between kernels
    ("level", "i8", (CELLS,)),
)
STAGE_SLOTS, STAGE_MIDDLE, STAGE_CROWN, STAGE_PLAY = range(4)

TABLES = (
    ("ways", "i8", ()),  # ways of sliding
    ("straight", "i8", ()),  # 1 where a jump goes straight on, 0 on the triangle
    ("wrapped", "i8", ()),
    ("walls", "i8", ()),
    ("wall_joints", "i8", ()),  # joints of a wall: 3, or 2 of a single edge
    ("joints", "i8", ()),
    ("near", "i1", (CELLS, DIRS)),  # as in the state, on the empty board
    ("slide_dir", "i8", (CELLS, WAYS)),
    ("cut_cell", "i8", (WALLS, 4)),  # the four sides of cells that a wall blocks
    ("cut_dir", "i8", (WALLS, 4)),
    ("joint", "i2", (WALLS, 3)),
    ("conflicts", "i8", (WALLS,)),
    ("conflict", "i2", (WALLS, CONFLICTS)),
    ("rim", "i1", (JOINTS,)),
    ("assignments", "i8", ()),
    ("assignment", "i8", (ASSIGNMENTS, SLOTS)),
    ("starts", "i8", (SLOTS,)),
    ("start", "i8", (SLOTS, 2)),
    ("centres", "i8", ()),  # 0 when the goal is not the centre
    ("centre", "i8", (CENTRES,)),
    ("aim", "i2", (CENTRES, CELLS)),  # slot, or place among the centres -> steps on the empty board
)

# Actions: an opcode in the low four bits, an argument above.
MOVE_OP, WALL_OP, SLOTS_OP, MIDDLE_OP, CROWN_OP, RETIRE_OP = range(1, 7)

EVENTS = ("skipped", "repeated", "repetition", "blocked", "ran_out", "slide_cut", "retired")
SKIPPED, REPEATED, REPETITION, BLOCKED, RAN_OUT, SLIDE_CUT, RETIRED = range(7)
MEASURES = ("walls_laid", "first_wall_turn", "lead_changes", "skips")
WALLS_LAID, FIRST_WALL, LEAD_CHANGES, SKIPS = range(4)
SEAT_MEASURES = (
    "walls_placed",
    "walls_left",
    "out_of_walls_turn",
    "skips",
    "distance_0",
    "distance_5",
    "distance_10",
    "distance_20",
    "distance_40",
    "distance_80",
    "distance_end",
    "slide_cut",
)
SEAT_PLACED, SEAT_LEFT, SEAT_OUT, SEAT_SKIPS, DISTANCE = range(5)
POINTS = 6
"""Points of the race: the start, then after 5, 10, 20, 40 and 80 rounds; the end comes on top."""
SEAT_SLIDE_CUT = DISTANCE + POINTS + 1  # after the distances at the end
DETAILS = ("", "goal", "repetition", "blocked", "position list full")
GOAL, BY_REPETITION, ALL_BLOCKED, LIST_FULL = range(1, 5)

AWAY = 2
BOARD_TRIANGLE = 2
SLIDE = 1
BLOCK = 1
REPETITION_OFF = 1
