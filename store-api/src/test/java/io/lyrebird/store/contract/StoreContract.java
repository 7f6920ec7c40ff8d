package io.lyrebird.store.contract;

import io.lyrebird.store.StoreException;
import io.lyrebird.store.StoreProvider;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.io.TempDir;

/** What every engine does, durable or not. Extend it, and say which engine it is. */
public abstract class StoreContract {
    @TempDir
    private Path folder;

    private Subject subject;

    protected abstract StoreProvider provider();

    @BeforeEach
    void begin() {
        subject = new Subject(provider(), folder);
    }

    @AfterEach
    void end() throws StoreException {
        subject.close();
    }

    @Nested
    class TheLog extends LogContract {
        @Override
        Subject subject() {
            return subject;
        }
    }

    @Nested
    class TruncationAndPurge extends LogCutContract {
        @Override
        Subject subject() {
            return subject;
        }
    }

    @Nested
    class TheImage extends ImageContract {
        @Override
        Subject subject() {
            return subject;
        }
    }

    @Nested
    class Replacement extends ReplaceContract {
        @Override
        Subject subject() {
            return subject;
        }
    }

    @Nested
    class TheRegisters extends RegistersContract {
        @Override
        Subject subject() {
            return subject;
        }
    }

    @Nested
    class TheFolders extends FoldersContract {
        @Override
        Subject subject() {
            return subject;
        }
    }

    @Nested
    class ManyThreads extends ConcurrencyContract {
        @Override
        Subject subject() {
            return subject;
        }
    }

    @Nested
    class AgainstAModel extends ModelContract {
        @Override
        Subject subject() {
            return subject;
        }
    }
}
