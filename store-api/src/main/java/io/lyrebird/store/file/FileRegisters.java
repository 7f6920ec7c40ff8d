package io.lyrebird.store.file;

import io.lyrebird.store.Registers;
import io.lyrebird.store.StoreCorruptedException;
import io.lyrebird.store.StoreException;
import java.io.IOException;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.zip.CRC32C;

/**
 * Registers in one small file that is replaced whole with each put. The name of a file changes atomically, and a checksum
 * covers all of it, so there is no state of the file that could be taken for an older one by mistake.
 */
public final class FileRegisters implements Registers {
    private static final long MAGIC = 0x4c595245_52454731L; // "LYREREG1"
    private static final int MAX_BYTES = 16 << 20;

    private final Disk disk;
    private final Path file;
    private final Health health;
    private final Map<String, byte[]> values = new TreeMap<>();

    private FileRegisters(Disk disk, Path file, Health health) {
        this.disk = disk;
        this.file = file;
        this.health = health;
    }

    public static FileRegisters create(Disk disk, Path file, Health health) throws StoreException {
        FileRegisters registers = new FileRegisters(disk, file, health);
        registers.putAll(Map.of());
        return registers;
    }

    public static FileRegisters open(Disk disk, Path file, Health health) throws StoreException {
        FileRegisters registers = new FileRegisters(disk, file, health);
        if (!disk.exists(file)) {
            throw new StoreCorruptedException(file + " is missing");
        }
        try {
            registers.decode(WholeFile.read(disk, file, MAX_BYTES));
        } catch (IOException e) {
            throw Health.describe("read " + file, e);
        } catch (BufferUnderflowException e) {
            throw new StoreCorruptedException(file + " is damaged: it is cut short", e);
        }
        // What a process wrote that was killed may be seen now and still not be on the disk.
        registers.putAll(Map.of());
        return registers;
    }

    @Override
    public synchronized Optional<byte[]> get(String name) {
        return Optional.ofNullable(values.get(name)).map(byte[]::clone);
    }

    @Override
    public synchronized void putAll(Map<String, byte[]> newValues) throws StoreException {
        health.check();
        Map<String, byte[]> all = new TreeMap<>(values);
        newValues.forEach((name, value) -> all.put(name, value.clone()));
        ByteBuffer content = encode(all);
        try {
            WholeFile.write(disk, file, content);
        } catch (IOException e) {
            throw health.failed("write " + file, e);
        }
        values.putAll(all);
    }

    private static ByteBuffer encode(Map<String, byte[]> values) {
        long bytes = 8 + 4 + 4;
        for (Map.Entry<String, byte[]> entry : values.entrySet()) {
            bytes += 8 + entry.getKey().getBytes(StandardCharsets.UTF_8).length + entry.getValue().length;
        }
        if (bytes > MAX_BYTES) {
            throw new IllegalArgumentException("registers are for small values; all of them have " + bytes + " bytes");
        }
        ByteBuffer content = ByteBuffer.allocate((int) bytes);
        content.putLong(MAGIC).putInt(0).putInt(values.size());
        values.forEach((name, value) -> {
            byte[] nameBytes = name.getBytes(StandardCharsets.UTF_8);
            content.putInt(nameBytes.length).put(nameBytes).putInt(value.length).put(value);
        });
        content.flip();
        return content.putInt(8, checksum(content));
    }

    private void decode(ByteBuffer content) throws StoreCorruptedException {
        if (content.remaining() < 16 || content.getLong(0) != MAGIC || content.getInt(8) != checksum(content)) {
            throw new StoreCorruptedException(file + " is damaged: its checksum does not match");
        }
        content.position(12);
        int count = content.getInt();
        for (int i = 0; i < count; i++) {
            String name = new String(bytes(content), StandardCharsets.UTF_8);
            values.put(name, bytes(content));
        }
    }

    private static byte[] bytes(ByteBuffer content) {
        int length = content.getInt();
        if (length < 0 || length > content.remaining()) {
            throw new BufferUnderflowException();
        }
        byte[] bytes = new byte[length];
        content.get(bytes);
        return bytes;
    }

    private static int checksum(ByteBuffer content) {
        CRC32C crc = new CRC32C();
        crc.update(content.slice(12, content.limit() - 12));
        return (int) crc.getValue();
    }
}
