"""What a user of kazoo does, against the server at argv[1], below the node argv[2]. Ends with 0 if all is well."""
import logging
import sys
import threading

from kazoo.client import KazooClient
from kazoo.exceptions import BadVersionError, NoAuthError, NodeExistsError, RolledBackError
from kazoo.security import make_digest_acl

logging.basicConfig(level=logging.WARNING)
hosts, top = sys.argv[1:3]
WAIT = 30


def step(name):
    print("ok: " + name, flush=True)


client = KazooClient(hosts=hosts)
client.start(timeout=WAIT)
client.ensure_path(top)
step("connect")

client.create(top + "/node", b"one")
try:
    client.create(top + "/node")
    raise AssertionError("created twice")
except NodeExistsError:
    step("create")

fired = threading.Event()
data, stat = client.get(top + "/node", watch=lambda event: fired.set())
assert data == b"one" and stat.version == 0, (data, stat)
client.set(top + "/node", b"two", version=0)
assert fired.wait(WAIT)
try:
    client.set(top + "/node", b"three", version=0)
    raise AssertionError("an old version was accepted")
except BadVersionError:
    step("data, versions and watches")

seen = []
complete = threading.Event()


@client.ChildrenWatch(top)
def children_changed(children):
    seen.append(sorted(children))
    if "late" in children:
        complete.set()


client.create(top + "/late")
assert complete.wait(WAIT), seen
step("ChildrenWatch")

transaction = client.transaction()
transaction.create(top + "/t1", b"x")
transaction.set_data(top + "/node", b"from the transaction")
transaction.check(top + "/node", version=2)
results = transaction.commit()
assert results[0] == top + "/t1" and results[2] is True, results
transaction = client.transaction()
transaction.create(top + "/t2")
transaction.check(top + "/node", version=77)
results = transaction.commit()
assert isinstance(results[0], RolledBackError) and isinstance(results[1], BadVersionError), results
assert client.exists(top + "/t2") is None
step("transactions")

owner = KazooClient(hosts=hosts, auth_data=[("digest", "owner:secret")])
owner.start(timeout=WAIT)
owner.create(top + "/private", b"secret", acl=[make_digest_acl("owner", "secret", all=True)])
assert owner.get(top + "/private")[0] == b"secret"
try:
    client.get(top + "/private")
    raise AssertionError("read without permission")
except NoAuthError:
    step("digest ACLs")

rival = KazooClient(hosts=hosts)
rival.start(timeout=WAIT)
lock, other = client.Lock(top + "/lock", "first"), rival.Lock(top + "/lock", "second")
assert lock.acquire(timeout=WAIT)
got = threading.Event()
waiter = threading.Thread(target=lambda: other.acquire(timeout=WAIT) and got.set())
waiter.start()
assert not got.is_set()
lock.release()
assert got.wait(WAIT)
waiter.join()
step("locks")

election = client.Election(top + "/election", "me")
elected = threading.Event()
election.run(elected.set)
assert elected.is_set()
counter = client.Counter(top + "/counter")
counter += 5
counter -= 2
assert counter.value == 3
queue = client.LockingQueue(top + "/queue")
queue.put_all([b"a", b"b"])
assert queue.get(timeout=WAIT) == b"a" and queue.consume()
assert queue.get(timeout=WAIT) == b"b" and queue.consume()
step("election, counter and queue")

rival.create(top + "/mortal", ephemeral=True)
rival.stop()
assert client.exists(top + "/mortal") is None
step("ephemerals")

owner.delete(top, recursive=True)
assert client.exists(top) is None
client.stop()
owner.stop()
