package io.lyrebird.perf.load;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.lyrebird.wire.client.CreateMode;
import io.lyrebird.wire.client.ErrorCode;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Timeout(60)
class LoadGeneratorTest {
    private static final long MILLI = 1_000_000;
    private static final int TIMEOUT_MS = 30_000;

    @ParameterizedTest
    @CsvSource({"1,1,1", "3,1,8", "5,2,4"})
    void everyRequestOfAFillIsAskedOnceAndAnswered(int connections, int loops, int window) throws Exception {
        try (FakeServer server = new FakeServer(FakeServer.Script.OBLIGING);
                LoadGenerator generator =
                        LoadGenerator.connect(List.of(server.address()), connections, loops, TIMEOUT_MS)) {
            Workloads workloads = workloads(connections, "getData", 1000);
            LoadResult result = generator.run(LoadPlan.untilDone(workloads::fill, window), LoadObserver.NONE);
            assertEquals(1000, result.count());
            assertEquals(1000, server.requests.get());
            assertEquals(1000, result.histograms().get(Operation.CREATE).getTotalCount());
            assertEquals(0, result.errorCount());
            assertEquals(0, result.unanswered());
        }
    }

    @Test
    void aClosedLoopKeepsItsWindowInFlightAndNoMore() throws Exception {
        int window = 7;
        CountDownLatch windowArrived = new CountDownLatch(window);
        AtomicInteger held = new AtomicInteger();
        // Holds the first window back until all of it has arrived: an eighth request before an answer would show.
        List<Integer> xids = new ArrayList<>();
        FakeServer.Script script = (request, connection) -> {
            if (windowArrived.getCount() == 0) {
                connection.reply(request.xid(), 0);
                return;
            }
            xids.add(request.xid());
            held.incrementAndGet();
            windowArrived.countDown();
            if (windowArrived.getCount() == 0) {
                for (int xid : xids) {
                    connection.reply(xid, 0);
                }
            }
        };
        try (FakeServer server = new FakeServer(script);
                LoadGenerator generator = LoadGenerator.connect(List.of(server.address()), 1, 1, TIMEOUT_MS)) {
            Workloads workloads = workloads(1, "getData", 100);
            LoadResult result = generator.run(
                    new LoadPlan(workloads::mixed, new Pacing.Closed(window), 0, 50 * MILLI), LoadObserver.NONE);
            assertEquals(window, held.get());
            assertTrue(result.count() > window, result.count() + " answers");
            assertTrue(result.throughputPerSecond() > 0);
            // What is in flight at the end is answered, but after the measured time.
            assertTrue(server.requests.get() >= result.count());
        }
    }

    /** The server answers nothing until the 50th request has come: in a closed loop it would never come. */
    @Test
    void anOpenLoopSendsOnThroughAStallAndCountsTheWait() throws Exception {
        int stalled = 50;
        double rate = 1000;
        AtomicInteger seen = new AtomicInteger();
        List<Integer> waiting = new ArrayList<>();
        FakeServer.Script script = (request, connection) -> {
            if (seen.incrementAndGet() < stalled) {
                waiting.add(request.xid());
                return;
            }
            for (int xid : waiting) {
                connection.reply(xid, 0);
            }
            waiting.clear();
            connection.reply(request.xid(), 0);
        };
        try (FakeServer server = new FakeServer(script);
                LoadGenerator generator = LoadGenerator.connect(List.of(server.address()), 1, 1, TIMEOUT_MS)) {
            Workloads workloads = workloads(1, "setData", 100);
            LoadResult result = generator.run(
                    new LoadPlan(workloads::mixed, new Pacing.Open(rate), 0, 200 * MILLI), LoadObserver.NONE);
            Histogram histogram = result.histograms().get(Operation.SET_DATA);
            assertEquals(200, result.count());
            assertEquals(200, server.requests.get());
            // The first waited at least for the 49 that were due after it, a millisecond apart.
            assertTrue(histogram.getMaxValue() >= 49 * MILLI, "the longest took " + histogram.getMaxValue());
            // 25 of 200 waited for 25 ms and more.
            assertTrue(histogram.getValueAtPercentile(89) >= 24 * MILLI, "" + histogram.getValueAtPercentile(89));
        }
    }

