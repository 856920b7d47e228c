/**
 * `GET /monitorctl.mjs`: the client of this version as one file, without a login. A job in CI has the client that fits its
 * server by one download, and needs no package registry.
 */
import { hash } from "node:crypto";
import { readFileSync } from "node:fs";
import type { FastifyInstance } from "fastify";
import { isKnown } from "../../answer/conditional.ts";
import { page } from "../../site/site.ts";

// src/http and dist/http are equally far from it.
const file = new URL("../../../../dist/monitorctl.mjs", import.meta.url);

interface Client {
  content: Buffer;
  etag: string;
}

/** Read for the first that asks; null: not built. */
function read(): Client | null {
  try {
    const content = readFileSync(file);
    return { content, etag: `"${hash("sha256", content)}"` };
  } catch {
    return null;
  }
}

export function clientRoute(app: FastifyInstance): void {
  let client: Client | null = null;
  app.get("/monitorctl.mjs", page("public"), (request, reply) => {
    client ??= read();
    if (client === null)
      return reply.code(404).type("text/plain").send("The client is not built: npm run build\n");
    const { content, etag } = client;
    reply.headers({ "cache-control": "public, no-cache", etag });
    if (isKnown(request, etag)) return reply.code(304).send();
    return reply.type("text/javascript; charset=utf-8").send(content);
  });
}
