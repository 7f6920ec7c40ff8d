package io.lyrebird.perf.load;

/**
 * Zipf's distribution by rejection-inversion (W. Hörmann, G. Derflinger, "Rejection-inversion to generate variates from
 * monotone discrete distributions", 1996): constant time and no table, whatever the number of keys. Ranks are scattered
 * over the keys, so that the busy nodes are not each other's siblings.
 */
final class ZipfKeys implements KeyPicker {
    /** A prime above any number of keys: multiplying by it permutes the keys. */
    private static final long SCATTER = 2_147_483_647L * 2 + 17;

    private final int count;
    private final double skew;
    private final double areaOfFirst;
    private final double areaOfAll;
    private final double acceptedAtOnce;

    ZipfKeys(int count, double skew) {
        if (count < 1) {
            throw new IllegalArgumentException("no keys to pick from: " + count);
        }
        if (!(skew > 0)) {
            throw new IllegalArgumentException("the skew of zipf is above 0, not " + skew);
        }
        this.count = count;
        this.skew = skew;
        this.areaOfFirst = integral(1.5) - 1;
        this.areaOfAll = integral(count + 0.5);
        this.acceptedAtOnce = 2 - integralInverse(integral(2.5) - weight(2));
    }

    @Override
    public int next(Random64 random) {
        return (int) ((rank(random) - 1) * SCATTER % count);
    }

    /** From 1, the most frequent, to the number of keys. */
    long rank(Random64 random) {
        while (true) {
            double area = areaOfAll + random.unit() * (areaOfFirst - areaOfAll);
            double x = integralInverse(area);
            long k = Math.max(1, Math.min(count, (long) (x + 0.5)));
            if (k - x <= acceptedAtOnce || area >= integral(k + 0.5) - weight(k)) {
                return k;
            }
        }
    }

    private double weight(double x) {
        return Math.exp(-skew * Math.log(x));
    }

    /** The integral of x^-skew, zero at 1. */
    private double integral(double x) {
        double logX = Math.log(x);
        double exponent = (1 - skew) * logX;
        return (Math.abs(exponent) > 1e-8 ? Math.expm1(exponent) / exponent : 1 + exponent / 2) * logX;
    }

    private double integralInverse(double area) {
        double t = Math.max(-1, area * (1 - skew));
        return Math.exp((Math.abs(t) > 1e-8 ? Math.log1p(t) / t : 1 - t / 2) * area);
    }
}
