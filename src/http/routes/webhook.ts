/**
 * Inbound URLs: error reports of applications. The hot path.
 *
 * 202 only once the reports are on disk. A known URL is never refused for its rate, and what it refuses
 * for its form is kept with the reason, so that nothing vanishes. The id in the URL is a secret.
 */
import type { IncomingMessage } from "node:http";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { check } from "../../api/check.ts";
import { Accepted, type ErrorReport } from "../../api/inbound.ts";
import { limits, Nullable, Type } from "../../api/schema.ts";
import type { ErrorReport as Report } from "../../core/command.ts";
import type { Fault } from "../../core/fault.ts";
import { cutText, longerThan } from "../../core/text.ts";
import { isJsonType, parseJson } from "../bodies.ts";
import type { Deps } from "../deps.ts";
import { inboundTargets, type Target } from "../inbound-targets.ts";
import { invalid, Problem } from "../problem.ts";
import { failures, json } from "../responses.ts";

/** Unknown ids that an address may try in a minute before it is told to wait. */
const missLimit = { max: 20, timeWindow: 60_000 };
/** Kept of a delivery that was refused. */
const keptBody = 16 * 1024;
/** Reports in one delivery. */
const mostReports = 10_000;

declare module "fastify" {
  interface FastifyRequest {
    /** The Content-Type of a delivery, which the framework does not get to judge. */
    sentType: string | undefined;
  }
}

export function webhookRoutes(
  app: FastifyInstance,
  deps: Deps & { count: (outcome: "accepted" | "refused", n: number) => void },
) {
  const { store, clock, count } = deps;
  const targetOf = inboundTargets(store.read, clock);
  const misses = app.createRateLimit(missLimit);
  app.decorateRequest("sentType", undefined);
  // Whatever the type says: the route decides, so that it can keep what it refuses.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    "*",
    (_request: FastifyRequest, payload: IncomingMessage) => readBody(payload),
  );

  for (const method of ["POST", "PUT"] as const)
    app.route<{ Params: { id: string } }>({
      method,
      url: "/:id",
      bodyLimit: limits.inboundBody,
      config: { scope: "public", quiet: true },
      schema: {
        tags: ["inbound"],
        operationId: method === "POST" ? "report_errors" : "put_errors",
        summary: "Report errors, one or an array of them",
        security: [],
        response: {
          202: json("They are on disk.", Accepted),
          ...failures,
        },
      },
      onRequest: (request, _reply, done) => {
        // A type that cannot be read would be refused before the route can keep what came.
        request.sentType = request.raw.headers["content-type"];
        delete request.raw.headers["content-type"];
        done();
      },
      handler: receive,
    });

  async function receive(
    request: FastifyRequest<{ Params: { id: string } }>,
    reply: FastifyReply,
  ): Promise<FastifyReply> {
    const target = await targetOf(request.params.id);
    if (!target) {
      await countMiss(request);
      throw new Problem(
        "not-found",
        "Nothing listens on this URL: the monitor was deleted, or the URL is cut short.",
      );
    }
    const body = (request.body as Buffer | undefined) ?? Buffer.alloc(0);
    let reports: Report[];
    try {
      reports = read(target, request, body, clock.now());
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      count("refused", 1);
      await keep(target, request, body.toString("utf8"), error);
      throw error;
    }
    if (reports.length > 0) {
      const accepted = await store.run("report", {
        subject_id: target.id,
        reports,
        now: reports[0]!.at,
      });
      if (!accepted) throw new Problem("not-found", "The monitor was deleted.");
    }
    count("accepted", reports.length);
    return reply.code(202).send({ accepted: reports.length });
  }

  async function countMiss(request: FastifyRequest): Promise<void> {
    const tried = await misses(request);
    if (!tried.isAllowed && tried.isExceeded)
      throw new Problem(
        "too-many-requests",
        "Too many unknown webhook URLs from this address.",
        { headers: { "retry-after": String(tried.ttlInSeconds) } },
      );
  }

  async function keep(
    target: Target,
    request: FastifyRequest,
    body: string,
    problem: Problem,
  ): Promise<void> {
    await store.run("refuse_delivery", {
      org_id: target.org_id,
      target_kind: target.kind,
      target_id: target.id,
      received_at: clock.now(),
      http_status: problem.statusCode,
      reason: problem.message,
      content_type: request.sentType ?? null,
      body: cutText(body.replaceAll("\u0000", "\ufffd"), keptBody),
    });
  }
}

