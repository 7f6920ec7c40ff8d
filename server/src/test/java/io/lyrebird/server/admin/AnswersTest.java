package io.lyrebird.server.admin;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.lyrebird.server.admin.ServerView.Connection;
import io.lyrebird.server.admin.ServerView.DataWatchCounts;
import io.lyrebird.server.admin.ServerView.Digest;
import io.lyrebird.server.admin.ServerView.State;
import io.lyrebird.server.config.ServerConfig;
import io.lyrebird.server.config.ServerConfig.FourLetterWords;
import io.lyrebird.server.config.ZooCfg;
import io.lyrebird.server.metrics.ConnectionStats;
import io.lyrebird.server.metrics.Counter;
import io.lyrebird.server.metrics.Distribution;
import io.lyrebird.server.metrics.Recorder;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Arrays;
import java.util.Date;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Expected texts were captured from a ZooKeeper 3.9.5 in the state that is set up here. */
class AnswersTest {
    private static final String VERSION = "3.9.5-lyrebird-1.0, built on 2026-01-01 00:00 UTC";

    private final FakeServer server = server("*");
    private final Answers answers = new Answers(server);

    private static FakeServer server(String whitelist) {
        Properties properties = new Properties();
        properties.setProperty("zookeeper.4lw.commands.whitelist", whitelist);
        try {
            ServerConfig config = ZooCfg.defaults(properties);
            return new FakeServer(config);
        } catch (Exception e) {
            throw new AssertionError(e);
        }
    }

    private static InetSocketAddress client(int port) {
        try {
            return new InetSocketAddress(InetAddress.getByAddress(new byte[] {127, 0, 0, 1}), port);
        } catch (Exception e) {
            throw new AssertionError(e);
        }
    }

    /** Two clients with sessions, and the connection that asks. */
    private void serve() {
        server.state = Optional.of(new State("standalone", false, 9, 0, 8, 2, 2, 7, 86, Optional.empty()));
        ConnectionStats first = new ConnectionStats(1795002570326L);
        received(first, 9);
        first.answered("SESS", 0, 1, 1620470, 1620480);
        first.answered("ADDW", 8, 4, 1620474, 1620474);
        ConnectionStats second = new ConnectionStats(1795002570374L);
        received(second, 6);
        second.answered("SESS", 0, 5, 1620480, 1620483);
        second.answered("NA", 5, 9, 1620493, 1620494);
        ConnectionStats asking = new ConnectionStats(1795002571000L);
        asking.received();
        server.connections.add(
                new Connection(client(51766), true, 0, 0x1000018b1440000L, 10000, 1795002589000L, first));
        server.connections.add(new Connection(client(51784), false, 0, 0, 0, 1795002589000L, asking));
        server.connections.add(
                new Connection(client(51770), true, 0, 0x1000018b1440001L, 20000, 1795002599000L, second));
    }

    private static void received(ConnectionStats stats, int packets) {
        for (int i = 0; i < packets; i++) {
            stats.received();
            stats.sent();
        }
    }

    private void measure() {
        Recorder recorder = server.metrics.newRecorder();
        recorder.count(Counter.PACKETS_RECEIVED, 28);
        recorder.count(Counter.PACKETS_SENT, 29);
        for (long latencyMs : new long[] {10, 1, 1, 3, 1, 1, 1, 1, 3}) {
            recorder.record(Distribution.UPDATE_LATENCY, latencyMs);
        }
        for (long latencyMs : new long[] {0, 1, 0, 0, 0, 0}) {
            recorder.record(Distribution.READ_LATENCY, latencyMs);
        }
    }

    @Test
    void srvrShowsTheStateOfTheServer() {
        serve();
        measure();
        assertEquals("Zookeeper version: " + VERSION + "\n" + """
                        Latency min/avg/max: 0/1.5333/10
                        Received: 28
                        Sent: 29
                        Connections: 3
                        Outstanding: 0
                        Zxid: 0x9
                        Mode: standalone
                        Node count: 8
                        """, answers.to("srvr"));
    }

    @Test
    void statShowsTheConnectionsBesides() {
        serve();
        measure();
        assertEquals("Zookeeper version: " + VERSION + "\n" + """
                        Clients:
                         /127.0.0.1:51766[1](queued=0,recved=9,sent=9)
                         /127.0.0.1:51784[0](queued=0,recved=1,sent=0)
                         /127.0.0.1:51770[1](queued=0,recved=6,sent=6)

                        Latency min/avg/max: 0/1.5333/10
                        Received: 28
                        Sent: 29
                        Connections: 3
                        Outstanding: 0
                        Zxid: 0x9
                        Mode: standalone
                        Node count: 8
                        """, answers.to("stat"));
    }

