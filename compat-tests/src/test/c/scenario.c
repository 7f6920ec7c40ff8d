/* What a user of the C client does, against the server at argv[1], below the node argv[2]. Ends with 0 if all is well. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <zookeeper/zookeeper.h>

static volatile int connected;
static volatile int watched;

static void require(int ok, const char *what, int rc) {
    if (!ok) {
        fprintf(stderr, "failed: %s (%d, %s)\n", what, rc, zerror(rc));
        exit(1);
    }
    printf("ok: %s\n", what);
}

static void on_event(zhandle_t *zh, int type, int state, const char *path, void *context) {
    (void)zh;
    (void)path;
    (void)context;
    if (type == ZOO_SESSION_EVENT && state == ZOO_CONNECTED_STATE) {
        connected = 1;
    } else if (type == ZOO_CHANGED_EVENT) {
        watched = 1;
    }
}

static int await(volatile int *flag) {
    for (int i = 0; i < 3000 && !*flag; i++) {
        usleep(10000);
    }
    return *flag;
}

int main(int argc, char **argv) {
    if (argc != 3) {
        return 2;
    }
    char child[512], read_path[512], buffer[128];
    zoo_set_debug_level(ZOO_LOG_LEVEL_ERROR);
    zhandle_t *zh = zookeeper_init(argv[1], on_event, 10000, NULL, NULL, 0);
    require(zh != NULL && await(&connected), "connect", 0);

    int rc = zoo_create(zh, argv[2], "one", 3, &ZOO_OPEN_ACL_UNSAFE, 0, NULL, 0);
    require(rc == ZOK, "create", rc);
    rc = zoo_create(zh, argv[2], "one", 3, &ZOO_OPEN_ACL_UNSAFE, 0, NULL, 0);
    require(rc == ZNODEEXISTS, "create it again is refused", rc);

    struct Stat stat;
    int length = sizeof(buffer);
    rc = zoo_wget(zh, argv[2], on_event, NULL, buffer, &length, &stat);
    require(rc == ZOK && length == 3 && memcmp(buffer, "one", 3) == 0 && stat.version == 0, "get with a watch", rc);
    rc = zoo_set2(zh, argv[2], "three", 5, 0, &stat);
    require(rc == ZOK && stat.version == 1 && stat.dataLength == 5, "set", rc);
    require(await(&watched), "the watch fires", 0);
    rc = zoo_set(zh, argv[2], "x", 1, 0);
    require(rc == ZBADVERSION, "set of an old version is refused", rc);

    snprintf(child, sizeof(child), "%s/member-", argv[2]);
    for (int i = 0; i < 3; i++) {
        rc = zoo_create(zh, child, NULL, -1, &ZOO_OPEN_ACL_UNSAFE, ZOO_EPHEMERAL | ZOO_SEQUENCE, read_path,
                sizeof(read_path));
        require(rc == ZOK, "create an ephemeral sequential child", rc);
    }
    struct String_vector children;
    rc = zoo_get_children(zh, argv[2], 0, &children);
    require(rc == ZOK && children.count == 3, "get the children", rc);
    deallocate_String_vector(&children);

    struct ACL_vector acl;
    rc = zoo_get_acl(zh, argv[2], &acl, &stat);
    require(rc == ZOK && acl.count == 1 && acl.data[0].perms == ZOO_PERM_ALL, "get the ACL", rc);
    deallocate_ACL_vector(&acl);

    zoo_op_t ops[3];
    zoo_op_result_t results[3];
    char made[512];
    snprintf(child, sizeof(child), "%s/made", argv[2]);
    zoo_create_op_init(&ops[0], child, "", 0, &ZOO_OPEN_ACL_UNSAFE, 0, made, sizeof(made));
    zoo_check_op_init(&ops[1], argv[2], 1);
    zoo_delete_op_init(&ops[2], read_path, -1);
    rc = zoo_multi(zh, 3, ops, results);
    require(rc == ZOK && results[0].err == ZOK && results[2].err == ZOK, "multi", rc);
    zoo_check_op_init(&ops[1], argv[2], 99);
    rc = zoo_multi(zh, 3, ops, results);
    require(rc == ZNODEEXISTS, "multi that fails says why", rc);

    clientid_t id = *zoo_client_id(zh);
    require(id.client_id != 0, "the session has an id", 0);
    rc = zookeeper_close(zh);
    require(rc == ZOK, "close", rc);

    connected = 0;
    zh = zookeeper_init(argv[1], on_event, 10000, NULL, NULL, 0);
    require(zh != NULL && await(&connected), "connect again", 0);
    rc = zoo_get_children(zh, argv[2], 0, &children);
    require(rc == ZOK && children.count == 1, "the ephemerals have gone with their session", rc);
    zookeeper_close(zh);
    return 0;
}
