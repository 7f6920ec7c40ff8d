package io.lyrebird.compat.wire;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.lyrebird.wire.Jute;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Random;
import org.apache.jute.BinaryOutputArchive;
import org.junit.jupiter.api.Test;

class StringsAgainstApacheTest {
    private static final int ROUNDS = 5000;

    /** Surrogates too, in pairs and alone. */
    @Test
    void anyStringIsWrittenAsTheSameBytes() throws IOException {
        Random random = new Random(3);
        for (int round = 0; round < ROUNDS; round++) {
            StringBuilder text = new StringBuilder();
            for (int i = random.nextInt(20); i > 0; i--) {
                switch (random.nextInt(4)) {
                    case 0 -> text.append((char) random.nextInt(0x80));
                    case 1 -> text.append((char) random.nextInt(0x800));
                    case 2 -> text.append((char) random.nextInt(0x10000));
                    default -> text.appendCodePoint(0x10000 + random.nextInt(0x100000));
                }
            }
            String string = text.toString();
            ByteArrayOutputStream apaches = new ByteArrayOutputStream();
            BinaryOutputArchive.getArchive(apaches).writeString(string, "");
            assertArrayEquals(
                    apaches.toByteArray(), ApacheRecords.written(out -> Jute.writeString(out, string)), string);
        }
    }

    @Test
    void anyBytesAreReadAsTheSameString() throws IOException {
        Random random = new Random(4);
        for (int round = 0; round < ROUNDS; round++) {
            byte[] content = new byte[random.nextInt(20)];
            random.nextBytes(content);
            ByteBuf framed = Unpooled.buffer();
            Jute.writeBuffer(framed, content);
            byte[] bytes = new byte[framed.readableBytes()];
            framed.getBytes(0, bytes);
            assertEquals(ApacheRecords.archive(bytes).readString(""), Jute.readString(framed));
        }
    }
}
