/** PgBouncer in transaction mode, as large installations and many providers have it before PostgreSQL. */
import { spawn, spawnSync } from "node:child_process";
import { chownSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePort } from "./free-port.ts";

const program = ["/usr/sbin/pgbouncer", "pgbouncer"].find(
  (path) => !spawnSync(path, ["--version"]).error,
);

/** Whether this machine has it (`apt-get install pgbouncer`). */
export const hasPgBouncer = program !== undefined;

export interface PgBouncer {
  /** The same database through the pooler. */
  through(databaseUrl: string): string;
  /** Ends it on the spot, with all connections, and starts it again. */
  restart(): Promise<void>;
  stop(): Promise<void>;
}

export async function startPgBouncer(serverUrl: string): Promise<PgBouncer> {
  const server = new URL(serverUrl);
  const folder = mkdtempSync(join(tmpdir(), "monitord-pgbouncer-"));
  const port = await freePort();
  const config = join(folder, "pgbouncer.ini");
  writeFileSync(
    config,
    [
      "[databases]",
      `* = host=${server.hostname} port=${server.port} user=${server.username}${server.password ? ` password=${decodeURIComponent(server.password)}` : ""}`,
      "[pgbouncer]",
      "listen_addr = 127.0.0.1",
      `listen_port = ${port}`,
      "unix_socket_dir =",
      "auth_type = any",
      "pool_mode = transaction",
      "default_pool_size = 4",
      "server_reset_query_always = 1",
      "server_reset_query = DISCARD ALL",
      "",
    ].join("\n"),
  );
  const root = process.getuid?.() === 0;
  const nobody = { uid: 65534, gid: 65534 };
  if (root) for (const path of [folder, config]) chownSync(path, nobody.uid, nobody.gid);
  const start = async () => {
    const child = spawn(program!, ["-q", config], {
      cwd: folder,
      stdio: "ignore",
      ...(root ? nobody : {}),
    });
    const ended = new Promise<void>((resolve) => child.once("exit", () => resolve()));
    await accepts(port);
    return async () => {
      child.kill("SIGKILL");
      await ended;
    };
  };
  let end = await start();
  return {
    through(databaseUrl) {
      const url = new URL(databaseUrl);
      url.host = `127.0.0.1:${port}`;
      return url.href;
    },
    async restart() {
      await end();
      end = await start();
    },
    async stop() {
      await end();
      rmSync(folder, { recursive: true });
    },
  };
}

async function accepts(port: number): Promise<void> {
  for (let i = 0; i < 100; i++) {
    const open = await new Promise<boolean>((resolve) => {
      const socket = connect(port, "127.0.0.1");
      socket.once("connect", () => resolve(true));
      socket.once("error", () => resolve(false));
      socket.once("connect", () => socket.destroy());
    });
    if (open) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error("pgbouncer does not listen");
}