    @Test
    void warmUpIsNotCounted() throws Exception {
        try (FakeServer server = new FakeServer(FakeServer.Script.OBLIGING);
                LoadGenerator generator = LoadGenerator.connect(List.of(server.address()), 2, 1, TIMEOUT_MS)) {
            Workloads workloads = workloads(2, "exists", 100);
            List<String> told = new ArrayList<>();
            LoadResult result = generator.run(
                    new LoadPlan(workloads::mixed, new Pacing.Open(1000), 100 * MILLI, 50 * MILLI), new LoadObserver() {
                        @Override
                        public void measuringBegins() {
                            told.add("begins");
                        }

                        @Override
                        public void measuringEnds() {
                            told.add("ends");
                        }
                    });
            assertEquals(50, result.count());
            assertEquals(150, server.requests.get());
            assertEquals(List.of("begins", "ends"), told);
            assertEquals(
                    50,
                    result.intervals().stream()
                            .flatMap(interval -> interval.histograms().values().stream())
                            .mapToLong(Histogram::getTotalCount)
                            .sum());
        }
    }

    @Test
    void errorsAreCounted() throws Exception {
        FakeServer.Script script = (request, connection) ->
                connection.reply(request.xid(), request.xid() % 2 == 0 ? ErrorCode.NODE_EXISTS.code() : 0);
        try (FakeServer server = new FakeServer(script);
                LoadGenerator generator = LoadGenerator.connect(List.of(server.address()), 1, 1, TIMEOUT_MS)) {
            Workloads workloads = workloads(1, "getData", 10);
            LoadResult result = generator.run(LoadPlan.untilDone(workloads::fill, 2), LoadObserver.NONE);
            assertEquals(5, result.count());
            assertEquals(Map.of(ErrorCode.NODE_EXISTS.code(), 5L), result.errors());
        }
    }

    @Test
    void aServerThatClosesAConnectionEndsTheRun() throws Exception {
        AtomicInteger seen = new AtomicInteger();
        FakeServer.Script script = (request, connection) -> {
            if (seen.incrementAndGet() > 20) {
                connection.drop();
            } else {
                connection.reply(request.xid(), 0);
            }
        };
        try (FakeServer server = new FakeServer(script);
                LoadGenerator generator = LoadGenerator.connect(List.of(server.address()), 2, 1, TIMEOUT_MS)) {
            Workloads workloads = workloads(2, "getData", 10);
            LoadPlan plan = new LoadPlan(workloads::mixed, new Pacing.Closed(4), 0, 30_000 * MILLI);
            IOException e = assertThrows(IOException.class, () -> generator.run(plan, LoadObserver.NONE));
            // By the close itself, or by the failure of a request that was being sent at that moment.
            assertTrue(e.getMessage().startsWith("the run broke off: "), e.getMessage());
        }
    }

    @Test
    void repliesOutOfOrderEndTheRun() throws Exception {
        FakeServer.Script script = (request, connection) -> connection.reply(request.xid() + 1, 0);
        try (FakeServer server = new FakeServer(script);
                LoadGenerator generator = LoadGenerator.connect(List.of(server.address()), 1, 1, TIMEOUT_MS)) {
            Workloads workloads = workloads(1, "getData", 10);
            LoadPlan plan = LoadPlan.untilDone(workloads::fill, 1);
            IOException e = assertThrows(IOException.class, () -> generator.run(plan, LoadObserver.NONE));
            assertTrue(e.getMessage().contains("the reply to request 2 came when 1 was next"), e.getMessage());
        }
    }

