package io.lyrebird.compat.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.lyrebird.wire.client.Acl;
import io.lyrebird.wire.client.CreateMode;
import io.lyrebird.wire.client.ErrorCode;
import io.lyrebird.wire.client.EventType;
import io.lyrebird.wire.client.KeeperState;
import io.lyrebird.wire.client.OpCode;
import io.lyrebird.wire.client.Perms;
import io.lyrebird.wire.client.WatchMode;
import io.lyrebird.wire.client.WatcherType;
import java.lang.reflect.Field;
import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.apache.zookeeper.AddWatchMode;
import org.apache.zookeeper.KeeperException.Code;
import org.apache.zookeeper.Watcher;
import org.apache.zookeeper.Watcher.Event;
import org.apache.zookeeper.ZooDefs;
import org.apache.zookeeper.server.Request;
import org.junit.jupiter.api.Test;

/** Every number by its name; the names are the same but for case and underscores. */
class ConstantsAgainstApacheTest {
    @Test
    void opCodes() {
        Map<String, Integer> apaches = constants(ZooDefs.OpCode.class);
        assertEquals(apaches, constants(OpCode.class));
        apaches.values().forEach(type -> assertEquals(Request.op2String(type), OpCode.name(type)));
        assertEquals(Request.op2String(4711), OpCode.name(4711));
    }

    @Test
    void errorCodes() {
        Map<String, Integer> ours = new TreeMap<>();
        Arrays.stream(ErrorCode.values()).forEach(error -> ours.put(plain(error.name()), error.code()));
        Map<String, Integer> apaches = new TreeMap<>();
        Arrays.stream(Code.values()).forEach(code -> apaches.put(plain(code.name()), code.intValue()));
        assertEquals(apaches, ours);
        apaches.values().forEach(code -> assertEquals(code, ErrorCode.of(code).code()));
    }

    @Test
    void createModes() {
        assertEquals(org.apache.zookeeper.CreateMode.values().length, CreateMode.values().length);
        for (org.apache.zookeeper.CreateMode mode : org.apache.zookeeper.CreateMode.values()) {
            CreateMode ours = CreateMode.valueOf(mode.name());
            assertEquals(mode.toFlag(), ours.flag());
            assertEquals(ours, CreateMode.ofFlag(mode.toFlag()));
            assertEquals(mode.isEphemeral(), ours.ephemeral());
            assertEquals(mode.isSequential(), ours.sequential());
            assertEquals(mode.isContainer(), ours.container());
            assertEquals(mode.isTTL(), ours.ttl());
        }
    }

    @Test
    void permissionsAndWellKnownAcls() {
        assertEquals(constants(ZooDefs.Perms.class), constants(Perms.class));
        assertTrue(SameFields.same(Acl.OPEN_ACL_UNSAFE, ZooDefs.Ids.OPEN_ACL_UNSAFE));
        assertTrue(SameFields.same(Acl.CREATOR_ALL_ACL, ZooDefs.Ids.CREATOR_ALL_ACL));
        assertTrue(SameFields.same(Acl.READ_ACL_UNSAFE, ZooDefs.Ids.READ_ACL_UNSAFE));
    }

    @Test
    void watches() {
        Map<String, Integer> modes = new TreeMap<>();
        Arrays.stream(AddWatchMode.values()).forEach(mode -> modes.put(plain(mode.name()), mode.getMode()));
        assertEquals(modes, constants(WatchMode.class));
        Map<String, Integer> types = new TreeMap<>();
        Arrays.stream(Watcher.WatcherType.values()).forEach(type -> types.put(plain(type.name()), type.getIntValue()));
        assertEquals(types, constants(WatcherType.class));
        Map<String, Integer> events = new TreeMap<>();
        Arrays.stream(Event.EventType.values()).forEach(type -> events.put(plain(type.name()), type.getIntValue()));
        assertEquals(events, constants(EventType.class));
    }

    /** The two deprecated ones are not sent by anybody. */
    @Test
    void states() {
        Map<String, Integer> states = new TreeMap<>();
        Arrays.stream(Event.KeeperState.values())
                .forEach(state -> states.put(plain(state.name()), state.getIntValue()));
        states.keySet().remove("UNKNOWN");
        states.keySet().remove("NOSYNCCONNECTED");
        assertEquals(states, constants(KeeperState.class));
    }

    private static Map<String, Integer> constants(Class<?> holder) {
        Map<String, Integer> constants = new TreeMap<>();
        for (Field field : holder.getFields()) {
            try {
                constants.put(plain(field.getName()), field.getInt(null));
            } catch (IllegalAccessException e) {
                throw new AssertionError(e);
            }
        }
        return constants;
    }

    private static String plain(String name) {
        return name.replace("_", "").toUpperCase(Locale.ROOT);
    }
}
