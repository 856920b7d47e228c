/**
 * Runs the system's `ping`, because Node has no sockets for ICMP: without a shell, with fixed arguments, in the locale C, and
 * with an address in numbers that the guard has judged. Each sends one packet. The output is bounded, and a process that goes
 * on is killed, with all that it started.
 */
import { spawn, type ChildProcessByStdio } from "node:child_process";
import { isIP } from "node:net";
import type { Readable } from "node:stream";
import { slots } from "../core/health/slots.ts";
import { readPing } from "./ping-output.ts";
import { takeOut } from "./under-way.ts";

/** No answer came back; the message says why. */
export class NoReply extends Error {
  override name = "NoReply";
}

/** The packet was not sent, or monitord cannot read the outcome: a fault of this machine, with the next step. */
export class PingFailed extends Error {
  override name = "PingFailed";
}

/** A ping that is under way, or waits for its turn. */
export interface Ping {
  /** The round trip, ms; null: not known. Rejects with `NoReply`, `PingFailed`, or the error of a machine without a network. */
  reply: Promise<number | null>;
  /** Whether its process has been started. */
  hasBegun: () => boolean;
  abandon: () => void;
}

export interface Pings {
  /** Sends a packet to `address`, IPv4 or IPv6 in numbers. */
  start: (address: string) => Ping;
  /** Ends all that are under way. */
  close: () => void;
}

type Child = ChildProcessByStdio<null, Readable, Readable>;

/** Bytes that are read of each stream: a reply and its summary take 300. */
const maxBytes = 16 * 1024;

/** Where systems have the program; the environment of the daemon is not asked. */
const systemPath =
  "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin:/run/wrappers/bin:/run/current-system/sw/bin";

/** Systems whose `ping` speaks IPv4 alone and has no option for the family. */
const separate = new Set(["darwin", "openbsd", "netbsd"]);

/**
 * Makes the runner; `path`: the folders in which the program is looked for. At most `most` run at once, and others wait: each
 * check has one at a time, so that this happens only while many more than usual hang.
 */
export function createPings(path = systemPath, most: number = slots): Pings {
  const running: Child[] = [];
  const waiting: (() => void)[] = [];

  function ended(child: Child): void {
    if (takeOut(running, child)) waiting.shift()?.();
  }

  function start(address: string): Ping {
    const { promise, resolve, reject } = Promise.withResolvers<number | null>();
    let child: Child | null = null;
    const begin = () => {
      try {
        child = spawn(...commandOf(address), {
          env: { PATH: path, LC_ALL: "C" },
          cwd: "/",
          stdio: ["ignore", "pipe", "pipe"],
          // A group of its own, so that a script in place of the program is killed with its children.
          detached: true,
        });
      } catch (error) {
        return reject(notStarted(error as NodeJS.ErrnoException));
      }
      const begun = child;
      running.push(begun);
      begun.once("exit", () => ended(begun)).once("error", () => ended(begun));
      read(begun).then(
        ({ stdout, stderr }) => settle(stdout, stderr, resolve, reject),
        (error: Error) => {
          kill(begun);
          reject(error);
        },
      );
    };
    if (running.length < most) begin();
    else waiting.push(begin);
    return {
      reply: promise,
      hasBegun: () => child !== null,
      abandon() {
        takeOut(waiting, begin);
        if (child) kill(child);
      },
    };
  }

  return {
    start,
    close() {
      waiting.length = 0;
      for (const child of running) kill(child);
    },
  };
}

function commandOf(address: string): [program: string, args: string[]] {
  const family = isIP(address);
  const args = ["-n", "-c", "1", address];
  return separate.has(process.platform)
    ? [family === 6 ? "ping6" : "ping", args]
    : ["ping", [`-${family}`, ...args]];
}

/** The whole output of a process that ends. Rejects with `PingFailed`. */
function read(child: Child): Promise<{ stdout: string; stderr: string }> {
  const { promise, resolve, reject } = Promise.withResolvers<{ stdout: string; stderr: string }>();
  const output = { stdout: "", stderr: "" };
  for (const name of ["stdout", "stderr"] as const)
    child[name].on("data", (chunk: Buffer) => {
      output[name] += chunk.toString("latin1", 0, maxBytes);
      if (output[name].length > maxBytes) reject(new PingFailed("ping printed more than 16 KiB"));
    });
  child.once("error", (error) => reject(notStarted(error))).once("close", () => resolve(output));
  return promise;
}

function settle(
  stdout: string,
  stderr: string,
  resolve: (ms: number | null) => void,
  reject: (error: Error) => void,
): void {
  const output = readPing(stdout, stderr);
  switch (output.kind) {
    case "reply":
      return resolve(output.ms);
    case "silence":
      return reject(new NoReply(output.reason ?? "no answer to a ping"));
    case "no-route":
      return reject(Object.assign(new Error("no route"), { code: "ENETUNREACH" }));
    case "refused":
      return reject(new PingFailed(`${notPermitted} (${output.line})`));
    case "unknown":
      return reject(
        new PingFailed(
          output.line === "" ? "ping printed nothing" : `ping answered: ${output.line}`,
        ),
      );
  }
}

const notPermitted =
  "monitord is not permitted to ping: see “Let monitord ping” in the guide endpoints";

function notStarted({ code }: NodeJS.ErrnoException): PingFailed {
  if (code === "ENOENT")
    return new PingFailed(
      "the program ping is not installed where monitord runs: install iputils-ping (Debian) or iputils",
    );
  if (code === "EACCES" || code === "EPERM") return new PingFailed(`${notPermitted} (${code})`);
  return new PingFailed(`ping could not be started (${code})`);
}

function kill(child: Child): void {
  for (const stream of [child.stdout, child.stderr]) stream.destroy();
  try {
    // Its whole group.
    if (child.pid !== undefined) process.kill(-child.pid, "SIGKILL");
  } catch {
    // It has ended.
  }
}
