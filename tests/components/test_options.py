"""What is said of options and numbers of players that a game does not have."""

import pytest

from toolkit.components.options import OptionFault, check_players


def test_a_number_of_players_is_refused_in_words() -> None:
    check_players("mine", (2, 4), 4)
    with pytest.raises(OptionFault, match=r"^mine takes 2 to 4 players, not 5$"):
        check_players("mine", (2, 4), 5)
    with pytest.raises(OptionFault, match=r"^mine takes 4 players, not 3$"):
        check_players("mine", (4, 4), 3)
