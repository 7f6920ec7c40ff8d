package io.lyrebird.zab.sim;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import javax.tools.FileObject;
import javax.tools.ForwardingJavaFileManager;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileManager;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;

/**
 * The state machine with a mistake planted in its source, compiled in memory, and the simulation running on it. There is
 * nothing in the real code that a mistake could be switched on with.
 */
final class Mutant {
    private static final Path SOURCES = Path.of("src/main/java/io/lyrebird/zab");
    private static final String PACKAGE = "io.lyrebird.zab.";

    private final String name;
    private final long likelySeed;
    private final Map<String, String> changed = new LinkedHashMap<>();

    /** @param likelySeed is tried first, since it found the mistake when this was written */
    Mutant(String name, long likelySeed) {
        this.name = name;
        this.likelySeed = likelySeed;
    }

    String name() {
        return name;
    }

    /** In one class, this piece of its source, which is there exactly once, becomes that one. */
    Mutant change(String className, String piece, String replacement) {
        String source = changed.computeIfAbsent(className, Mutant::source);
        int at = source.indexOf(piece);
        if (at < 0 || source.indexOf(piece, at + 1) >= 0) {
            throw new IllegalStateException(name + ": " + className + " should have exactly once: " + piece);
        }
        changed.put(className, source.replace(piece, replacement));
        return this;
    }

    /** Runs seeds until one fails; what it says, or null if none does. */
    String firstFailure(long seeds) throws ReflectiveOperationException {
        Class<?> simulation = Class.forName(
                PACKAGE + "sim.Simulation",
                true,
                new Loader(compile(), getClass().getClassLoader()));
        Method run = simulation.getMethod("run", long.class, long.class);
        try {
            run.invoke(null, likelySeed, 1L);
            run.invoke(null, 1L, seeds);
            return null;
        } catch (InvocationTargetException failure) {
            return failure.getCause().getMessage();
        }
    }

    private static String source(String className) {
        try {
            // on one line, so that formatting does not matter to what is looked for
            return Files.readString(SOURCES.resolve(className + ".java"))
                    .replaceAll("(?m)^\\s*(//|/?\\*).*$", "")
                    .replaceAll("\\s+", " ");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private Map<String, byte[]> compile() {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        Map<String, ByteArrayOutputStream> classes = new TreeMap<>();
        JavaFileManager files =
                new ForwardingJavaFileManager<JavaFileManager>(compiler.getStandardFileManager(null, null, null)) {
                    @Override
                    public JavaFileObject getJavaFileForOutput(
                            Location location, String className, JavaFileObject.Kind kind, FileObject sibling) {
                        return new SimpleJavaFileObject(URI.create("mem:///" + className), kind) {
                            @Override
                            public OutputStream openOutputStream() {
                                ByteArrayOutputStream bytes = new ByteArrayOutputStream();
                                classes.put(className, bytes);
                                return bytes;
                            }
                        };
                    }
                };
        List<JavaFileObject> sources = new ArrayList<>();
        changed.forEach((className, source) -> sources.add(
                new SimpleJavaFileObject(URI.create("mem:///" + className + ".java"), JavaFileObject.Kind.SOURCE) {
                    @Override
                    public CharSequence getCharContent(boolean ignoreEncodingErrors) {
                        return source;
                    }
                }));
        List<String> options = List.of("-classpath", System.getProperty("java.class.path"), "-proc:none");
        if (!compiler.getTask(null, files, null, options, null, sources).call()) {
            throw new IllegalStateException(name + " does not compile");
        }
        Map<String, byte[]> compiled = new TreeMap<>();
        classes.forEach((className, bytes) -> compiled.put(className, bytes.toByteArray()));
        return compiled;
    }

    /** Has its own copy of all classes of the package, so that the changed ones are among their own. */
    private static final class Loader extends ClassLoader {
        private final Map<String, byte[]> compiled;

        Loader(Map<String, byte[]> compiled, ClassLoader parent) {
            super(parent);
            this.compiled = compiled;
        }

        @Override
        protected Class<?> loadClass(String className, boolean resolve) throws ClassNotFoundException {
            if (!className.startsWith(PACKAGE)) {
                return super.loadClass(className, resolve);
            }
            synchronized (getClassLoadingLock(className)) {
                Class<?> loaded = findLoadedClass(className);
                return loaded != null ? loaded : define(className);
            }
        }

        private Class<?> define(String className) throws ClassNotFoundException {
            byte[] bytes = compiled.get(className);
            if (bytes == null) {
                try (InputStream in = getParent().getResourceAsStream(className.replace('.', '/') + ".class")) {
                    bytes = in.readAllBytes();
                } catch (IOException e) {
                    throw new ClassNotFoundException(className, e);
                }
            }
            return defineClass(className, bytes, 0, bytes.length);
        }
    }
}
