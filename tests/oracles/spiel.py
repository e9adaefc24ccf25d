"""OpenSpiel as an oracle.

Its first player is Black, sits on top and moves first, so the ranks are mirrored; captures end in `*`. It knows no FEN:
the game is played from its start, which has two ranks of men a side on boards of six ranks and more only.
"""

import positions

try:
    import pyspiel
except ImportError:
    positions.missing("no Python module pyspiel (pip install open_spiel)")


def mirrored(text, ranks):
    """A move with its ranks counted from the other side. OpenSpiel writes rank 10 as the character after `9`."""
    squares = [text[0:2], text[2:4]]
    return "".join(file + str(ranks + 1 - (ord(rank) - ord("0"))) for file, rank in squares)


def moves_of(state, ranks):
    return {mirrored(state.action_to_string(action), ranks): action for action in legal(state)}


def legal(state):
    return [] if state.is_terminal() else state.legal_actions()


def leaves(state, depth):
    if depth == 1:
        return len(legal(state))
    return sum(leaves(state.child(action), depth - 1) for action in legal(state))


def main():
    for files, ranks, _, line, depth in positions.read():
        game = pyspiel.load_game(f"breakthrough(rows={ranks},columns={files})")
        state = game.new_initial_state()
        for move in line:
            state.apply_action(moves_of(state, ranks)[move])
        positions.answer(moves_of(state, ranks), leaves(state, depth))


main()