    @Test
    void consShowsEachConnectionAndItsSession() {
        serve();
        assertEquals("""
                 /127.0.0.1:51766[1](queued=0,recved=9,sent=9,sid=0x1000018b1440000,lop=ADDW,est=1795002570326,to=10000,lcxid=0x8,lzxid=0x4,lresp=1620474,llat=0,minlat=0,avglat=5,maxlat=10)
                 /127.0.0.1:51784[0](queued=0,recved=1,sent=0)
                 /127.0.0.1:51770[1](queued=0,recved=6,sent=6,sid=0x1000018b1440001,lop=NA,est=1795002570374,to=20000,lcxid=0x5,lzxid=0x9,lresp=1620494,llat=1,minlat=1,avglat=2,maxlat=3)

                """, answers.to("cons"));
    }

    @Test
    void crstForgetsWhatConnectionsDid() {
        serve();
        assertEquals("Connection stats reset.\n", answers.to("crst"));
        assertTrue(
                answers.to("cons")
                        .startsWith(" /127.0.0.1:51766[1](queued=0,recved=0,sent=0,sid=0x1000018b1440000,lop=NA,"
                                + "est=1795002570326,to=10000,lzxid=0xffffffffffffffff,lresp=0,llat=0,minlat=0,"
                                + "avglat=0,maxlat=0)\n"),
                answers.to("cons"));
    }

    @Test
    void srstForgetsWhatTheServerDid() {
        serve();
        measure();
        assertEquals("Server stats reset.\n", answers.to("srst"));
        String srvr = answers.to("srvr");
        assertTrue(srvr.contains("Latency min/avg/max: 0/0.0/0\nReceived: 0\nSent: 0\nConnections: 3\n"), srvr);
    }

    @Test
    void confShowsTheConfiguration() {
        serve();
        assertEquals("""
                clientPort=2777
                secureClientPort=-1
                dataDir=/tmp/zkcap/data/version-2
                dataDirSize=478
                dataLogDir=/tmp/zkcap/log/version-2
                dataLogSize=67109358
                tickTime=3000
                maxClientCnxns=60
                minSessionTimeout=6000
                maxSessionTimeout=60000
                clientPortListenBacklog=-1
                serverId=0
                """, answers.to("conf"));
    }

    @Test
    void dirsShowsTheSizesOfTheFolders() {
        serve();
        assertEquals("datadir_size: 478\nlogdir_size: 67109358\n", answers.to("dirs"));
    }

    @Test
    void dumpShowsSessionsEphemeralsAndConnections() {
        serve();
        server.sessions.put(1795002581000L, List.of(0x1000018b1440000L));
        server.sessions.put(1795002591000L, List.of(0x1000018b1440001L));
        server.ephemerals.put(0x1000018b1440000L, List.of("/a/e2", "/a/e1"));
        server.ephemerals.put(0x1000018b1440001L, List.of());
        assertEquals(
                """
                SessionTracker dump:
                Session Sets (2)/(2):
                1 expire at %s:
                \t0x1000018b1440000
                1 expire at %s:
                \t0x1000018b1440001
                ephemeral nodes dump:
                Sessions with Ephemerals (2):
                0x1000018b1440000:
                \t/a/e2
                \t/a/e1
                0x1000018b1440001:
                Connections dump:
                Connections Sets (2)/(3):
                2 expire at %s:
                \tip: /127.0.0.1:51766 sessionId: 0x1000018b1440000
                \tip: /127.0.0.1:51784 sessionId: 0x0
                1 expire at %s:
                \tip: /127.0.0.1:51770 sessionId: 0x1000018b1440001
                """.formatted(
                                new Date(1795002581000L),
                                new Date(1795002591000L),
                                new Date(1795002589000L),
                                new Date(1795002599000L)),
                answers.to("dump"));
    }

    @Test
    void watchesAreShownBySessionByPathAndInSum() {
        serve();
        server.watches.put(0x1000018b1440000L, List.of("/p", "/a", "/q", "/nope"));
        server.watches.put(0x1000018b1440001L, List.of("/a"));
        server.watchCounts = new DataWatchCounts(2, 4, 5);
        assertEquals("0x1000018b1440000\n\t/p\n\t/a\n\t/q\n\t/nope\n0x1000018b1440001\n\t/a\n\n", answers.to("wchc"));
        assertEquals(
                "/a\n\t0x1000018b1440000\n\t0x1000018b1440001\n/nope\n\t0x1000018b1440000\n"
                        + "/p\n\t0x1000018b1440000\n/q\n\t0x1000018b1440000\n\n",
                answers.to("wchp"));
        assertEquals("2 connections watching 4 paths\nTotal watches:5\n", answers.to("wchs"));
    }

    @Test
    void withoutWatchesTheReportIsAnEmptyLine() {
        serve();
        assertEquals("\n", answers.to("wchc"));
        assertEquals("\n", answers.to("wchp"));
    }

    @Test
    void hashShowsTheDigests() {
        serve();
        assertEquals("", answers.to("hash"));
        server.digests.add(new Digest(0x80, 1371985504L));
        server.digests.add(new Digest(0x100000000L, -5));
        assertEquals("80: 1371985504\n100000000: -5\n", answers.to("hash"));
    }

