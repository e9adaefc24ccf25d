"""What the oracles share: reading positions, and answering them.

A position comes as one line of five fields, separated by tabs: files, ranks, FEN, the moves that lead to it from the
start (separated by spaces, may be empty), and a depth. An answer is one line of two fields: the legal moves in
alphabetical order, and the number of leaves at that depth. An oracle that is not installed ends with status 3.
"""

import sys

NOT_INSTALLED = 3


def missing(what):
    print(what, file=sys.stderr)
    sys.exit(NOT_INSTALLED)


def read():
    for line in sys.stdin:
        files, ranks, fen, moves, depth = line.rstrip("\n").split("\t")
        yield int(files), int(ranks), fen, moves.split(), int(depth)


def answer(moves, leaves):
    print(" ".join(sorted(moves)), leaves, sep="\t", flush=True)


def variant_name(files, ranks):
    return "breakthrough" if (files, ranks) == (8, 8) else f"tall{files}x{ranks}"


def variants_file(sizes):
    """Fairy-Stockfish's description of the game on other boards. The goal ranks have had two names; each version reads
    the one it knows."""
    text = ""
    for files, ranks in sorted(sizes):
        black, white = "/".join(["p" * files] * 2), "/".join(["P" * files] * 2)
        empty = "/".join([str(files)] * (ranks - 4))
        board = "/".join(part for part in [black, empty, white] if part)
        text += (
            f"[{variant_name(files, ranks)}:breakthrough]\n"
            f"maxRank = {ranks}\n"
            f"maxFile = {'abcdefghijkl'[files - 1]}\n"
            f"startFen = {board} w 0 1\n"
            f"flagRegionWhite = *{ranks}\n"
            f"flagRegionBlack = *1\n"
            f"whiteFlag = *{ranks}\n"
            f"blackFlag = *1\n"
        )
    return text
