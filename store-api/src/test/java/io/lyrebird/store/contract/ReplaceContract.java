package io.lyrebird.store.contract;

import static io.lyrebird.store.contract.ImageContract.check;
import static io.lyrebird.store.contract.ImageContract.entries;
import static io.lyrebird.store.contract.ImageContract.puts;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.lyrebird.store.Image;
import io.lyrebird.store.ImageCursor;
import io.lyrebird.store.ImageReplacement;
import io.lyrebird.store.StoreException;
import org.junit.jupiter.api.Test;

/** A whole new image in place of the old one. */
abstract class ReplaceContract {
    abstract Subject subject();

    private static void replace(Image image, long zxid, String... keysAndValues) throws StoreException {
        try (ImageReplacement replacement = image.replace(zxid)) {
            for (int i = 0; i < keysAndValues.length; i += 2) {
                replacement.put(Bytes.of(keysAndValues[i]), Bytes.of(keysAndValues[i + 1]));
            }
            replacement.commit();
        }
    }

    @Test
    void theNewImageHasNothingOfTheOldOneAndIsDurable() throws StoreException {
        Image image = subject().store().image();
        image.apply(puts("old", "1", "both", "2"), 10);
        replace(image, 20, "new", "3", "both", "4");
        check(entries("new", "3", "both", "4"), image, 20);
        assertEquals(20, image.durableZxid());
        image.apply(puts("more", "5").delete(Bytes.of("both")), 21);
        check(entries("new", "3", "more", "5"), image, 21);
        image.sync();
        if (subject().provider().durable()) {
            check(entries("new", "3", "more", "5"), subject().reopen().image(), 21);
        }
    }

    @Test
    void itIsDurableWithoutASync() throws StoreException {
        subject().needsDurability();
        replace(subject().store().image(), 20, "new", "3");
        check(entries("new", "3"), subject().reopen().image(), 20);
    }

    @Test
    void theOrderIsFreeAndTheLastValueOfAKeyCounts() throws StoreException {
        Image image = subject().store().image();
        replace(image, 1, "z", "1", "a", "2", "m", "3", "a", "4");
        check(entries("a", "4", "m", "3", "z", "1"), image, 1);
    }

    @Test
    void theZxidMayGoBack() throws StoreException {
        Image image = subject().store().image();
        image.apply(puts("a", "1"), 50);
        image.sync();
        replace(image, 7, "b", "2");
        check(entries("b", "2"), image, 7);
        assertEquals(7, image.durableZxid());
        image.apply(puts("c", "3"), 8);
        image.sync();
        if (subject().provider().durable()) {
            check(entries("b", "2", "c", "3"), subject().reopen().image(), 8);
        }
    }

    @Test
    void itMayBeEmpty() throws StoreException {
        Image image = subject().store().image();
        image.apply(puts("a", "1"), 5);
        replace(image, 6);
        check(entries(), image, 6);
        if (subject().provider().durable()) {
            check(entries(), subject().reopen().image(), 6);
        }
    }

    @Test
    void theOldImageStaysUntilTheCommit() throws StoreException {
        Image image = subject().store().image();
        image.apply(puts("old", "1"), 5);
        try (ImageReplacement replacement = image.replace(9)) {
            replacement.put(Bytes.of("new"), Bytes.of("2"));
            check(entries("old", "1"), image, 5);
            replacement.commit();
            check(entries("new", "2"), image, 9);
        }
        check(entries("new", "2"), image, 9);
    }

    @Test
    void whatIsNotCommittedLeavesNoTrace() throws StoreException {
        Image image = subject().store().image();
        image.apply(puts("old", "1"), 5);
        image.sync();
        for (int i = 0; i < 3; i++) {
            try (ImageReplacement replacement = image.replace(9)) {
                replacement.put(Bytes.of("new" + i), Bytes.random(i, 3 << 20));
                replacement.put(Bytes.of("old"), Bytes.of("changed"));
            }
            check(entries("old", "1"), image, 5);
        }
        image.apply(puts("more", "2"), 6);
        image.sync();
        if (subject().provider().durable()) {
            image = subject().reopen().image();
        }
        check(entries("old", "1", "more", "2"), image, 6);
    }

    @Test
    void aCommittedReplacementCannotBeUsedAgain() throws StoreException {
        try (ImageReplacement replacement = subject().store().image().replace(9)) {
            replacement.commit();
            assertThrows(IllegalStateException.class, replacement::commit);
            assertThrows(IllegalStateException.class, () -> replacement.put(Bytes.of("k"), Bytes.of("v")));
        }
        check(entries(), subject().store().image(), 9);
    }

    @Test
    void replacingAgainAndAgainWithRestartsBetween() throws StoreException {
        for (int round = 1; round <= 6; round++) {
            Image image = subject().store().image();
            replace(image, round, "round", "" + round);
            check(entries("round", "" + round), image, round);
            if (round % 2 == 0 && subject().provider().durable()) {
                check(entries("round", "" + round), subject().reopen().image(), round);
            }
        }
    }

    @Test
    void aScanThatBeganBeforeGoesOnWithTheOldImage() throws StoreException {
        Image image = subject().store().image();
        image.apply(puts("a", "1", "b", "2", "c", "3"), 5);
        try (ImageCursor cursor = image.scan()) {
            assertTrue(cursor.next());
            replace(image, 8, "x", "9");
            assertEquals(5, cursor.zxid());
            assertTrue(cursor.next());
            assertArrayEquals(Bytes.of("b"), cursor.key());
            assertTrue(cursor.next());
            assertArrayEquals(Bytes.of("3"), cursor.value());
            assertFalse(cursor.next());
        }
        check(entries("x", "9"), image, 8);
    }

    @Test
    void aLargeOneIsStreamed() throws StoreException {
        int count = 50_000;
        Image image = subject().store().image();
        image.apply(puts("old", "1"), 1);
        try (ImageReplacement replacement = image.replace(2)) {
            for (int i = 0; i < count; i++) {
                replacement.put(Bytes.of("/" + i * 7919L % count), Bytes.random(i, 100));
            }
            replacement.commit();
        }
        if (subject().provider().durable()) {
            image = subject().reopen().image();
        }
        assertEquals(count, ImageContract.read(image, 2).size());
    }
}
