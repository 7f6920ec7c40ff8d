package io.lyrebird.perf.load;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.StringJoiner;

/** How often each operation is asked for: {@code getData=90,setData=10}; the parts need not add up to 100. */
public final class OperationMix {
    private final Map<Operation, Integer> shares;
    private final Operation[] operations;
    private final int[] upTo;

    private OperationMix(Map<Operation, Integer> shares) {
        this.shares = shares;
        this.operations = shares.keySet().toArray(new Operation[0]);
        this.upTo = new int[operations.length];
        int sum = 0;
        for (int i = 0; i < operations.length; i++) {
            sum = Math.addExact(sum, shares.get(operations[i]));
            upTo[i] = sum;
        }
    }

    public static OperationMix of(Operation operation) {
        return new OperationMix(Map.of(operation, 1));
    }

    /** One operation alone ({@code getData}), or several with their shares. */
    public static OperationMix parse(String text) {
        Map<Operation, Integer> shares = new LinkedHashMap<>();
        for (String part : text.split(",")) {
            String[] pair = part.trim().split("=", 2);
            Operation operation = Operation.ofLabel(pair[0].trim());
            int share = pair.length == 1 ? 1 : parseShare(part, pair[1].trim());
            if (shares.put(operation, share) != null) {
                throw new IllegalArgumentException("'" + operation.label() + "' is twice in the mix '" + text + "'");
            }
        }
        return new OperationMix(shares);
    }

    public Operation next(Random64 random) {
        if (operations.length == 1) {
            return operations[0];
        }
        int at = random.below(upTo[upTo.length - 1]);
        int i = 0;
        while (at >= upTo[i]) {
            i++;
        }
        return operations[i];
    }

    public List<Operation> operations() {
        return new ArrayList<>(shares.keySet());
    }

    public boolean creates() {
        return shares.containsKey(Operation.CREATE);
    }

    private static int parseShare(String part, String number) {
        try {
            int share = Integer.parseInt(number);
            if (share > 0) {
                return share;
            }
        } catch (NumberFormatException e) {
            // Told below, as are shares that are not above 0.
        }
        throw new IllegalArgumentException("a share of the mix is a whole number above 0, not '" + part.trim() + "'");
    }

    @Override
    public String toString() {
        StringJoiner text = new StringJoiner(",");
        shares.forEach((operation, share) ->
                text.add(operations.length == 1 ? operation.label() : operation.label() + "=" + share));
        return text.toString();
    }
}
