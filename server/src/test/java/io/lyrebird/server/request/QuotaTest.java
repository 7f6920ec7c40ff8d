package io.lyrebird.server.request;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.lyrebird.server.quota.QuotaListener;
import io.lyrebird.wire.client.Acl;
import io.lyrebird.wire.client.CreateMode;
import io.lyrebird.wire.client.CreateRequest;
import io.lyrebird.wire.client.ErrorCode;
import io.lyrebird.wire.client.OpCode;
import java.util.List;
import org.junit.jupiter.api.Test;

class QuotaTest {
    private final TestBed bed = new TestBed(new RequestSettings(true, true, false));

    private void createWithData(TestBed on, String path, String data) {
        CreateRequest request =
                new CreateRequest(path, TestBed.bytes(data), Acl.OPEN_ACL_UNSAFE, CreateMode.PERSISTENT.flag());
        assertEquals(ErrorCode.OK, on.error(OpCode.CREATE, request), path);
    }

    /** As zkCli's setquota does it: the parents, then the limits, then the figures. */
    private void limit(TestBed on, String path, String limits) {
        StringBuilder parent = new StringBuilder("/zookeeper/quota");
        for (String name : path.substring(1).split("/")) {
            on.create(parent.append('/').append(name).toString());
        }
        createWithData(on, "/zookeeper/quota" + path + "/zookeeper_limits", limits);
        createWithData(on, "/zookeeper/quota" + path + "/zookeeper_stats", "count=0,bytes=0");
    }

    private String stats(String path) {
        return bed.dataOf("/zookeeper/quota" + path + "/zookeeper_stats");
    }

    @Test
    void figuresCountWhatIsThereAndWhatComesAndGoes() {
        createWithData(bed, "/q", "12345");
        createWithData(bed, "/q/a", "123");
        limit(bed, "/q", "count=100,bytes=1000");
        assertEquals("count=2,bytes=8", stats("/q"));
        createWithData(bed, "/q/b", "1234");
        assertEquals("count=3,bytes=12", stats("/q"));
        bed.setData("/q/b", "1");
        assertEquals("count=3,bytes=9", stats("/q"));
        bed.setData("/q", "");
        assertEquals("count=3,bytes=4", stats("/q"));
        bed.delete("/q/b");
        assertEquals("count=2,bytes=3", stats("/q"));
        bed.createEphemeral("/q/e");
        bed.closeSession();
        assertEquals("count=2,bytes=3", stats("/q"));
        assertEquals(0, bed.tree.find("/zookeeper/quota/q/zookeeper_stats").version());
    }

    @Test
    void aMultiCountsEachOfItsParts() {
        bed.create("/q");
        limit(bed, "/q", "count=100,bytes=1000");
        bed.run(
                OpCode.MULTI,
                TestBed.multi(
                        TestBed.op(OpCode.CREATE, TestBed.create("/q/a", CreateMode.PERSISTENT)),
                        TestBed.op(OpCode.CREATE, TestBed.create("/q/b", CreateMode.PERSISTENT)),
                        TestBed.op(OpCode.DELETE, TestBed.delete("/q/a", -1))));
        assertEquals("count=2,bytes=8", stats("/q"));
    }

    @Test
    void onlyTheNearestQuotaCounts() {
        bed.create("/q");
        bed.create("/q/in");
        limit(bed, "/q", "count=100,bytes=1000");
        limit(bed, "/q/in", "count=100,bytes=1000");
        bed.create("/q/in/a");
        bed.create("/q/other");
        bed.create("/qq");
        assertEquals("count=2,bytes=8", stats("/q/in"));
        assertEquals("count=3,bytes=12", stats("/q"));
    }

    @Test
    void aQuotaWhoseLimitsAreDeletedIsNoneAnyMore() {
        bed.create("/q");
        limit(bed, "/q", "count=1,bytes=1=;countHardLimit=1");
        assertEquals(ErrorCode.QUOTA_EXCEEDED, bed.create("/q/a"));
        bed.delete("/zookeeper/quota/q/zookeeper_limits");
        assertEquals(ErrorCode.OK, bed.create("/q/a"));
        assertEquals("count=1,bytes=4", stats("/q"));
    }

    @Test
    void aHardCountLimitRefusesOneMore() {
        bed.create("/q");
        limit(bed, "/q", "count=-1,bytes=-1=;countHardLimit=3");
        assertEquals(ErrorCode.OK, bed.create("/q/a"));
        assertEquals(ErrorCode.OK, bed.create("/q/b"));
        assertEquals(ErrorCode.QUOTA_EXCEEDED, bed.create("/q/c"));
        assertEquals(List.of(new QuotaListener.Exceeded("/q", "count", 4, 3, true)), bed.exceeded);
        assertEquals(ErrorCode.OK, bed.setData("/q/a", "much more than before"));
        bed.delete("/q/a");
        assertEquals(ErrorCode.OK, bed.create("/q/c"));
    }

