"""Fairy-Stockfish as an oracle: its `go perft`, which lists the first moves as well."""

import os
import shutil
import subprocess
import tempfile

import positions

PATH = os.pathsep.join([os.environ.get("PATH", ""), "/usr/games"])


class Fairy:
    def __init__(self, program, sizes):
        pipe = subprocess.PIPE
        self.process = subprocess.Popen([program], stdin=pipe, stdout=pipe, text=True, bufsize=1)
        with tempfile.NamedTemporaryFile("w", suffix=".ini", delete=False) as file:
            file.write(positions.variants_file(sizes))
        self.say(f"setoption name VariantPath value {file.name}", "isready")
        while self.process.stdout.readline().strip() != "readyok":
            pass
        os.unlink(file.name)
        self.size = None

    def say(self, *lines):
        self.process.stdin.write("".join(line + "\n" for line in lines))

    def perft(self, files, ranks, fen, depth):
        if self.size != (files, ranks):
            self.size = (files, ranks)
            self.say(f"setoption name UCI_Variant value {positions.variant_name(files, ranks)}")
        self.say(f"position fen {fen}", f"go perft {depth}")
        counts = {}
        for line in self.process.stdout:
            name, _, count = line.strip().partition(": ")
            if name == "Nodes searched":
                return list(counts), int(count)
            if count.isdigit():
                counts[name] = int(count)
        raise EOFError("Fairy-Stockfish went away")


def main():
    program = shutil.which("fairy-stockfish", path=PATH)
    if not program:
        positions.missing("no program fairy-stockfish (Debian: apt-get install fairy-stockfish)")
    asked = list(positions.read())
    fairy = Fairy(program, {(files, ranks) for files, ranks, *_ in asked} - {(8, 8)})
    for files, ranks, fen, _, depth in asked:
        positions.answer(*fairy.perft(files, ranks, fen, depth))
    fairy.say("quit")


main()
