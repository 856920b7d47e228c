/** Names the process that listens on a port: on Linux, from `/proc`, and only for processes of this user. */
import { readdirSync, readFileSync, readlinkSync } from "node:fs";
import { basename } from "node:path";

const listening = "0A";

/** `pid 4121 (node)`; null: it cannot be seen. */
export function portOwner(port: number): string | null {
  try {
    const sockets = new Set(["tcp", "tcp6"].flatMap((name) => socketsOf(name, port)));
    const owner = readdirSync("/proc").find(
      (pid) => /^\d+$/.test(pid) && descriptors(pid).some((link) => sockets.has(link)),
    );
    return owner === undefined ? null : `pid ${owner} (${programOf(owner)})`;
  } catch {
    return null;
  }
}

/** The program and the script that it runs: `node monitord.js`. `comm` is the name of a thread: in Node `MainThread`. */
function programOf(pid: string): string {
  const [program = "", ...words] = readFileSync(`/proc/${pid}/cmdline`, "utf8").split("\0");
  const script = words.find((word) => word !== "" && !word.startsWith("-"));
  const isInterpreter = /^(node|python[\d.]*|ruby|java|php|bun|deno)$/.test(basename(program));
  return [program, ...(isInterpreter && script !== undefined ? [script] : [])]
    .map((path) => basename(path))
    .join(" ");
}

/** The sockets that listen on the port, as links of file descriptors name them. */
function socketsOf(name: string, port: number): string[] {
  const suffix = `:${port.toString(16).toUpperCase().padStart(4, "0")}`;
  return readFileSync(`/proc/net/${name}`, "utf8")
    .split("\n")
    .map((line) => line.trim().split(/\s+/))
    .filter(([, local, , state]) => local?.endsWith(suffix) && state === listening)
    .map((columns) => `socket:[${columns[9]}]`);
}

/** The targets of the descriptors of a process; none for a process of another user. */
function descriptors(pid: string): string[] {
  try {
    return readdirSync(`/proc/${pid}/fd`).flatMap((name) => {
      try {
        return [readlinkSync(`/proc/${pid}/fd/${name}`)];
      } catch {
        return [];
      }
    });
  } catch {
    return [];
  }
}
