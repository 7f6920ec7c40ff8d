package io.lyrebird.compat.fuzz;

import io.lyrebird.compat.diff.Dice;
import java.nio.ByteBuffer;
import java.util.Arrays;

/** Ways to spoil bytes that were well-formed. */
final class Mutations {
    private static final int[] HOSTILE = {
        -1,
        -2,
        0,
        1,
        Integer.MIN_VALUE,
        Integer.MAX_VALUE,
        Integer.MAX_VALUE - 7,
        0x7fff_ffe0,
        0xfffff,
        0x100000,
        1 << 24,
        1 << 28
    };

    private Mutations() {}

    static int hostileInt(Dice dice) {
        return HOSTILE[dice.below(HOSTILE.length)];
    }

    static byte[] spoil(byte[] bytes, Dice dice) {
        byte[] spoilt = bytes;
        for (int times = dice.between(1, 3); times > 0; times--) {
            spoilt = spoilOnce(spoilt, dice);
        }
        return spoilt;
    }

    private static byte[] spoilOnce(byte[] bytes, Dice dice) {
        if (bytes.length < Integer.BYTES + 1) {
            return dice.bytes(dice.between(1, 64));
        }
        return switch (dice.below(6)) {
            case 0 -> Arrays.copyOf(bytes, dice.below(bytes.length));
            case 1 -> concat(bytes, dice.bytes(dice.between(1, 200)));
            case 2 -> flipBits(bytes, dice);
            case 3 -> concat(Arrays.copyOf(bytes, dice.below(bytes.length)), bytes);
            default -> overwriteInt(bytes, dice);
        };
    }

    /** Where a length or a count may be. */
    private static byte[] overwriteInt(byte[] bytes, Dice dice) {
        byte[] spoilt = bytes.clone();
        ByteBuffer.wrap(spoilt).putInt(dice.below(bytes.length - Integer.BYTES), hostileInt(dice));
        return spoilt;
    }

    private static byte[] flipBits(byte[] bytes, Dice dice) {
        byte[] spoilt = bytes.clone();
        for (int times = dice.between(1, 8); times > 0; times--) {
            spoilt[dice.below(spoilt.length)] ^= (byte) (1 << dice.below(8));
        }
        return spoilt;
    }

    static byte[] concat(byte[] first, byte[] second) {
        byte[] both = Arrays.copyOf(first, first.length + second.length);
        System.arraycopy(second, 0, both, first.length, second.length);
        return both;
    }
}
