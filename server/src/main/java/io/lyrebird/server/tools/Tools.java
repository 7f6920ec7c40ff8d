package io.lyrebird.server.tools;

import io.lyrebird.server.config.ConfigException;
import io.lyrebird.server.data.ApacheRegister;
import io.lyrebird.server.data.EpochRegisters;
import io.lyrebird.server.data.StoreFolders;
import io.lyrebird.server.data.WholeImage;
import io.lyrebird.server.legacy.ApacheExport;
import io.lyrebird.server.legacy.ApacheFiles;
import io.lyrebird.server.legacy.ImportSettings;
import io.lyrebird.server.legacy.Notices;
import io.lyrebird.server.legacy.Takeover;
import io.lyrebird.server.tree.Znode;
import io.lyrebird.store.Store;
import io.lyrebird.store.StoreException;
import io.lyrebird.store.Stores;
import io.lyrebird.store.TxnCursor;
import io.lyrebird.wire.MalformedException;
import io.lyrebird.wire.txn.TxnCodec;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;

/** The commands, each with what it prints and whether it went well. They work on data that no server has open. */
public final class Tools {
    public static final int OK = 0;
    public static final int FAILED = 1;
    public static final int MISUSED = 2;

    private static final Set<String> COMMANDS = Set.of("import", "export", "copy", "check", "log", "tree");

    private final PrintStream out;
    private final PrintStream err;

    public Tools(PrintStream out, PrintStream err) {
        this.out = out;
        this.err = err;
    }

    public static boolean has(String command) {
        return COMMANDS.contains(command);
    }

    /** @return the status to exit with */
    public int run(String command, String[] args) {
        try {
            switch (command) {
                case "import" -> importApache(args);
                case "export" -> export(args);
                case "copy" -> copy(args);
                case "check" -> check(args);
                case "log" -> log(args);
                case "tree" -> tree(args);
                default -> throw new UsageException("there is no such command");
            }
            return OK;
        } catch (UsageException | ConfigException e) {
            err.println("lyrebird " + command + ": " + e.getMessage() + " (try lyrebird --help)");
            return MISUSED;
        } catch (StoreException | IOException | MalformedException | IllegalArgumentException e) {
            err.println("lyrebird " + command + ": " + e.getMessage());
            return FAILED;
        } finally {
            out.flush();
        }
    }

    private static Arguments arguments(String[] args, Set<String> options, String... flags) throws UsageException {
        Set<String> all = new HashSet<>(DataPlace.OPTIONS);
        all.addAll(options);
        return new Arguments(args, all, new HashSet<>(Arrays.asList(flags)));
    }

    private void importApache(String[] args) throws UsageException, ConfigException, StoreException, IOException {
        Arguments arguments = arguments(args, Set.of("--from", "--from-log-dir"), "--inexact");
        arguments.requireWords(1, 1, "DATADIR or zoo.cfg");
        DataPlace place = DataPlace.of(arguments);
        Path from = arguments.option("--from").map(Path::of).orElse(place.dataDir());
        Path logs = arguments
                .option("--from-log-dir")
                .map(Path::of)
                .orElse(arguments.option("--from").isPresent() ? from : place.dataLogDir());
        ApacheFiles files = ApacheFiles.of(from, logs);
        if (!files.exist()) {
            throw new UsageException("there is no data of Apache ZooKeeper in " + files.snapshotDir());
        }
        StoreFolders folders = place.folders(place.engine().orElse(DataPlace.DEFAULT_ENGINE));
        ImportSettings settings =
                arguments.flag("--inexact") ? place.importSettings().acceptingInexact() : place.importSettings();
        try (Store store = Stores.open(folders.engine(), folders.storeConfig())) {
            requireEmpty(store, folders);
            new Takeover(folders, store, files, notices()).run(settings);
        }
    }

    private static void requireEmpty(Store store, StoreFolders folders) throws UsageException {
        if (!StoreFolders.isEmpty(store)) {
            throw new UsageException("there is data in " + folders.data() + " already: move it away first");
        }
    }

    private void export(String[] args) throws UsageException, ConfigException, StoreException, IOException {
        Arguments arguments = arguments(args, Set.of());
        arguments.requireWords(2, 2, "DATADIR or zoo.cfg, and the folder to write to");
        StoreFolders folders = DataPlace.of(arguments).withData();
        Path target = Path.of(arguments.word(1));
        if (target.toAbsolutePath()
                .normalize()
                .equals(folders.dataDir().toAbsolutePath().normalize())) {
            throw new UsageException("the folder to write to is the one with Lyrebird's data: take another one");
        }
        try (Store store = Stores.open(folders.engine(), folders.storeConfig())) {
            StoredState state = StoredState.load(store);
            Path snapshot = ApacheExport.write(state.withEpochsOf(store), target, notices());
            out.println("Wrote " + snapshot + ": " + state.tree().nodeCount() + " nodes, "
                    + state.sessions().size() + " sessions at zxid "
                    + Texts.hex(state.tree().lastZxid()) + ". Set dataDir=" + target
                    + " to start an Apache server on it");
        }
    }