/** How much of a body that is too large is read and dropped, so that its sender hears why. */
const drained = 8 * limits.inboundBody;

/** The body, or one byte more than any URL takes. */
function readBody(payload: IncomingMessage): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let length = 0;
    const finish = () => {
      payload.off("data", take).off("end", finish);
      payload.off("error", gone).off("close", gone);
      resolve(Buffer.concat(chunks).subarray(0, limits.inboundBody + 1));
    };
    const gone = () =>
      reject(new Problem("malformed", "The connection ended in the body."));
    const take = (chunk: Buffer) => {
      if (length <= limits.inboundBody) chunks.push(chunk);
      length += chunk.length;
      if (length > drained) finish();
    };
    payload.on("data", take).on("end", finish);
    payload.on("error", gone).on("close", gone);
  });
}

const tooLarge = (bytes: number) =>
  new Problem(
    "too-large",
    `The body is larger than the ${bytes / 1024} KiB that this URL takes.`,
  );

/** The reports of a delivery; throws the problem that it is. */
function read(
  target: Target,
  request: FastifyRequest,
  body: Buffer,
  now: number,
): Report[] {
  if (body.length > limits.inboundBody) throw tooLarge(limits.inboundBody);
  if (target.kind === "alert_group")
    throw new Problem(
      "not-supported",
      "This version does not read alerts of third-party tools yet. The delivery is kept in /inbound_events.",
    );
  const encoding = request.headers["content-encoding"] ?? "identity";
  if (!isJsonType(request.sentType) || encoding.toLowerCase() !== "identity")
    throw new Problem(
      "unsupported-media-type",
      "Send the report as JSON, with Content-Type: application/json.",
    );
  if (body.length > limits.reportBody) throw tooLarge(limits.reportBody);
  const value = parseJson(body.toString("utf8"));
  const list = Array.isArray(value) ? (value as unknown[]) : [value];
  const faults: Fault[] = [];
  if (list.length > mostReports)
    throw invalid([
      {
        field: "",
        code: "length",
        message: `must have at most ${mostReports} reports`,
      },
    ]);
  list.forEach((report, i) => {
    if (faults.length > 100) return;
    const at = Array.isArray(value) ? `[${i}]` : "";
    for (const fault of faultsOf(report))
      faults.push({
        ...fault,
        field: [at, fault.field].filter((part) => part !== "").join("."),
      });
  });
  if (faults.length > 0) throw invalid(faults);
  return list.map((report) => reportOf(report as Record<string, unknown>, now));
}

/** Many senders write null for what they do not know. */
const reportShape = Type.Object({
  message: Type.Optional(Nullable(Type.String())),
  source: Type.Optional(Nullable(Type.String())),
});

function faultsOf(report: unknown): Fault[] {
  const faults = check(reportShape, report);
  if (faults.length > 0) return faults;
  const { message, source } = report as ErrorReport;
  return (message ?? source ?? null) === null
    ? [
        {
          field: "message",
          code: "required",
          message: "is required, unless source is there",
        },
      ]
    : [];
}

function reportOf(report: Record<string, unknown>, at: number): Report {
  const { message, source, ...rest } = report as ErrorReport &
    Record<string, unknown>;
  const names = Object.keys(rest);
  return {
    at,
    message: typeof message === "string" ? cutMessage(message) : null,
    source: typeof source === "string" ? cutMessage(source) : null,
    meta: names.length === 0 ? null : metaOf(rest, names),
  };
}

/** Kept up to 16 KiB, and marked when it was longer: never refused for its length. */
function cutMessage(text: string): string {
  if (!longerThan(text, limits.message)) return text;
  const mark = ` (cut, ${text.length} characters in all)`;
  return cutText(text, limits.message - mark.length) + mark;
}

function metaOf(rest: Record<string, unknown>, names: string[]): string {
  const meta = JSON.stringify(rest);
  return longerThan(meta, limits.message)
    ? JSON.stringify({ cut: true, members: names.slice(0, 50) })
    : meta;
}
