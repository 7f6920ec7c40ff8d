package io.lyrebird.compat.wire;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.Constructor;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.function.Consumer;
import org.apache.jute.BinaryInputArchive;
import org.apache.jute.BinaryOutputArchive;
import org.apache.jute.Record;

/** Apache's jute records with arbitrary contents, from a seed, and their bytes. */
final class ApacheRecords {
    /** No surrogates: Apache cannot read back what it writes for them. */
    private static final String ALPHABET = "/aZ0-:\0\u007fé\u07ff\u0800語\uffff";

    private final Random random;

    ApacheRecords(long seed) {
        random = new Random(seed);
    }

    /** Made with the constructor that takes every field. */
    <T> T random(Class<T> type) {
        Constructor<?> constructor = Arrays.stream(type.getConstructors())
                .max(Comparator.comparingInt(Constructor::getParameterCount))
                .orElseThrow();
        Object[] fields = Arrays.stream(constructor.getGenericParameterTypes())
                .map(this::randomField)
                .toArray();
        try {
            return type.cast(constructor.newInstance(fields));
        } catch (ReflectiveOperationException e) {
            throw new AssertionError(e);
        }
    }

    int anInt() {
        return random.nextInt(3) == 0 ? random.nextInt(10) - 2 : random.nextInt();
    }

    int below(int bound) {
        return random.nextInt(bound);
    }

    long aLong() {
        return random.nextInt(3) == 0 ? anInt() : random.nextLong();
    }

    String aString() {
        StringBuilder text = new StringBuilder();
        for (int i = random.nextInt(12); i > 0; i--) {
            text.append(ALPHABET.charAt(random.nextInt(ALPHABET.length())));
        }
        return text.toString();
    }

    byte[] bytes() {
        byte[] bytes = new byte[random.nextInt(20)];
        random.nextBytes(bytes);
        return bytes;
    }

    private Object randomField(Type type) {
        if (type == int.class) {
            return anInt();
        } else if (type == long.class) {
            return aLong();
        } else if (type == boolean.class) {
            return random.nextBoolean();
        } else if (type == String.class) {
            return random.nextInt(10) == 0 ? null : aString();
        } else if (type == byte[].class) {
            return random.nextInt(10) == 0 ? null : bytes();
        } else if (type instanceof ParameterizedType list && list.getRawType() == List.class) {
            return random.nextInt(10) == 0 ? null : randomList(list.getActualTypeArguments()[0]);
        }
        return random((Class<?>) type);
    }

    private List<Object> randomList(Type element) {
        List<Object> list = new ArrayList<>();
        for (int i = random.nextInt(4); i > 0; i--) {
            list.add(randomField(element));
        }
        return list;
    }

    static byte[] write(Record... records) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        BinaryOutputArchive archive = BinaryOutputArchive.getArchive(bytes);
        try {
            for (Record each : records) {
                each.serialize(archive, "");
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return bytes.toByteArray();
    }

    static BinaryInputArchive archive(byte[] bytes) {
        return BinaryInputArchive.getArchive(new ByteArrayInputStream(bytes));
    }

    /** An empty record of this class, filled from these bytes. */
    static <T extends Record> T read(Class<T> type, byte[] bytes) throws IOException {
        T empty;
        try {
            empty = type.getConstructor().newInstance();
        } catch (ReflectiveOperationException e) {
            throw new AssertionError(e);
        }
        empty.deserialize(archive(bytes), "");
        return empty;
    }

    /** What one of our encoders writes. */
    static byte[] written(Consumer<ByteBuf> encode) {
        ByteBuf out = Unpooled.buffer();
        encode.accept(out);
        byte[] bytes = new byte[out.readableBytes()];
        out.readBytes(bytes);
        return bytes;
    }
}
