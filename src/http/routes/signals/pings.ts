/**
 * Pings: the address of a webhook monitor that clients of Healthchecks use as they are. It answers as Healthchecks' pinging
 * API does. `/ping/<webhook id>`, or `/ping/<ping key>/<external_id>`, is a success, and `/start`, `/fail`, `/log` and
 * `/<exit code>` below it are the other signals. Any method, any body: `OK` once it is on disk.
 *
 * Two things differ. A browser's question before a ping (OPTIONS) is answered and counts as none. And `create=1` makes no
 * monitor, because monitors are declared.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { Problem, problemOf } from "../../answer/problem.ts";
import type { Deps } from "../../deps.ts";
import { readBody } from "../../inbound/inbound-body.ts";
import { keptOutput, takeSignal, type Refusal, type Wrong } from "../../inbound/inbound-signal.ts";
import { isUuid } from "../../request/requests.ts";
import type { Target } from "../../inbound/inbound-targets.ts";

interface Params {
  id: string;
  /** A signal below a webhook id; below a ping key, an `external_id`. */
  part?: string;
  signal?: string;
}
type Request = FastifyRequest<{ Params: Params }>;

const urls = ["/ping/:id", "/ping/:id/:part", "/ping/:id/:part/:signal"];
const methods = ["GET", "POST", "PUT", "PATCH", "DELETE"];

const headers = {
  "access-control-allow-origin": "*",
  "access-control-expose-headers": "Ping-Body-Limit",
  "cache-control": "no-cache, no-store",
  "ping-body-limit": String(keptOutput),
};

/** `find` answers the target of an address, which is a webhook id, or a ping key and an `external_id`; or throws the problem that it is. */
export function pingRoutes(
  app: FastifyInstance,
  { store, clock }: Deps,
  find: (request: Request, external_id: string | null) => Promise<Target>,
): void {
  const config = { scope: "public", quiet: true } as const;
  for (const url of urls) {
    const options = { method: methods, url, config, errorHandler: sendError };
    app.route<{ Params: Params }>({ ...options, handler: receive });
    app.options(url, { config }, (_request, reply) => send(reply.headers(preflight), 200, "OK"));
  }

  async function receive(request: Request, reply: FastifyReply): Promise<FastifyReply> {
    const body = await readBody(request.raw);
    const { external_id, word } = addressOf(request.params);
    const target = await find(request, external_id);
    const sent = { target, name: external_id, word, request, body };
    await takeSignal(store, sent, clock.now(), refusal);
    return send(reply, 200, "OK");
  }
}

/** The signal of a path, and the `external_id` in it, if it begins with a ping key. */
function addressOf({ id, part, signal }: Params): { external_id: string | null; word: string } {
  const word = (isUuid(id) ? part : signal) ?? "success";
  if (isUuid(id) ? signal === undefined : part !== undefined)
    return { external_id: isUuid(id) ? null : part!, word };
  throw new Problem("not-found", "Pings have another form of address.");
}

const preflight = {
  "access-control-allow-methods": "GET, HEAD, POST, PUT, PATCH, DELETE",
  "access-control-allow-headers": "*",
  "access-control-max-age": "600",
};

/** The words of Healthchecks for a refused ping; absent: `not found`. */
const words: Partial<Record<Wrong, string>> = {
  exit_code: "invalid url format",
  query: "invalid url format",
  rid: "invalid uuid format",
};

/** A refused ping. Its sender hears `word`, the inbound events have the reason. */
class RefusedPing extends Problem {
  readonly word: string;
  constructor(word: string | undefined, reason: string) {
    super(word === undefined ? "not-found" : "malformed", reason);
    this.word = word ?? "not found";
  }
}

const refusal: Refusal = (wrong, reason) => new RefusedPing(words[wrong], reason);

function sendError(error: Error, request: FastifyRequest, reply: FastifyReply): void {
  const problem = problemOf(error, request);
  const word =
    problem instanceof RefusedPing
      ? problem.word
      : problem.statusCode === 404
        ? "not found"
        : problem.message;
  send(reply.headers(problem.headers), problem.statusCode, word);
}

const send = (reply: FastifyReply, status: number, text: string): FastifyReply =>
  reply.code(status).headers(headers).type("text/plain; charset=utf-8").send(text);