    @Test
    void aRefusedSessionIsAnError() throws Exception {
        try (FakeServer server = new FakeServer(0, FakeServer.Script.OBLIGING)) {
            IOException e = assertThrows(
                    IOException.class, () -> LoadGenerator.connect(List.of(server.address()), 1, 1, TIMEOUT_MS));
            assertTrue(e.getMessage().contains("refused the session"), e.getMessage());
        }
    }

    @Test
    void noServerIsAnError() throws Exception {
        FakeServer server = new FakeServer(FakeServer.Script.OBLIGING);
        server.close();
        assertThrows(IOException.class, () -> LoadGenerator.connect(List.of(server.address()), 1, 1, TIMEOUT_MS));
    }

    @Test
    void watchEventsAreToldWithTheirTime() throws Exception {
        int connections = 20;
        try (FakeServer server = new FakeServer(FakeServer.Script.OBLIGING);
                LoadGenerator generator =
                        LoadGenerator.connect(List.of(server.address()), connections, 1, TIMEOUT_MS)) {
            CountDownLatch events = new CountDownLatch(connections);
            AtomicReference<Long> last = new AtomicReference<>();
            generator.onNotification(nowNanos -> {
                last.set(nowNanos);
                events.countDown();
            });
            long before = generator.nowNanos();
            server.notifyAllConnections();
            assertTrue(events.await(30, TimeUnit.SECONDS));
            assertTrue(last.get() >= before && last.get() <= generator.nowNanos());
        }
    }

    /** The session times out after 60 ms, so idle connections ping every 20. */
    @Test
    void idleSessionsPing() throws Exception {
        try (FakeServer server = new FakeServer(60, FakeServer.Script.OBLIGING);
                LoadGenerator generator = LoadGenerator.connect(List.of(server.address()), 2, 1, 60)) {
            Workloads workloads = workloads(2, "getData", 10);
            LoadPlan plan = new LoadPlan(workloads::mixed, new Pacing.Open(1), 0, 900 * MILLI);
            LoadResult result = generator.run(plan, LoadObserver.NONE);
            assertEquals(1, result.count());
            assertTrue(server.pings.get() >= 10, server.pings.get() + " pings");
        }
    }

    /** The server holds the last handshake back until the sessions that are there have pinged. */
    @Test
    void sessionsPingWhileOthersAreStillConnecting() throws Exception {
        int connections = 10;
        try (FakeServer server = new FakeServer(60, FakeServer.Script.OBLIGING)) {
            server.acceptOnlyAfterPings(connections - 1, 20);
            LoadGenerator.connect(List.of(server.address()), connections, 1, 60).close();
            assertTrue(server.pings.get() >= 20);
        }
    }

    @Test
    void closingEndsTheSessions() throws Exception {
        try (FakeServer server = new FakeServer(FakeServer.Script.OBLIGING)) {
            LoadGenerator.connect(List.of(server.address()), 5, 2, TIMEOUT_MS).close();
            assertEquals(5, server.closedSessions.get());
        }
    }

    @Test
    void theControlClientTellsErrorsApart() throws Exception {
        FakeServer.Script script = (request, connection) -> connection.reply(
                request.xid(), request.xid() == 1 ? ErrorCode.NODE_EXISTS.code() : ErrorCode.NO_AUTH.code());
        try (FakeServer server = new FakeServer(script);
                ControlClient client = ControlClient.connect(server.address())) {
            client.ensure("/there");
            IOException e = assertThrows(IOException.class, () -> client.ensure("/forbidden"));
            assertEquals("/forbidden: the server answered NO_AUTH", e.getMessage());
        }
    }

    private static Workloads workloads(int connections, String mix, int nodes) {
        return new Workloads(
                connections, OperationMix.parse(mix), KeyPicker.uniform(nodes), nodes, 100, CreateMode.PERSISTENT);
    }
}
