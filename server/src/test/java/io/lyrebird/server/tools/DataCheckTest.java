package io.lyrebird.server.tools;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.lyrebird.server.data.WholeImage;
import io.lyrebird.server.session.Sessions;
import io.lyrebird.server.tree.OwnerEncoding;
import io.lyrebird.server.tree.SystemNodes;
import io.lyrebird.server.tree.Tree;
import io.lyrebird.store.Store;
import io.lyrebird.store.StoreConfig;
import io.lyrebird.store.StoreException;
import io.lyrebird.store.Stores;
import io.lyrebird.wire.client.Acl;
import io.lyrebird.wire.client.OpCode;
import io.lyrebird.wire.txn.CreateTxn;
import io.lyrebird.wire.txn.TxnCodec;
import io.lyrebird.wire.txn.TxnDigest;
import io.lyrebird.wire.txn.TxnHeader;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class DataCheckTest {
    private final ByteArrayOutputStream printed = new ByteArrayOutputStream();
    private Store store;

    @BeforeEach
    void open() throws Exception {
        store = Stores.open("memory", StoreConfig.in(Path.of("unused")));
    }

    @AfterEach
    void close() throws Exception {
        store.close();
    }

    private static byte[] create(String path, long zxid, TxnDigest digest) {
        CreateTxn txn = new CreateTxn(path, new byte[0], Acl.OPEN_ACL_UNSAFE, false, -1);
        return TxnCodec.encode(new TxnHeader(1, 1, zxid, 1000, OpCode.CREATE), txn, digest);
    }

    private void append(long zxid) throws StoreException {
        store.log().append(zxid, create("/n" + zxid, zxid, null));
        store.log().sync();
    }

    private String check() throws StoreException {
        new DataCheck(store, new PrintStream(printed, true, StandardCharsets.UTF_8)).run();
        return printed.toString(StandardCharsets.UTF_8);
    }

    private String problem() {
        return assertThrows(StoreException.class, this::check).getMessage();
    }

    @Test
    void aWholeLogOverSeveralEpochsIsWell() throws Exception {
        for (long zxid : new long[] {0x100000001L, 0x100000002L, 0x300000001L}) {
            append(zxid);
        }
        assertEquals(
                "log: 3 txns from zxid 0x100000001 to 0x300000001, none missing\nimage: zxid 0x0, whole\n",
                check().replaceFirst("image and log.*\n", ""));
        assertTrue(printed.toString(StandardCharsets.UTF_8).contains("7 nodes, 0 sessions at zxid 0x300000001"));
    }

    @Test
    void aGapInTheLogIsNamed() throws Exception {
        append(0x100000001L);
        append(0x100000003L);
        assertTrue(problem().contains("0x100000001 is followed by 0x100000003"), problem());
    }

    @Test
    void aGapBetweenImageAndLogIsNamed() throws Exception {
        Tree tree = new Tree(1, new OwnerEncoding(true, false), true);
        SystemNodes.putInto(tree);
        tree.setLastZxid(0x100000005L);
        WholeImage.write(store, tree, new Sessions(), (written, total) -> {});
        append(0x100000007L);
        assertTrue(problem().contains("0x100000005"), problem());
    }

    @Test
    void anEntryThatIsNoTxnIsNamed() throws Exception {
        store.log().append(5, new byte[10]);
        store.log().sync();
        assertTrue(problem().contains("zxid 0x5 is not a txn"), problem());
    }

    @Test
    void anEntryUnderTheZxidOfAnotherOneIsNamed() throws Exception {
        store.log().append(1, create("/a", 2, null));
        store.log().sync();
        assertTrue(problem().contains("at zxid 0x1 is a txn with the zxid 0x2"), problem());
    }

    @Test
    void aTreeThatIsNotTheOneThatATxnCarriesIsNamed() throws Exception {
        store.log().append(1, create("/a", 1, new TxnDigest(TxnDigest.APACHE_VERSION, 1234)));
        store.log().sync();
        assertTrue(problem().contains("after the txn 0x1 the digest"), problem());
    }
}
