"""pyffish as an oracle: a newer Fairy-Stockfish than Debian's, as a library."""

import positions

try:
    import pyffish
except ImportError:
    positions.missing("no Python module pyffish (pip install pyffish)")


def leaves(variant, fen, line, depth):
    moves = pyffish.legal_moves(variant, fen, line)
    if depth == 1:
        return len(moves)
    return sum(leaves(variant, fen, [*line, move], depth - 1) for move in moves)


def main():
    asked = list(positions.read())
    sizes = {(files, ranks) for files, ranks, *_ in asked} - {(8, 8)}
    pyffish.load_variant_config(positions.variants_file(sizes))
    for files, ranks, fen, _, depth in asked:
        variant = positions.variant_name(files, ranks)
        moves = pyffish.legal_moves(variant, fen, [])
        positions.answer(moves, leaves(variant, fen, [], depth))


main()
