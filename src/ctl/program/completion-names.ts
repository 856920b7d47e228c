/**
 * Names for completion: from the server, if it answers before a person who presses Tab notices a delay,
 * or from its answer of the last half minute. Every failure gives no names.
 */
import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createClient, type Client } from "../../client/client.ts";
import { resourceKinds } from "../../core/model/model.ts";
import { readGuides } from "../../guide/read-guides.ts";
import type { Call } from "../call/call.ts";
import type { Names } from "./completion.ts";
import { makeFolder } from "../call/write-file.ts";
import { readContexts } from "../connect/contexts.ts";
import { findOfKind, listOf, nameOf } from "../input/find-one.ts";
import { cacheFolder } from "../connect/cache-folder.ts";

/** Unless `--timeout` says otherwise, s. */
const budget = 0.3;
const fresh = 30_000;
/** Names with anything else would have to be quoted, which every shell does differently. */
const plain = /^[\w./@:+-]+$/;

interface Kept {
  at: number;
  names: string[];
}

export function namesOf(call: Call): Names {
  const { io } = call;
  return {
    guides: () => silently(async () => readGuides().map(({ name }) => name)),
    contexts: () => silently(async () => Object.keys(readContexts(io).all)),
    resources: () =>
      kept(call, "resources", async (client) => {
        const lists = await Promise.all(
          resourceKinds.map(async (kind) =>
            (await listOf(client, kind)).map((r) => nameOf(kind, r)),
          ),
        );
        return lists.flat();
      }),
    projects: () =>
      kept(call, "projects", async (client) => {
        const lists = await Promise.all(resourceKinds.map((kind) => listOf(client, kind)));
        return [...new Set(lists.flat().flatMap(({ project }) => project ?? []))].toSorted();
      }),
    keys: () =>
      kept(call, "keys", async (client) =>
        (await client.send("GET /api_keys")).map(({ name }) => name),
      ),
    silences: () =>
      kept(call, "silences", async (client) =>
        (await client.send("GET /silences", { query: { current: true } })).map(({ id }) => id),
      ),
    devices: (typed) =>
      silently(async () => {
        const client = await briefClient(call);
        const { id } = await findOfKind(client, "users", typed);
        const devices = await client.send("GET /users/:user_id/devices", { user_id: id });
        return devices.map((device) => device.id);
      }),
    incidents: () =>
      kept(call, "incidents", async (client) => {
        const incidents = await client.send("GET /incidents", { query: { unresolved: true } });
        return incidents.map(({ number }) => String(number));
      }),
  };
}

async function silently(read: () => Promise<string[]>): Promise<string[]> {
  try {
    return (await read()).filter((name) => plain.test(name));
  } catch {
    return [];
  }
}

function kept(
  call: Call,
  what: string,
  ask: (client: Client) => Promise<string[]>,
): Promise<string[]> {
  return silently(async () => {
    const { io } = call;
    const { url, apiKey } = await call.target();
    const folder = cacheFolder(io);
    // Per key: another one may see other names.
    const id = createHash("sha256").update(`${url} ${apiKey}`).digest("hex").slice(0, 16);
    const path = join(folder, `${what}-${id}.json`);
    const before = readKept(path);
    if (before && Math.abs(io.now() - before.at) < fresh) return before.names;
    const names = await ask(await briefClient(call));
    makeFolder(folder, 0o700);
    const text = JSON.stringify({ at: io.now(), names } satisfies Kept);
    writeFileSync(path, text, { mode: 0o600 });
    return names;
  });
}

/** A client that waits for less time than a person notices. */
async function briefClient(call: Call): Promise<Client> {
  const { url, apiKey } = await call.target();
  return createClient({
    url,
    apiKey,
    timeout: (call.options.timeout ?? budget) * 1000,
    retries: 0,
    insecure: call.options.insecure ?? false,
  });
}

function readKept(path: string): Kept | null {
  try {
    return JSON.parse(readFileSync(path, "utf8")) as Kept;
  } catch {
    return null;
  }
}
