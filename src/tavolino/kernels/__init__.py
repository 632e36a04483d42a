"""The games once more, in compiled code over flat arrays, for searches; tests prove them equal.

Every kernel has the same names: ``pack`` and ``unpack`` between a state of the rules and a position
of numbers, ``moves(position, out)``, which writes at most ``MAX_MOVES`` moves in the order of the
rules and returns how many there are, ``unpack_move`` and ``pack_move`` (not in ``nove_colonne``,
whose moves also tell where a card comes from), and ``apply``.
``undo`` takes the last move back where a search goes back and forth (``aftaebr`` and
``nove_colonne``); these two keep a Zobrist hash at ``HASH``. The positions of the other two are
copied instead. The game is the first argument where its options matter.
"""

from tavolino.extras import require

require("search")
