#!/usr/bin/env bash
#
# Starts, stops and questions a server in the background, with the commands, the environment and the answers of
# ZooKeeper's script of this name. bin/lyrebird does the work.
#
# Environment: ZOOCFGDIR (default conf/), ZOOCFG (default zoo.cfg), ZOO_LOG_DIR (default logs/), ZOO_LOG_FILE,
# ZOOPIDFILE (default zookeeper_server.pid in dataDir), ZOO_DATADIR_AUTOCREATE_DISABLE, JVMFLAGS, SERVER_JVMFLAGS,
# ZK_SERVER_HEAP, JAVA_HOME; zookeeper-env.sh and java.env in ZOOCFGDIR are read when they exist.

START_SECONDS_MAX=10
STOP_SECONDS_MAX=60

usage() {
    echo "Usage: $0 [--config <conf-dir>] {start|start-foreground|stop|version|restart|status|print-cmd} [zoo.cfg]" >&2
}

# The folder above bin/, also when this file was called through symbolic links.
home() {
    local file="${BASH_SOURCE[0]}" target
    while [ -L "$file" ]; do
        target="$(readlink "$file")"
        case "$target" in
            /*) file="$target" ;;
            *) file="$(dirname "$file")/$target" ;;
        esac
    done
    cd -P "$(dirname "$file")/.." && pwd
}

# The value of a key in the configuration file, without the blanks around it.
config_value() {
    sed -n "s/^[[:space:]]*$1[[:space:]]*[=:][[:space:]]*\(.*[^[:space:]]\)[[:space:]]*\$/\1/p" "$ZOOCFG" | tail -n 1
}

# Whether the process of this number is our server: a pid file may be older than the machine's last start.
is_running() {
    [ -n "$1" ] && kill -0 "$1" 2>/dev/null || return 1
    if [ -r "/proc/$1/cmdline" ]; then
        tr '\0' ' ' < "/proc/$1/cmdline" | grep -q -i lyrebird
    fi
}

pid() {
    cat "$ZOOPIDFILE" 2>/dev/null
}

require_config() {
    if [ ! -r "$ZOOCFG" ]; then
        echo "There is no configuration $ZOOCFG (conf/zoo_sample.cfg is one to start from)." >&2
        exit 1
    fi
}

# Missing data folders are created by the server, unless the operator has switched that off.
require_data_folders() {
    local folder
    [ -n "$ZOO_DATADIR_AUTOCREATE_DISABLE" ] || return 0
    for folder in "$(config_value dataDir)" "$(config_value dataLogDir)"; do
        if [ -n "$folder" ] && [ ! -d "$folder" ]; then
            echo "ZooKeeper data directory is missing at $folder fix the path or run initialize"
            exit 1
        fi
    done
    SERVER_JVMFLAGS="-Dzookeeper.datadir.autocreate=false $SERVER_JVMFLAGS"
}

# Where the server logs to besides the console. Passed on through the environment since the paths may hold blanks.
use_log_folder() {
    mkdir -p "$ZOO_LOG_DIR" || exit 1
    export LYREBIRD_LOG_TO=FILE
    export LYREBIRD_LOG_FILE="$ZOO_LOG_DIR/${ZOO_LOG_FILE:-zookeeper-$USER-server-$HOSTNAME.log}"
}

start() {
    local out="$ZOO_LOG_DIR/zookeeper-$USER-server-$HOSTNAME.out" pid tenths
    echo -n "Starting zookeeper ... "
    if is_running "$(pid)"; then
        echo "already running as process $(pid)."
        exit 1
    fi
    mkdir -p "$(dirname "$ZOOPIDFILE")" || exit 1
    nohup "$BIN/lyrebird" server "$ZOOCFG" > "$out" 2>&1 < /dev/null &
    pid=$!
    if ! echo -n "$pid" > "$ZOOPIDFILE"; then
        kill "$pid"
        echo "FAILED TO WRITE PID"
        exit 1
    fi
    # Until it says that it serves, or is gone. A server that has much to load may go on loading after this; a member of an
    # ensemble is there when the others can reach it, and serves when there are enough of them.
    for ((tenths = 0; tenths < START_SECONDS_MAX * 10; tenths++)); do
        if ! kill -0 "$pid" 2>/dev/null; then
            rm -f "$ZOOPIDFILE"
            echo "FAILED TO START"
            tail -n 3 "$out" >&2
            exit 1
        fi
        if grep -q -s -e "Ready: serving" -e "The election port is" "$out"; then
            break
        fi
        sleep 0.1
    done
    echo STARTED
}

stop() {
    local pid tenths
    echo -n "Stopping zookeeper ... "
    if [ ! -f "$ZOOPIDFILE" ]; then
        echo "no zookeeper to stop (could not find file $ZOOPIDFILE)"
        return 0
    fi
    pid="$(pid)"
    if is_running "$pid"; then
        kill "$pid"
        # Until it is gone it holds the port and the data folder, which a start right after this would need.
        for ((tenths = 0; tenths < STOP_SECONDS_MAX * 10; tenths++)); do
            kill -0 "$pid" 2>/dev/null || break
            sleep 0.1
        done
        if kill -0 "$pid" 2>/dev/null; then
            echo "still running as process $pid after $STOP_SECONDS_MAX s"
            return 1
        fi
    fi
    rm -f "$ZOOPIDFILE"
    echo STOPPED
}

status() {
    "$BIN/lyrebird" status "$ZOOCFG"
}

BIN="$(home)/bin"
if [ "$1" = --config ]; then
    ZOOCFGDIR="$2"
    shift 2
fi
ZOOCFGDIR="${ZOOCFGDIR:-$(home)/conf}"
for file in zookeeper-env.sh java.env; do
    if [ -f "$ZOOCFGDIR/$file" ]; then
        # shellcheck disable=SC1090
        . "$ZOOCFGDIR/$file"
    fi
done
COMMAND="$1"
ZOOCFG="${2:-${ZOOCFG:-zoo.cfg}}"
case "$ZOOCFG" in
    */*) ;;
    *) ZOOCFG="$ZOOCFGDIR/$ZOOCFG" ;;
esac
ZOO_LOG_DIR="${ZOO_LOG_DIR:-$(home)/logs}"
USER="${USER:-$(id -un)}"
if [ -f "$ZOOCFGDIR/logback.xml" ]; then
    export LYREBIRD_LOGBACK="$ZOOCFGDIR/logback.xml"
fi
export JAVA_HOME JVMFLAGS SERVER_JVMFLAGS ZK_SERVER_HEAP

case "$COMMAND" in
    start | start-foreground | stop | restart | status | print-cmd)
        echo "Using config: $ZOOCFG" >&2
        require_config
        ZOOPIDFILE="${ZOOPIDFILE:-$(config_value dataDir)/zookeeper_server.pid}"
        ;;
esac
case "$COMMAND" in
    start | restart | start-foreground | print-cmd)
        require_data_folders
        use_log_folder
        ;;
esac

case "$COMMAND" in
    start) start ;;
    start-foreground) exec "$BIN/lyrebird" server "$ZOOCFG" ;;
    print-cmd) "$BIN/lyrebird" print-cmd server "$ZOOCFG" ;;
    stop) stop ;;
    restart) stop && start ;;
    status) status ;;
    version) "$BIN/lyrebird" version ;;
    *) usage; exit 1 ;;
esac
