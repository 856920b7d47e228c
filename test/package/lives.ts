/** A life of an installed package: a service is started, each line runs, the service ends, the rest runs. */
import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { dirname, join } from "node:path";
import { Client } from "pg";
import { startPhone } from "../support/phone.ts";
import { demo, files, lines, paths, type Line } from "./commands.ts";
import type { Place } from "./install.ts";
import { runs } from "./shell.ts";

export interface Ended extends Line {
  code: number | null;
  /** What differs from the line, with the output; null: nothing does. */
  fault: string | null;
}

/** Runs all lines in a place, `database` is the URL of a PostgreSQL server. */
export async function lives(place: Place, database: string): Promise<Ended[]> {
  const cwd = join(place.home, "work");
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(cwd, name)), { recursive: true });
    writeFileSync(join(cwd, name), text);
  }
  const data = join(place.home, "data");
  const phone = await startPhone();
  const target = await startTarget();
  const daemon = await startDaemon(place, ["--data-dir", data, "--ntfy-url", phone.url]);
  try {
    const site = new URL(daemon.url);
    const env: Record<string, string> = {
      ...place.env,
      SITE: daemon.url,
      CODE: daemon.code,
      CONTEXT: site.host,
      TARGET: target.url,
      TOPIC: "ada-4vK9qTzR2mXc7",
      MONITORD_PORT: site.port,
      MONITORD_DATA_DIR: data,
      MONITORD_NTFY_URL: phone.url,
      DATABASE: await newDatabase(database, place.version),
    };
    const all = async (some: readonly Line[]) => {
      const ended: Ended[] = [];
      for (const one of some) ended.push(await endOf(one, cwd, env));
      return ended;
    };
    const shown = endOf(demo, place.home, place.env);
    const pages = await served(daemon.url);
    const client = await all(lines.client);
    const running = await all(lines.running);
    await daemon.end();
    return [...pages, ...client, ...running, ...(await all(lines.stopped)), await shown];
  } finally {
    await daemon.end();
    await phone.stop();
    target.end();
  }
}

async function endOf(line: Line, cwd: string, env: Record<string, string>): Promise<Ended> {
  const { code, output } = await runs(line.run, cwd, env);
  const isRight = code === line.exit && (line.says?.test(output) ?? true);
  const wanted = `${line.exit}${line.says ? ` and ${String(line.says)}` : ""}`;
  const fault = isRight ? null : `${line.run}\n  → ${code}, expected ${wanted}:\n${output}`;
  return { ...line, code, fault };
}

/** Gets the pages that need no login, and the files that they load: most come from the folder of the package. */
async function served(url: string): Promise<Ended[]> {
  const links = /(?:src|href)="([^"]+\.(?:js|css|png|svg|webmanifest)[^"]*)"/g;
  const ended: Ended[] = [];
  for (const path of paths) {
    const answer = await fetch(url + path);
    const parts = [...(await answer.text()).matchAll(links)].map(
      ([, link]) => new URL(link!, answer.url),
    );
    const broken: string[] = answer.ok ? [] : [answer.url];
    for (const part of parts) {
      const { ok, url: at } = await fetch(part);
      if (!ok) broken.push(at);
    }
    const run = `GET ${path} (${parts.length} files)`;
    const fault = broken.length === 0 ? null : `${run}: not served: ${broken.join(", ")}`;
    ended.push({ run, exit: 200, code: answer.status, fault });
  }
  return ended;
}

/** An application that is well. */
async function startTarget() {
  const server = createServer((_, answer) => {
    answer.setHeader("content-type", "application/json");
    const finishedAt = Math.floor(Date.now() / 1000);
    answer.end(JSON.stringify({ finishedAt, checkResults: [{ name: "disk", status: "ok" }] }));
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, end: () => void server.close() };
}

/** A service on a free port, with the code of its first start. */
async function startDaemon(place: Place, options: string[]) {
  const child: ChildProcess = spawn("monitord", ["--port", "0", ...options], {
    env: place.env,
    cwd: place.home,
    stdio: ["ignore", "pipe", "pipe"],
  });
  const ended = once(child, "exit");
  let output = "";
  const { promise, resolve, reject } = Promise.withResolvers<{ url: string; code: string }>();
  for (const stream of [child.stdout!, child.stderr!])
    stream.on("data", (text) => {
      output += String(text);
      const url = /listens on (http:[^\s"]+)/.exec(output)?.[1];
      const code = /--code (\S+)/.exec(output)?.[1];
      if (url !== undefined && code !== undefined) resolve({ url, code });
    });
  child.once("exit", (status) => reject(new Error(`monitord ended with ${status}: ${output}`)));
  const started = await promise;
  return {
    ...started,
    end: async () => {
      child.kill();
      await ended;
    },
  };
}

/** An empty database on the server; its URL. */
async function newDatabase(server: string, version: string): Promise<string> {
  const name = `node_${version.replaceAll(/\W/g, "_")}`;
  const client = new Client({ connectionString: server });
  await client.connect();
  await client.query(`create database ${name}`);
  await client.end();
  const url = new URL(server);
  url.pathname = `/${name}`;
  return url.href;
}
