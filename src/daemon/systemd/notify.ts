/**
 * Notifies systemd of the state of the service (`Type=notify`, `WatchdogSec=`). Node has no Unix datagram
 * sockets, and libraries for them need a compiler, so the program `systemd-notify` sends the messages. It
 * exists where systemd does, and waits until systemd has read the message, because systemd cannot assign a
 * message to a process that has ended.
 */
import { spawn } from "node:child_process";

export interface Supervisor {
  /** How long the service can be silent, ms; null: no watchdog. */
  watchdogMs: number | null;
  /** Sends assignments such as `READY=1`. Resolves when they were sent; never rejects. */
  notify(...states: string[]): Promise<void>;
}

/** The supervisor that the environment names; without one, it has no effect. */
export function supervisorOf(
  env: NodeJS.ProcessEnv,
  pid: number,
  onError: (text: string) => void,
): Supervisor {
  const socket = env["NOTIFY_SOCKET"];
  if (!socket) return { watchdogMs: null, notify: () => Promise.resolve() };
  const usec = Number(env["WATCHDOG_USEC"] ?? "0");
  const isForUs = env["WATCHDOG_PID"] === undefined || Number(env["WATCHDOG_PID"]) === pid;
  return {
    watchdogMs: isForUs && usec > 0 ? usec / 1000 : null,
    notify: (...states) =>
      new Promise((resolve) => {
        const child = spawn("systemd-notify", states, {
          env: { PATH: env["PATH"], NOTIFY_SOCKET: socket },
          stdio: "ignore",
        });
        child.on("error", ({ message }) => {
          onError(`systemd was not notified of ${states[0]}: ${message}`);
          resolve();
        });
        child.on("exit", (code) => {
          if (code !== 0)
            onError(`systemd was not notified of ${states[0]}: systemd-notify ended with ${code}`);
          resolve();
        });
      }),
  };
}

/**
 * Notifies the watchdog that the service is alive, twice within its time. The loops and the HTTP server share this
 * thread, so a thread that is stuck pings no more, and systemd starts the service again. Nor does it ping while the writing
 * of the database stands still: then `moves` is false.
 */
export async function keepWatchdog(
  supervisor: Supervisor,
  moves: () => boolean,
  sleep: (ms: number, signal: AbortSignal) => Promise<void>,
  signal: AbortSignal,
): Promise<void> {
  const { watchdogMs } = supervisor;
  if (watchdogMs === null) return;
  while (!signal.aborted) {
    if (moves()) await supervisor.notify("WATCHDOG=1");
    await sleep(watchdogMs / 2, signal);
  }
}
