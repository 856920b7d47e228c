/**
 * Runs report their start and end below the webhook URL of a monitor: `/start`, `/success`, `/fail` and
 * `/<exit code>`. Any method that a shell, a cron line or a browser sends, any body: the body is the run's
 * output. 202 only once it is on disk.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { openRoutes } from "../../api/routes/open.ts";

import type { Beat } from "../../core/command/command.ts";
import { cleanText, cutText } from "../../core/text/text.ts";
import { Problem } from "../answer/problem.ts";
import type { Deps } from "../deps.ts";
import { sendAccepted } from "../inbound/inbound-answer.ts";
import { readBody } from "../inbound/inbound-body.ts";
import type { Target } from "../inbound/inbound-targets.ts";
import { optionsOf } from "../request/asked.ts";

/** Bytes kept of the output that a run posted. */
const keptOutput = 16 * 1024;

type Request = FastifyRequest<{
  Params: { id: string; signal: string };
  Querystring: { rid?: string };
}>;

/** `find` answers the target of the id in the URL, or throws the problem that it is. */
export function heartbeatRoutes(
  app: FastifyInstance,
  { store, clock }: Deps,
  find: (request: Request) => Promise<Target>,
): void {
  for (const name of ["POST /api/webhook/:id/:signal", "GET /api/webhook/:id/:signal"] as const)
    app.route({ ...optionsOf(name, openRoutes[name], true), handler: receive });

  async function receive(request: Request, reply: FastifyReply): Promise<FastifyReply> {
    const body = await readBody(request.raw);
    const signal = signalOf(request.params.signal);
    const target = await find(request);
    if (!signal || target.kind !== "webhook_monitor")
      throw new Problem("not-found", "Nothing exists at this address.");
    const now = clock.now();
    const beat: Beat = {
      ...signal,
      at: now,
      rid: request.query.rid?.toLowerCase() ?? null,
      output: outputOf(body),
    };
    const stored = await store.run("command", {
      subject_id: target.id,
      command: { kind: "signaled", beat },
      now,
    });
    if (!stored) throw new Problem("not-found", "The monitor was deleted.");
    return sendAccepted(reply, { accepted: 1 });
  }
}

/** null: no such path. */
function signalOf(text: string): Pick<Beat, "signal" | "exit_code"> | null {
  if (text === "start" || text === "success" || text === "fail")
    return { signal: text, exit_code: null };
  if (!/^\d{1,3}$/.test(text) || Number(text) > 255) return null;
  const exit_code = Number(text);
  return { signal: exit_code === 0 ? "success" : "fail", exit_code };
}

function outputOf(body: Buffer): string | null {
  const text = cleanText(body.toString("utf8")).trim();
  return text === "" ? null : cutText(text, keptOutput);
}