    private void copy(String[] args) throws UsageException, ConfigException, StoreException {
        Arguments arguments = arguments(args, Set.of("--from", "--to"));
        arguments.requireWords(1, 1, "DATADIR or zoo.cfg");
        DataPlace place = DataPlace.of(arguments);
        StoreFolders from = place.withData(arguments.requiredOption("--from"));
        StoreFolders to = place.folders(arguments.requiredOption("--to"));
        if (from.engine().equals(to.engine())) {
            throw new UsageException("--from and --to are the same engine");
        }
        try (Store source = Stores.open(from.engine(), from.storeConfig());
                Store target = Stores.open(to.engine(), to.storeConfig())) {
            requireEmpty(target, to);
            StoredState state = StoredState.load(source);
            if (state.tree().lastZxid() == 0) {
                throw new UsageException("nothing was ever written to " + from.data());
            }
            EpochRegisters.save(
                    target.registers(),
                    EpochRegisters.accepted(source.registers()),
                    EpochRegisters.current(source.registers()));
            ApacheRegister.save(target.registers(), ApacheRegister.takenOverZxid(source.registers()));
            WholeImage.write(target, state.tree(), state.sessions(), (entries, total) -> {});
            out.println("Copied " + state.tree().nodeCount() + " nodes and "
                    + state.sessions().size() + " sessions at zxid "
                    + Texts.hex(state.tree().lastZxid()) + " from " + from.data() + " to " + to.data()
                    + ". Set lyrebird.store=" + to.engine() + " to go on with it, and move " + from.data() + " away");
        }
    }

    private void check(String[] args) throws UsageException, ConfigException, StoreException {
        Arguments arguments = arguments(args, Set.of());
        arguments.requireWords(1, 1, "DATADIR or zoo.cfg");
        StoreFolders folders = DataPlace.of(arguments).withData();
        out.println("Checking " + folders.data());
        try (Store store = Stores.open(folders.engine(), folders.storeConfig())) {
            new DataCheck(store, out).run();
        }
        out.println("All is well");
    }

    private void log(String[] args) throws UsageException, ConfigException, StoreException {
        Arguments arguments = arguments(args, Set.of("--from"), "--json");
        arguments.requireWords(1, 1, "DATADIR or zoo.cfg");
        StoreFolders folders = DataPlace.of(arguments).withData();
        long fromZxid = zxid(arguments.option("--from").orElse("0"));
        boolean json = arguments.flag("--json");
        try (Store store = Stores.open(folders.engine(), folders.storeConfig());
                TxnCursor cursor = store.log().read(fromZxid)) {
            OutputReader reader = new OutputReader(out);
            while (cursor.next() && !reader.isGone()) {
                var txn = TxnCodec.decode(cursor.txn());
                out.println(json ? TxnFormat.json(txn) : TxnFormat.text(txn));
            }
        }
    }

    private static long zxid(String text) throws UsageException {
        try {
            return text.startsWith("0x") ? Long.parseLong(text.substring(2), 16) : Long.parseLong(text);
        } catch (NumberFormatException e) {
            throw new UsageException("'" + text + "' is no zxid, such as 0x100000001");
        }
    }

    private void tree(String[] args) throws UsageException, ConfigException, StoreException {
        Arguments arguments = arguments(args, Set.of(), "--json");
        arguments.requireWords(1, 2, "DATADIR or zoo.cfg, and perhaps a path");
        StoreFolders folders = DataPlace.of(arguments).withData();
        try (Store store = Stores.open(folders.engine(), folders.storeConfig())) {
            StoredState state = StoredState.load(store);
            TreePrinter printer = new TreePrinter(state, arguments.flag("--json"), out);
            if (arguments.optionalWord(1).isEmpty()) {
                printer.printAll();
                return;
            }
            Znode top = state.tree().find(arguments.word(1));
            if (top == null) {
                throw new UsageException("there is no node " + arguments.word(1));
            }
            printer.printBelow(top);
        }
    }

    private Notices notices() {
        return new Notices() {
            @Override
            public void info(String message) {
                err.println(message);
            }

            @Override
            public void warn(String message) {
                err.println("Warning: " + message);
            }
        };
    }
}