    @Test
    void aHardByteLimitRefusesWhatGrowsBeyondIt() {
        bed.create("/q");
        limit(bed, "/q", "count=-1,bytes=-1=;byteHardLimit=10");
        assertEquals(ErrorCode.OK, bed.create("/q/a"));
        assertEquals(ErrorCode.OK, bed.setData("/q/a", "123456"));
        assertEquals(ErrorCode.QUOTA_EXCEEDED, bed.setData("/q/a", "1234567"));
        assertEquals(ErrorCode.QUOTA_EXCEEDED, bed.create("/q/b"));
        assertEquals(ErrorCode.OK, bed.setData("/q/a", "654321"), "no change of size needs no room");
        assertEquals(ErrorCode.OK, bed.error(OpCode.CREATE, new CreateRequest("/q/b", null, Acl.OPEN_ACL_UNSAFE, 0)));
    }

    @Test
    void aSoftLimitIsOnlyToldOf() {
        bed.create("/q");
        limit(bed, "/q", "count=1,bytes=5");
        assertEquals(ErrorCode.OK, bed.create("/q/a"));
        assertEquals(
                List.of(
                        new QuotaListener.Exceeded("/q", "count", 2, 1, false),
                        new QuotaListener.Exceeded("/q", "bytes", 8, 5, false)),
                bed.exceeded);
    }

    @Test
    void quotasThatAreNotEnforcedRefuseNothingButCount() {
        TestBed lenient = new TestBed();
        lenient.create("/q");
        limit(lenient, "/q", "count=1,bytes=1=;byteHardLimit=1;countHardLimit=1");
        assertEquals(ErrorCode.OK, lenient.create("/q/a"));
        assertEquals("count=2,bytes=8", lenient.dataOf("/zookeeper/quota/q/zookeeper_stats"));
        assertTrue(lenient.exceeded.isEmpty());
    }

    @Test
    void aLimitIsCheckedBeforeTheVersionOfSetDataAndAfterEverythingElseOfCreate() {
        bed.create("/q");
        limit(bed, "/q", "count=-1,bytes=-1=;byteHardLimit=4;countHardLimit=1");
        assertEquals(ErrorCode.QUOTA_EXCEEDED, bed.error(OpCode.SET_DATA, TestBed.setData("/q", "12345", 9)));
        assertEquals(ErrorCode.NODE_EXISTS, bed.create("/q"));
    }

    @Test
    void figuresThatAClientHasSpoiltDoNoHarm() {
        bed.create("/q");
        limit(bed, "/q", "count=10,bytes=1000");
        bed.setData("/zookeeper/quota/q/zookeeper_stats", "nonsense");
        assertEquals(ErrorCode.MARSHALLING_ERROR, bed.create("/q/a"), "enforcement cannot be decided");
        assertEquals("nonsense", stats("/q"));
        TestBed lenient = new TestBed();
        lenient.create("/q");
        limit(lenient, "/q", "nonsense");
        lenient.setData("/zookeeper/quota/q/zookeeper_stats", "nonsense");
        assertEquals(ErrorCode.OK, lenient.create("/q/a"));
    }

    @Test
    void limitsDirectlyBelowTheQuotaNodeAreNoQuota() {
        createWithData(bed, "/zookeeper/quota/zookeeper_limits", "count=0,bytes=0=;countHardLimit=0");
        createWithData(bed, "/zookeeper/quota/zookeeper_stats", "count=0,bytes=0");
        assertEquals(ErrorCode.OK, bed.create("/a"));
        bed.delete("/zookeeper/quota/zookeeper_limits");
        bed.create("/zookeeper/zookeeper_limits");
        bed.delete("/zookeeper/zookeeper_limits");
    }

    @Test
    void aRestoredTreeCountsAnew() {
        bed.create("/q");
        bed.create("/q/a");
        limit(bed, "/q", "count=10,bytes=1000=;countHardLimit=2");
        bed.setData("/zookeeper/quota/q/zookeeper_stats", "count=77,bytes=77");
        bed.quotas.rebuild();
        assertEquals("count=2,bytes=8", stats("/q"));
        assertEquals(ErrorCode.QUOTA_EXCEEDED, bed.create("/q/b"));
    }
}
