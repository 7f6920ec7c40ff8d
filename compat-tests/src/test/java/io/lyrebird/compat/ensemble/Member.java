package io.lyrebird.compat.ensemble;

import io.lyrebird.compat.data.Contents;
import io.lyrebird.compat.support.Clients;
import io.lyrebird.compat.support.Command;
import io.lyrebird.compat.support.FourLetterWord;
import io.lyrebird.compat.support.ServerOptions;
import io.lyrebird.compat.support.ServerUnderTest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.apache.zookeeper.ZooKeeper;

/** One server of an ensemble: a process on a data folder, by one maker or, later, by the other. */
final class Member {
    private static final int SESSION_TIMEOUT_MS = 30_000;

    private final int id;
    private final Path folder;
    private final ServerOptions options;
    private Kind kind;
    private ServerUnderTest server;
    private int exports;

    Member(int id, Path folder, ServerOptions options, Kind kind) throws IOException {
        this.id = id;
        this.folder = folder;
        this.options = options;
        this.kind = kind;
        server = kind.server(folder, options);
        Files.createDirectories(server.dataDir());
        Files.writeString(server.dataDir().resolve("myid"), Integer.toString(id));
    }

    int id() {
        return id;
    }

    Kind kind() {
        return kind;
    }

    ServerUnderTest server() {
        return server;
    }

    String connectString() {
        return server.connectString();
    }

    /** leader, follower or observer; nothing while it does not serve. */
    Optional<String> mode() {
        return server.isRunning() ? FourLetterWord.mode(server.address()) : Optional.empty();
    }

    /** Says something, if only that it does not serve. */
    boolean answers() {
        try {
            return !server.ask("srvr").isEmpty();
        } catch (IOException e) {
            return false;
        }
    }

    boolean leads() {
        return mode().equals(Optional.of("leader"));
    }

    String log() throws IOException {
        return Files.exists(server.logFile()) ? Files.readString(server.logFile()) : "";
    }

    /** A session here and nowhere else, of a user who may do everything. */
    ZooKeeper connect() throws IOException, InterruptedException {
        ZooKeeper client = Clients.connect(connectString(), SESSION_TIMEOUT_MS);
        client.addAuthInfo("digest", Contents.bytes(Contents.SUPER_PASSWORD));
        return client;
    }

    /**
     * The other maker's server on the same data, from the next launch on. Lyrebird takes over Apache's data by itself;
     * the way back is {@code lyrebird export}.
     */
    void become(Kind next) throws Exception {
        if (server.isRunning()) {
            throw new IllegalStateException("member " + id + " is running");
        }
        if (next == Kind.APACHE && kind == Kind.LYREBIRD) {
            exports++;
            Path data = server.dataDir();
            Path exported = folder.resolve("exported-" + exports);
            Command.succeed("export", folder.resolve("zoo.cfg"), exported);
            Files.copy(data.resolve("myid"), exported.resolve("myid"));
            Files.move(data, folder.resolve("data-of-lyrebird-" + exports));
            Files.move(exported, data);
        }
        kind = next;
        server = next.server(folder, options);
    }

    @Override
    public String toString() {
        return "member " + id + " (" + kind + ")";
    }
}
