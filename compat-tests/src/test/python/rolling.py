"""What a kazoo client holds while the servers under it are replaced: a lock, an ephemeral node, watches.

Usage: rolling.py HOSTS PATH. Prints "ready", then answers each line "check" on standard input with "fine", and ends at
the end of input. Anything that is not as it should be ends it with an error.
"""

import sys
import threading

from kazoo.client import KazooClient
from kazoo.protocol.states import KazooState

hosts, root = sys.argv[1:3]
states = []


def connect():
    client = KazooClient(hosts=hosts, timeout=30.0, command_retry={"max_tries": -1}, connection_retry={"max_tries": -1})
    client.add_listener(states.append)
    client.start(timeout=30)
    return client


holder = connect()
watcher = connect()
sessions = (holder.client_id[0], watcher.client_id[0])
holder.ensure_path(root + "/values")
holder.create(root + "/ephemeral", b"here", ephemeral=True)
lock = holder.Lock(root + "/lock", "holder")
assert lock.acquire(timeout=20)

seen = []
changed = threading.Condition()


@watcher.DataWatch(root + "/values")
def on_data(data, stat):
    with changed:
        seen.append(int(data or b"0"))
        changed.notify_all()


print("ready", flush=True)
value = 0
for line in sys.stdin:
    for _ in range(20):
        value += 1
        holder.retry(holder.set, root + "/values", str(value).encode())
    with changed:
        assert changed.wait_for(lambda: seen[-1] == value, timeout=30), "no watch told of %d: %s" % (value, seen[-5:])
        assert seen == sorted(seen), "out of order: %s" % seen
    assert watcher.retry(watcher.exists, root + "/ephemeral").owner_session_id == sessions[0]
    other = watcher.Lock(root + "/lock", "other")
    assert not other.acquire(blocking=False), "the lock is held by one"
    assert lock.is_acquired
    assert (holder.client_id[0], watcher.client_id[0]) == sessions, "a session was lost"
    assert KazooState.LOST not in states, states
    print("fine", flush=True)

lock.release()
holder.stop()
watcher.stop()
