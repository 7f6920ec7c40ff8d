package io.lyrebird.compat.wire;

import io.lyrebird.wire.client.Acl;
import java.lang.reflect.Method;
import java.lang.reflect.RecordComponent;
import java.util.Arrays;
import java.util.List;
import org.apache.zookeeper.data.ACL;

/** Whether a record of ours holds what the getters of Apache's record of the same name say. */
final class SameFields {
    private SameFields() {}

    static boolean same(Object ours, Object apaches) {
        if (ours == null || apaches == null) {
            return ours == apaches;
        }
        if (ours instanceof byte[] left && apaches instanceof byte[] right) {
            return Arrays.equals(left, right);
        }
        if (ours instanceof List<?> left && apaches instanceof List<?> right) {
            boolean same = left.size() == right.size();
            for (int i = 0; same && i < left.size(); i++) {
                same = same(left.get(i), right.get(i));
            }
            return same;
        }
        if (ours instanceof Acl acl && apaches instanceof ACL other) {
            return acl.equals(new Acl(
                    other.getPerms(), other.getId().getScheme(), other.getId().getId()));
        }
        return ours.getClass().isRecord() ? sameComponents(ours, apaches) : ours.equals(apaches);
    }

    private static boolean sameComponents(Object ours, Object apaches) {
        for (RecordComponent component : ours.getClass().getRecordComponents()) {
            if (!same(get(component.getAccessor(), ours), get(getter(component.getName(), apaches), apaches))) {
                return false;
            }
        }
        return true;
    }

    private static Method getter(String component, Object apaches) {
        String field = component.equals("timeoutMs") ? "timeOut" : component;
        String name = "get" + Character.toUpperCase(field.charAt(0)) + field.substring(1);
        try {
            return apaches.getClass().getMethod(name);
        } catch (NoSuchMethodException e) {
            throw new AssertionError(e);
        }
    }

    private static Object get(Method getter, Object of) {
        try {
            return getter.invoke(of);
        } catch (ReflectiveOperationException e) {
            throw new AssertionError(e);
        }
    }
}
