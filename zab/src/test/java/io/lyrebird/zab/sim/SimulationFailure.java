package io.lyrebird.zab.sim;

/** An invariant does not hold, or the ensemble does not get on after all faults are gone. */
final class SimulationFailure extends RuntimeException {
    private static final long serialVersionUID = 1L;

    SimulationFailure(String message) {
        super(message);
    }

    SimulationFailure(String message, Throwable cause) {
        super(message, cause);
    }
}