    @Test
    void enviShowsTheEnvironment() {
        server.environment.putAll(Map.of("java.version", "17"));
        assertEquals("Environment:\njava.version=17\n", answers.to("envi"));
        Map<String, String> real = JvmEnvironment.describe(VERSION, System.getProperties());
        assertEquals(
                "zookeeper.version host.name java.version java.vendor java.home java.class.path java.library.path"
                        + " java.io.tmpdir java.compiler os.name os.arch os.version user.name user.home user.dir"
                        + " os.memory.free os.memory.max os.memory.total",
                String.join(" ", real.keySet()));
        assertTrue(real.get("os.memory.max").matches("\\d+MB"));
        assertTrue(JvmEnvironment.openFiles() > 0);
        assertTrue(JvmEnvironment.openFilesMax() >= JvmEnvironment.openFiles());
    }

    @Test
    void theTraceMaskCanBeReadAndSet() {
        assertEquals("306", answers.to("gtmk"));
        assertEquals("5", answers.toSetTraceMask(5));
        assertEquals("5", answers.to("gtmk"));
    }

    @Test
    void aReadOnlyServerSaysSo() {
        server.state = Optional.of(new State("read-only", true, 9, 0, 8, 2, 2, 7, 86, Optional.empty()));
        assertEquals("ro", answers.to("isro"));
        assertTrue(answers.to("srvr").contains("UTC\nREAD-ONLY mode; serving only read-only clients\nLatency"));
        serve();
        assertEquals("rw", answers.to("isro"));
    }

    @Test
    void whileItDoesNotServeMostWordsSaySo() {
        assertEquals("imok", answers.to("ruok"));
        assertEquals("null", answers.to("isro"));
        assertEquals("306", answers.to("gtmk"));
        assertEquals("Environment:\n", answers.to("envi"));
        String notServing = "This ZooKeeper instance is not currently serving requests";
        assertEquals(notServing, answers.to("hash"));
        for (String word : "conf cons crst dirs dump mntr srst srvr stat wchc wchp wchs".split(" ")) {
            assertEquals(notServing + "\n", answers.to(word), word);
        }
    }

    @Test
    void aWordThatIsNotAllowedIsRefused() {
        FakeServer strict = server("ruok");
        Answers strictAnswers = new Answers(strict);
        assertEquals("imok", strictAnswers.to("ruok"));
        assertEquals("This ZooKeeper instance is not currently serving requests\n", strictAnswers.to("srvr"));
        assertEquals("stat is not executed because it is not in the whitelist.\n", strictAnswers.to("stat"));
        assertEquals("stmk is not executed because it is not in the whitelist.\n", strictAnswers.toSetTraceMask(1));
        assertEquals(306, strict.traceMask);
        assertEquals(
                "telnet close is not executed because it is not in the whitelist.\n", strictAnswers.to("telnet close"));
    }

    @Test
    void everyWordIsRecognisedInTheBytesOfALength() {
        for (String word : FourLetterWords.ALL) {
            int code = word.charAt(0) << 24 | word.charAt(1) << 16 | word.charAt(2) << 8 | word.charAt(3);
            assertEquals(Optional.of(word), FourLetterWord.of(code));
        }
        assertEquals(Optional.of("telnet close"), FourLetterWord.of(0xfff4fffd));
        assertEquals(Optional.empty(), FourLetterWord.of(44));
        assertEquals(Optional.empty(), FourLetterWord.of(-1));
    }

    @Test
    void mntrShowsTheGauges() {
        serve();
        measure();
        Map<String, String> values = monitored();
        assertEquals(VERSION, values.get("zk_version"));
        assertEquals("standalone", values.get("zk_server_state"));
        assertEquals("1.5333", values.get("zk_avg_latency"));
        assertEquals("28", values.get("zk_packets_received"));
        assertEquals("3", values.get("zk_num_alive_connections"));
        assertEquals("8", values.get("zk_znode_count"));
        assertEquals("7", values.get("zk_watch_count"));
        assertEquals("2", values.get("zk_ephemerals_count"));
        assertEquals("86", values.get("zk_approximate_data_size"));
        assertEquals("2342", values.get("zk_uptime"));
        assertEquals("-1", values.get("zk_last_client_response_size"));
        assertEquals("0.0", values.get("zk_connection_drop_probability"));
        assertEquals("2.4444", values.get("zk_avg_updatelatency"));
        assertEquals("10", values.get("zk_p999_updatelatency"));
        assertEquals("1", values.get("zk_p50_updatelatency"));
        assertEquals("0.1667", values.get("zk_avg_readlatency"));
    }

    private Map<String, String> monitored() {
        return answers.to("mntr")
                .lines()
                .map(line -> line.split("\t", 2))
                .collect(Collectors.toMap(pair -> pair[0], pair -> pair[1]));
    }

    @Test
    void mntrUsesNoNameThatZooKeeperDoesNotUse() throws Exception {
        serve();
        Set<String> names = new TreeSet<>(monitored().keySet());
        try (var in = AnswersTest.class.getResourceAsStream("mntr-names-3.9.5.txt")) {
            names.removeAll(Arrays.asList(new String(in.readAllBytes()).split("\n")));
        }
        assertEquals(Set.of(), names);
    }
}
