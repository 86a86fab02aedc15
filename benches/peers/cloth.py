"""ipc-toolkit on recorded steps of a cloth, one thread: `cloth.py FILE TURNS`, a line per method, nanoseconds and name.

`benches/cloth_peers.rs` writes the file and runs this. Needs `ipctk` and `numpy` from PyPI. Its fastest broad phase alone, and
with the narrow phase that stops at the earliest contact of the step, by additive conservative advancement and by
Tight-Inclusion. Times are the least of TURNS for every step, and the mean of these over the steps.
"""

import sys
import time

import ipctk
import numpy


def read(path):
    """The mesh for the toolkit, and the positions at both ends of every step."""
    data = open(path, "rb").read()
    particles, edges, faces, steps = numpy.frombuffer(data, "<u4", 4)
    at = 16
    edge_list = numpy.frombuffer(data, "<u4", 2 * edges, at).reshape(-1, 2).astype(numpy.int32)
    at += 8 * edges
    face_list = numpy.frombuffer(data, "<u4", 3 * faces, at).reshape(-1, 3).astype(numpy.int32)
    at += 12 * faces
    positions = numpy.frombuffer(data, "<f8", -1, at).reshape(-1, particles, 3)
    positions = [numpy.asfortranarray(p) for p in positions]
    mesh = ipctk.CollisionMesh(positions[0], edge_list, face_list)
    return mesh, [(positions[1 + 2 * i], positions[2 + 2 * i]) for i in range(steps)]


def methods():
    """A name, and what is done in a step."""
    broad = ipctk.LBVH

    def candidates(mesh, start, end):
        found = ipctk.Candidates()
        found.build(mesh, start, end, broad_phase=broad())
        return found

    def narrow(test):
        def run(mesh, start, end):
            found = candidates(mesh, start, end)
            return found.compute_collision_free_stepsize(mesh, start, end, narrow_phase_ccd=test)

        return run

    yield "ipctk LBVH", candidates
    yield "ipctk LBVH + ACCD", narrow(ipctk.AdditiveCCD())
    yield "ipctk LBVH + TI", narrow(ipctk.TightInclusionCCD())


def main():
    ipctk.set_num_threads(1)
    mesh, steps = read(sys.argv[1])
    turns = max(1, int(sys.argv[2]))
    for name, run in methods():
        total = 0
        for start, end in steps:
            least = None
            for _ in range(turns):
                begin = time.perf_counter_ns()
                run(mesh, start, end)
                took = time.perf_counter_ns() - begin
                least = took if least is None else min(least, took)
            total += least
        print(total // len(steps), name)


main()
