"""Threads, the interpreter's lock, and Ctrl+C."""

import os
import signal
import subprocess
import sys
import threading
import time

import numpy as np
import pytest
from shapes import poses, rotations, sphere

import collidoscope_kernels as cd

random = np.random.default_rng(8)
BALL = cd.Mesh(*sphere(40))
SOME = poses(rotations(random, 3000), random.normal(size=(3000, 3)) * 1.5)


def test_answers_do_not_depend_on_the_threads():
    questions = [
        lambda n: cd.touching(BALL, BALL, SOME, threads=n),
        lambda n: cd.within(BALL, BALL, SOME, 0.1, threads=n),
        lambda n: cd.distance(BALL, BALL, SOME[:500], threads=n),
        lambda n: cd.distance(BALL, BALL, SOME[:500], rtol=0.5, threads=n),
        lambda n: np.concatenate([f.ravel() for f in cd.closest(BALL, BALL, SOME[:500], threads=n)]),
        lambda n: cd.first_contact("edge-edge", SOME[:, :, :3], SOME[::-1, :, :3], threads=n),
    ]
    for ask in questions:
        alone = ask(1)
        for threads in [2, 3, 8, 300, None, 2**60]:
            assert np.array_equal(ask(threads), alone, equal_nan=alone.dtype.kind == "f")


def test_one_pose_after_the_other_gives_the_answers_of_the_batch():
    batch = cd.closest(BALL, BALL, SOME[:50])
    for i, pose in enumerate(SOME[:50]):
        for of, one in zip(batch, cd.closest(BALL, BALL, pose)):
            assert np.array_equal(of[i], one, equal_nan=True)


@pytest.mark.parametrize("threads", [0, -1])
def test_there_is_no_batch_without_a_thread(threads):
    with pytest.raises(ValueError, match=f"threads must be at least 1, not {threads}"):
        cd.touching(BALL, BALL, SOME, threads=threads)


def test_other_threads_of_python_run_meanwhile():
    many = np.repeat(SOME, 4, 0)
    counted, is_over = [], threading.Event()

    def count():
        while not is_over.is_set():
            counted.append(time.perf_counter())
            time.sleep(1e-3)

    counter = threading.Thread(target=count)
    counter.start()
    begin = time.perf_counter()
    cd.distance(BALL, BALL, many, threads=1)
    end = time.perf_counter()
    is_over.set()
    counter.join()
    # With the lock held, the other thread would stand still from begin to end.
    during = [t for t in counted if begin + 0.1 * (end - begin) < t < begin + 0.9 * (end - begin)]
    assert end - begin > 0.05 and len(during) >= 5


def test_several_threads_of_python_ask_at_the_same_time():
    expected = cd.touching(BALL, BALL, SOME)
    answers = [None] * 6

    def ask(i):
        answers[i] = cd.touching(BALL, BALL, SOME, threads=2)

    asking = [threading.Thread(target=ask, args=(i,)) for i in range(6)]
    [thread.start() for thread in asking]
    [thread.join() for thread in asking]
    assert all((answer == expected).all() for answer in answers)


@pytest.mark.skipif(os.name == "nt", reason="Windows cannot send Ctrl+C to one process")
@pytest.mark.parametrize(
    "ask",
    [
        "cd.closest(ball, ball, poses)",
        "ball.bounds(poses)",
        "cd.Scene([ball] * 9).first_hit(poses[:9], poses[:, :3, 3], [1, 0, 0])",
    ],
)
def test_ctrl_c_ends_a_batch(tmp_path, ask):
    program = (
        "import sys, numpy as np, collidoscope_kernels as cd\n"
        f"sys.path.insert(0, {os.path.dirname(__file__)!r})\n"
        "from shapes import sphere\n"
        "ball = cd.Mesh(*sphere(40))\n"
        "poses = np.broadcast_to(np.eye(4), (2_000_000, 4, 4)).copy()\n"
        "poses[:, 0, 3] = 2.01\n"
        "print('begins', flush=True)\n"
        "try:\n"
        f"    {ask}\n"
        "except KeyboardInterrupt:\n"
        "    print('ended')\n"
    )
    child = subprocess.Popen([sys.executable, "-c", program], cwd=tmp_path, stdout=subprocess.PIPE, text=True)
    assert child.stdout.readline() == "begins\n"
    time.sleep(1)
    child.send_signal(signal.SIGINT)
    begin = time.perf_counter()
    output, _ = child.communicate(timeout=60)
    assert output == "ended\n" and time.perf_counter() - begin < 30
