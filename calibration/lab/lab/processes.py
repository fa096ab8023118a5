"""Processes of the lab: none outlives it; and the CPU that they and everybody else took."""
import ctypes
import os
import platform
import re
import signal
import struct
import subprocess

TICKS_PER_S = os.sysconf("SC_CLK_TCK")
PR_SET_PDEATHSIG = 1
SCHED_SETATTR = {"x86_64": 314, "aarch64": 274}.get(platform.machine())
SLICE_NS = 100_000
# struct sched_attr: size, policy, flags, nice, priority, runtime (the slice), deadline, period. Older kernels do not look at the slice.
SHORT_SLICES = struct.pack("=IIQiIQQQ", 48, 0, 0, os.nice(0), 0, SLICE_NS, 0, 0)


def die_with_the_lab():
    """In the child, before its program: it ends with the lab, and asks for short time slices."""
    libc = ctypes.CDLL(None)
    libc.prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
    if SCHED_SETATTR is not None:
        libc.syscall(SCHED_SETATTR, 0, SHORT_SLICES, 0)


def can_shorten_slices():
    """Whether this kernel knows time slices by thread: then who wakes up need not wait for the timer's tick beside programs that
    compute, and what is measured on a busy machine is the server and not the tick. Nobody gets more CPU by it."""
    release = [int(part) for part in re.findall(r"\d+", platform.release())[:2]]
    return SCHED_SETATTR is not None and release >= [6, 12]


def start(arguments, environment=None, **how):
    """A child in a session of its own: Ctrl-C reaches the lab alone, which then stops it in order."""
    return subprocess.Popen(arguments, env=dict(os.environ, **(environment or {})), start_new_session=True,
                            preexec_fn=die_with_the_lab, stdin=subprocess.DEVNULL, **how)


def stop(process, seconds):
    """SIGTERM; SIGKILL when that does not end it in time."""
    if process is None or process.poll() is not None:
        return
    process.terminate()
    try:
        process.wait(seconds)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()


def cpu_seconds(pid):
    """User and system time of a process that runs."""
    try:
        with open("/proc/%d/stat" % pid) as file:
            fields = file.read().rsplit(")", 1)[1].split()
    except OSError:
        return 0.0
    return (int(fields[11]) + int(fields[12])) / TICKS_PER_S


def own_cpu_seconds():
    """Of the lab itself and those of its children that have ended, sysbench among them."""
    times = os.times()
    return times.user + times.system + times.children_user + times.children_system


def host_cpu_seconds():
    """Of all cores: busy, of that by programs that were started with nice, waiting for disks, taken by other guests of the hypervisor."""
    with open("/proc/stat") as file:
        user, nice, system, _, waiting, interrupts, soft_interrupts, stolen = (int(x) for x in file.readline().split()[1:9])
    busy = user + nice + system + interrupts + soft_interrupts
    return {"busy": busy / TICKS_PER_S, "nice": nice / TICKS_PER_S, "waiting": waiting / TICKS_PER_S, "stolen": stolen / TICKS_PER_S}
