package io.lyrebird.server.request;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import io.lyrebird.wire.client.AddWatchRequest;
import io.lyrebird.wire.client.CheckWatchesRequest;
import io.lyrebird.wire.client.ErrorCode;
import io.lyrebird.wire.client.EventType;
import io.lyrebird.wire.client.OpCode;
import io.lyrebird.wire.client.RemoveWatchesRequest;
import io.lyrebird.wire.client.SetWatchesRequest;
import io.lyrebird.wire.client.WatchMode;
import io.lyrebird.wire.client.WatcherType;
import java.util.List;
import org.junit.jupiter.api.Test;

class WatchRequestsTest {
    private final ReadBed bed = new ReadBed();

    @Test
    void setWatchesFiresWhatChangedSinceAndSetsTheRest() {
        bed.bed.create("/same"); // 1
        bed.bed.create("/data"); // 2
        bed.bed.create("/children"); // 3
        long known = bed.bed.zxid;
        bed.bed.setData("/data", "new"); // 4
        bed.bed.create("/children/c"); // 5
        SetWatchesRequest request = new SetWatchesRequest(
                known,
                List.of("/same", "/data", "/gone"),
                List.of("/data", "/not-yet"),
                List.of("/same", "/children", "/gone", "/data"),
                List.of("/p1", "/gone"),
                List.of("/r1"));
        assertEquals(ErrorCode.OK, bed.read(OpCode.SET_WATCHES2, request));
        assertEquals(
                List.of(
                        "data /same",
                        "fire " + EventType.NODE_DATA_CHANGED + " /data",
                        "fire " + EventType.NODE_DELETED + " /gone",
                        "fire " + EventType.NODE_CREATED + " /data",
                        "data /not-yet",
                        "children /same",
                        "fire " + EventType.NODE_CHILDREN_CHANGED + " /children",
                        "fire " + EventType.NODE_DELETED + " /gone",
                        "children /data",
                        "persistent /p1",
                        "persistent /gone",
                        "recursive /r1"),
                bed.takeWatches());
        assertFalse(bed.reply.isReadable());
    }

    @Test
    void theOldSetWatchesHasThreeLists() {
        bed.bed.create("/a");
        SetWatchesRequest request =
                new SetWatchesRequest(9, List.of("/a"), List.of("/b"), List.of("/"), List.of(), List.of());
        assertEquals(ErrorCode.OK, bed.read(OpCode.SET_WATCHES, request));
        assertEquals(List.of("data /a", "data /b", "children /"), bed.takeWatches());
    }

    @Test
    void aMissingListIsMalformed() {
        assertEquals(
                ErrorCode.MARSHALLING_ERROR,
                bed.read(
                        OpCode.SET_WATCHES2,
                        new SetWatchesRequest(9, List.of(), null, List.of(), List.of(), List.of())));
    }

    @Test
    void addWatchTakesAnyPathAndAnswersZero() {
        assertEquals(ErrorCode.OK, bed.read(OpCode.ADD_WATCH, new AddWatchRequest("/none", WatchMode.PERSISTENT)));
        assertEquals(0, bed.reply.readInt());
        bed.read(OpCode.ADD_WATCH, new AddWatchRequest("/", WatchMode.PERSISTENT_RECURSIVE));
        assertEquals(List.of("persistent /none", "recursive /"), bed.takeWatches());
        assertEquals(ErrorCode.MARSHALLING_ERROR, bed.read(OpCode.ADD_WATCH, new AddWatchRequest("/", 2)));
    }

    @Test
    void watchesThatAreNotThereCannotBeFoundOrRemoved() {
        CheckWatchesRequest check = new CheckWatchesRequest("/a", WatcherType.DATA);
        RemoveWatchesRequest remove = new RemoveWatchesRequest("/a", WatcherType.ANY);
        assertEquals(ErrorCode.NO_WATCHER, bed.read(OpCode.CHECK_WATCHES, check));
        assertEquals(ErrorCode.NO_WATCHER, bed.read(OpCode.REMOVE_WATCHES, remove));
        bed.watchesFound = true;
        assertEquals(ErrorCode.OK, bed.read(OpCode.CHECK_WATCHES, check));
        assertEquals(ErrorCode.OK, bed.read(OpCode.REMOVE_WATCHES, remove));
        assertEquals(List.of("contains /a 2", "remove /a 3", "contains /a 2", "remove /a 3"), bed.takeWatches());
        assertEquals(ErrorCode.MARSHALLING_ERROR, bed.read(OpCode.CHECK_WATCHES, new CheckWatchesRequest("/a", 6)));
        assertEquals(ErrorCode.MARSHALLING_ERROR, bed.read(OpCode.REMOVE_WATCHES, new RemoveWatchesRequest("/a", 0)));
    }
}
