package io.lyrebird.store.contract;

import io.lyrebird.store.Store;
import io.lyrebird.store.StoreConfig;
import io.lyrebird.store.StoreException;
import io.lyrebird.store.Stores;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/** Opens the folders that it is told and says, in one line each, what it finds there. It may die of it. */
final class DamageChild {
    private DamageChild() {}

    public static void main(String[] args) throws IOException {
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            Path folder = Path.of(line);
            System.out.println(look(args[0], new StoreConfig(folder.resolve("data"), folder.resolve("log")))
                    .replace('\n', ' '));
            System.out.flush();
        }
    }

    private static String look(String engine, StoreConfig config) {
        try (Store store = Stores.open(engine, config)) {
            DamageWorld.check(store);
            return "same";
        } catch (StoreException e) {
            return "error " + e.getClass().getSimpleName() + ": " + e.getMessage();
        } catch (AssertionError e) {
            return "DIFFERENT " + e.getMessage();
        } catch (RuntimeException e) {
            return "UNEXPECTED " + e;
        }
    }
}
