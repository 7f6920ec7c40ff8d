package io.lyrebird.compat.crash;

import io.lyrebird.compat.support.LyrebirdServer;
import io.lyrebird.store.StoreProvider;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.stream.Stream;

/** A second packaged tree, with one more engine in it. */
final class Installation {
    private Installation() {}

    /** The packaged tree at another place (by links), and in its lib/ a jar with this engine and the classes within it. */
    static Path copyWith(Path home, Class<? extends StoreProvider> engine) throws IOException {
        Path original = LyrebirdServer.launcher().getParent().getParent();
        try (Stream<Path> files = Files.walk(original)) {
            for (Path file : (Iterable<Path>) files::iterator) {
                Path copy = home.resolve(original.relativize(file));
                if (Files.isDirectory(file)) {
                    Files.createDirectories(copy);
                } else {
                    linkOrCopy(file, copy);
                }
            }
        }
        writeJar(home.resolve("lib/third-party-engine.jar"), engine);
        return home;
    }

    private static void linkOrCopy(Path file, Path copy) throws IOException {
        try {
            Files.createLink(copy, file);
        } catch (IOException | UnsupportedOperationException e) {
            // On another disk.
            Files.copy(file, copy, StandardCopyOption.COPY_ATTRIBUTES);
        }
    }

    private static void writeJar(Path jar, Class<? extends StoreProvider> engine) throws IOException {
        try (OutputStream file = Files.newOutputStream(jar);
                JarOutputStream out = new JarOutputStream(file)) {
            out.putNextEntry(new JarEntry("META-INF/services/" + StoreProvider.class.getName()));
            out.write(engine.getName().getBytes(StandardCharsets.UTF_8));
            add(engine, out);
            for (Class<?> inner : engine.getDeclaredClasses()) {
                add(inner, out);
            }
        }
    }

    private static void add(Class<?> type, JarOutputStream out) throws IOException {
        String name = type.getName().replace('.', '/') + ".class";
        out.putNextEntry(new JarEntry(name));
        try (InputStream in = type.getClassLoader().getResourceAsStream(name)) {
            in.transferTo(out);
        }
    }
}
