/** `monitord serve`: runs until a signal stops it. */
import { giveMemoryBack } from "../../store/kit/spare-memory.ts";
import { EnvironmentError } from "../../store/kit/unavailable.ts";
import { startDaemon, type Daemon } from "../daemon.ts";
import { greeting } from "../first-start.ts";
import { handleUncaught } from "../exceptions/last-resort.ts";
import { isPlain, makeLog, neverBlock, written, type Log } from "../log.ts";
import { version } from "../../store/migrations/version.ts";
import { machineClock } from "../clock.ts";
import { limits } from "../../core/status/watchdog.ts";
import { Watchdog } from "../watch/watchdog.ts";
import { keepWatchdog, supervisorOf } from "../systemd/notify.ts";
import { configured, environment, err, inClone, out, type Invocation } from "./invocation.ts";
import { portOwner } from "./port-owner.ts";

export async function run(invocation: Invocation): Promise<number> {
  const config = configured(invocation);
  if (!config) return 78;
  for (const output of [process.stdout, process.stderr]) neverBlock(output);
  const log = makeLog(config, process.stdout, process.stdout.isTTY);
  const supervisor = supervisorOf(environment(), process.pid, (text) => log.warn(text));

  // From the first moment: a supervisor may change its mind while things are still starting.
  const stop = stopSignal();
  const watchdog = new Watchdog();
  let daemon: Daemon;
  try {
    daemon = await startDaemon(config, {
      log,
      signal: stop.signal,
      counting: (store) => watchdog.counting(store),
      variables: environment(),
    });
  } catch (error) {
    if (stop.signal.aborted) return 0;
    const { text, exit } = explained(error, config);
    err(`monitord: ${text}`);
    return exit;
  }
  handleUncaught(daemon.exceptions);
  const { hello, next } = await greeting(daemon.store, {
    siteUrl: daemon.siteUrl,
    bootstrapped: daemon.bootstrapped,
    version,
    now: daemon.now(),
    inClone: inClone(),
  });
  // A reader of JSON lines gets JSON lines alone; the next steps hold a code, which the log must not.
  const plain = isPlain(config, process.stdout.isTTY);
  if (plain) out(hello);
  else
    makeLog({ ...config, logLevel: "info" }, process.stdout, false).info(
      { url: daemon.siteUrl },
      hello,
    );
  for (const line of next) (plain ? out : err)(line);

  giveMemoryBack();
  await supervisor.notify("READY=1", `STATUS=Listens on ${daemon.siteUrl}`);
  const watching = watchdog.start(
    { bounds: limits, plain },
    { log, onStanding: daemon.exceptions.of("standstill") },
  );
  const pings = keepWatchdog(supervisor, () => watchdog.moves(), machineClock.sleep, stop.signal);
  onReload(log, async () => {
    await supervisor.notify("RELOADING=1");
    try {
      const read = daemon.reload();
      log.info(
        read.length > 0
          ? `SIGHUP: reads again: ${read.join(", ")}`
          : "SIGHUP changes nothing: the configuration is read at the start",
      );
    } finally {
      await supervisor.notify("READY=1");
    }
  });
  await stop.promise;
  log.info("stopping");
  await watching.stop();
  const notified = supervisor.notify("STOPPING=1");
  await daemon.stop();
  await notified;
  await pings;
  log.info("stopped");
  if (!(await written(process.stdout))) process.exit(0);
  return 0;
}

/** Comes at the first SIGTERM or SIGINT; a second one ends the process on the spot. */
function stopSignal(): { promise: Promise<void>; signal: AbortSignal } {
  const asked = new AbortController();
  const { promise, resolve } = Promise.withResolvers<void>();
  for (const signal of ["SIGTERM", "SIGINT"] as const)
    process.on(signal, () => {
      if (asked.signal.aborted) process.exit(1);
      asked.abort(new Error(`stopped by ${signal}`));
      resolve();
    });
  process.on("SIGHUP", () => {
    // A closed terminal ends its programs. Without a terminal SIGHUP means "reload", which must not end monitoring.
    if (process.stdout.isTTY) process.kill(process.pid, "SIGTERM");
  });
  return { promise, signal: asked.signal };
}

/** Runs `reload` at each SIGHUP. A failure changes nothing, and is logged. */
function onReload(log: Pick<Log, "error">, reload: () => Promise<void>): void {
  process.on("SIGHUP", () => {
    reload().catch((error: unknown) => log.error({ err: error }, String(error)));
  });
}

/** The sentence for an error of the start, and the exit code: 78 where a restart would fail in the same way. */
function explained(
  error: unknown,
  { host, port, dataDir }: { host: string; port: number; dataDir: string },
): { text: string; exit: number } {
  const { code, message } = error as { code?: string; message?: string };
  switch (code) {
    case "EADDRINUSE": {
      const owner = portOwner(port);
      return {
        text: `port ${port} on ${host} is in use${owner === null ? "" : ` by ${owner}`}. Stop what uses it, or choose another with --port.`,
        exit: 1,
      };
    }
    case "EACCES":
    case "EPERM":
      return {
        text: `not allowed: ${message}. Check who owns ${dataDir}, or choose a port above 1023.`,
        exit: 78,
      };
    case "ENOTFOUND":
    case "EADDRNOTAVAIL":
      return {
        text: `this machine has no address ${host}. Choose another with --host.`,
        exit: 1,
      };
    case "ENOENT":
    case "ENOTDIR":
    case "EROFS":
    case "ENOSPC":
    case "SQLITE_CANTOPEN":
    case "SQLITE_READONLY":
      return {
        text: `the data directory ${dataDir} cannot be used (${message}). It must be a folder that this user may write to; choose another with --data-dir.`,
        exit: 78,
      };
    default:
      return { text: message ?? String(error), exit: error instanceof EnvironmentError ? 78 : 1 };
  }
}
