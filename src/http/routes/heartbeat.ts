/**
 * Runs report their start and end below the webhook URL of a monitor: `/start`, `/success`, `/fail` and
 * `/<exit code>`. Any method that a shell, a cron line or a browser sends, any body: the body is the run's
 * output. 202 only once it is on disk.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { Accepted } from "../../api/inbound.ts";
import { limits, Type } from "../../api/schema.ts";
import type { Beat } from "../../core/command/command.ts";
import { cleanText, cutText } from "../../core/text/text.ts";
import { Problem } from "../answer/problem.ts";
import { failures, json } from "../answer/responses.ts";
import type { Deps } from "../deps.ts";
import { sendAccepted } from "../inbound/inbound-answer.ts";
import { readBody } from "../inbound/inbound-body.ts";
import type { Target } from "../inbound/inbound-targets.ts";

/** Bytes kept of the output that a run posted. */
const keptOutput = 16 * 1024;

const uuid = "^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$";

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
  for (const method of ["POST", "GET"] as const)
    app.route<{ Params: { id: string; signal: string }; Querystring: { rid?: string } }>({
      method,
      url: "/:id/:signal",
      bodyLimit: limits.inboundBody,
      config: { scope: "public", quiet: true },
      schema: {
        tags: ["inbound"],
        operationId: method === "POST" ? "report_run" : "signal_run",
        summary: "Report the start, the success, the failure or the exit code of a run",
        security: [],
        params: Type.Object({ id: Type.String(), signal: Type.String() }),
        querystring: Type.Object({
          rid: Type.Optional(
            Type.String({
              pattern: uuid,
              description: "A UUID that joins start and end of a run.",
            }),
          ),
        }),
        response: { 202: json("It is on disk.", Accepted), ...failures },
      },
      handler: receive,
    });

  async function receive(request: Request, reply: FastifyReply): Promise<FastifyReply> {
    const body = await readBody(request.raw);
    const signal = signalOf(request.params.signal);
    const target = await find(request);
    if (!signal || target.kind !== "webhook_monitor")
      throw new Problem("not-found", "There is nothing at this address.");
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
