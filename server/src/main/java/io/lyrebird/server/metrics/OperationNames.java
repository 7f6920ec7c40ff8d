package io.lyrebird.server.metrics;

import io.lyrebird.wire.client.OpCode;

/** The abbreviations of operations that the word {@code cons} shows (Apache's FinalRequestProcessor). */
public final class OperationNames {
    private OperationNames() {}

    public static String of(int opCode) {
        return switch (opCode) {
            case OpCode.PING -> "PING";
            case OpCode.CREATE_SESSION -> "SESS";
            case OpCode.MULTI -> "MULT";
            case OpCode.MULTI_READ -> "MLTR";
            case OpCode.CREATE, OpCode.CREATE2, OpCode.CREATE_TTL, OpCode.CREATE_CONTAINER -> "CREA";
            case OpCode.DELETE, OpCode.DELETE_CONTAINER -> "DELE";
            case OpCode.SET_DATA -> "SETD";
            case OpCode.RECONFIG -> "RECO";
            case OpCode.SET_ACL -> "SETA";
            case OpCode.CLOSE_SESSION -> "CLOS";
            case OpCode.SYNC -> "SYNC";
            case OpCode.CHECK -> "CHEC";
            case OpCode.EXISTS -> "EXIS";
            case OpCode.GET_DATA -> "GETD";
            case OpCode.SET_WATCHES -> "SETW";
            case OpCode.SET_WATCHES2 -> "STW2";
            case OpCode.ADD_WATCH -> "ADDW";
            case OpCode.GET_ACL -> "GETA";
            case OpCode.GET_CHILDREN, OpCode.GET_CHILDREN2 -> "GETC";
            case OpCode.GET_ALL_CHILDREN_NUMBER -> "GETACN";
            case OpCode.CHECK_WATCHES -> "CHKW";
            case OpCode.REMOVE_WATCHES -> "REMW";
            case OpCode.WHO_AM_I -> "HOMI";
            case OpCode.GET_EPHEMERALS -> "GETE";
            default -> "NA";
        };
    }
}
