/**
 * Runs report their start and end below the webhook URL of a monitor: `/start`, `/success`, `/fail`, `/log` and
 * `/<exit code>`. Any method that a shell, a cron line or a browser sends, any body: the body is the run's
 * output. 202 only once it is on disk.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { openRoutes } from "../../../api/routes/open.ts";
import { Problem, invalid } from "../../answer/problem.ts";
import type { Deps } from "../../deps.ts";
import { sendAccepted } from "../../inbound/inbound-answer.ts";
import { readBody } from "../../inbound/inbound-body.ts";
import { keepSignal, takeSignal, type Refusal } from "../../inbound/inbound-signal.ts";
import type { Target } from "../../inbound/inbound-targets.ts";
import { optionsOf } from "../../request/asked.ts";

type Request = FastifyRequest<{ Params: { id: string; signal: string } }>;

/** Methods of the webhook URL that are refused, and those that are not. */
const refused = [
  { url: "/api/webhook/:id", methods: ["GET", "DELETE", "PATCH"], allow: "POST, PUT" },
  {
    url: "/api/webhook/:id/:signal",
    methods: ["PUT", "DELETE", "PATCH"],
    allow: "GET, HEAD, POST",
  },
];

/** `find` answers the target of the id in the URL, or throws the problem that it is. */
export function heartbeatRoutes(
  app: FastifyInstance,
  { store, clock }: Deps,
  find: (request: Request) => Promise<Target>,
): void {
  for (const name of ["POST /api/webhook/:id/:signal", "GET /api/webhook/:id/:signal"] as const)
    app.route({ ...optionsOf(name, openRoutes[name], true), handler: receive });
  for (const { url, methods, allow } of refused)
    app.route<{ Params: Request["params"] }>({
      method: methods,
      url,
      config: { scope: "public", refuses: true },
      handler: (request) => refuse(request, allow),
    });

  async function receive(request: Request, reply: FastifyReply): Promise<FastifyReply> {
    const body = await readBody(request.raw);
    const target = await find(request);
    const sent = { target, name: null, word: request.params.signal, request, body };
    await takeSignal(store, sent, clock.now(), refusal);
    return sendAccepted(reply, { accepted: 1 });
  }

  /** Answers the same for every id. */
  async function refuse(request: Request, allow: string): Promise<never> {
    const body = await readBody(request.raw);
    const problem = new Problem(
      "method-not-allowed",
      `${request.method} is not allowed here. Allowed: ${allow}.`,
      { headers: { allow } },
    );
    const target = await find(request).catch(() => null);
    if (target) await keepSignal(store, { target, request, body }, problem, clock.now());
    throw problem;
  }
}

const refusal: Refusal = (wrong, reason) =>
  wrong === "rid"
    ? invalid([{ field: "rid", code: "format", message: reason.replace(/^rid /, "") }])
    : new Problem("not-found", reason);
