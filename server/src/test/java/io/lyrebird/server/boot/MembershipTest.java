package io.lyrebird.server.boot;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.lyrebird.server.config.ServerConfig;
import io.lyrebird.server.config.ZooCfg;
import io.lyrebird.zab.ZabConfig;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Properties;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MembershipTest {
    private static final String MEMBERS = """
            server.1=127.0.0.1:2881:3881
            server.2=127.0.0.1:2882:3882
            server.3=127.0.0.1:2883:3883:observer
            """;

    @TempDir
    private Path folder;

    private ServerConfig config(int myId, String lines) throws Exception {
        Path data = folder.resolve("data");
        Files.createDirectories(data);
        Files.writeString(data.resolve("myid"), Integer.toString(myId));
        Path file = folder.resolve("zoo.cfg");
        Files.writeString(
                file,
                "tickTime=100\ninitLimit=7\nsyncLimit=3\nclientPort=2181\nlyrebird.store=memory\ndataDir=" + data + "\n"
                        + lines);
        return ZooCfg.parse(file, new Properties());
    }

    @Test
    void serverWithoutOthersIsAnEnsembleOfOne() throws Exception {
        Membership alone = Membership.of(config(1, ""));
        assertTrue(alone.isAlone());
        assertEquals(1, alone.serverId());
        assertTrue(alone.coreSettings().alone());
        assertEquals("", alone.coreSettings().members());
    }

    @Test
    void memberKnowsItsEnsemble() throws Exception {
        Membership member = Membership.of(config(2, MEMBERS + "lyrebird.memory.voter=true\nleaderServes=no\n"));
        assertFalse(member.isAlone());
        assertEquals(2, member.serverId());
        ZabConfig zab = member.zabConfig();
        assertEquals(100, zab.timing().tickMs());
        assertEquals(7, zab.timing().initLimitTicks());
        assertEquals(3, zab.timing().syncLimitTicks());
        assertFalse(member.coreSettings().leaderServes());
        assertEquals("""
                server.1=127.0.0.1:2881:3881:participant
                server.2=127.0.0.1:2882:3882:participant
                server.3=127.0.0.1:2883:3883:observer
                version=0""", member.coreSettings().members());
    }

    @Test
    void engineThatKeepsNothingDoesNotVoteUnlessItIsToldTo() throws Exception {
        ServerConfig voter = config(1, MEMBERS);
        IllegalArgumentException refused = assertThrows(IllegalArgumentException.class, () -> Membership.of(voter));
        assertTrue(refused.getMessage().contains("lyrebird.memory.voter=true"), refused.getMessage());
        assertEquals(3, Membership.of(config(3, MEMBERS)).serverId());
    }

    @Test
    void howMuchOfTheLogIsSentFollowsTheConfiguration() throws Exception {
        String told = MEMBERS + "lyrebird.memory.voter=true\n";
        assertEquals(
                100_000, Membership.of(config(1, told)).zabConfig().bounds().diffTxnsMax());
        assertEquals(
                0,
                Membership.of(config(1, told + "forceSnapshotSync=true\n"))
                        .zabConfig()
                        .bounds()
                        .diffTxnsMax());
        assertEquals(
                600,
                Membership.of(config(1, told + "snapshotSizeFactor=-1\ncommitLogCount=600\n"))
                        .zabConfig()
                        .bounds()
                        .diffTxnsMax());
    }
}
