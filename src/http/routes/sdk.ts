/**
 * Errors of applications that already have an SDK of another service: Sentry's, with the webhook id as the key of its DSN,
 * and OpenTelemetry's exporters, with the webhook URL as their endpoint. Browsers may send from any site.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteShorthandOptions } from "fastify";
import { openRoutes } from "../../api/routes/open.ts";
import { limits } from "../../api/schema.ts";
import { otlpAnswer, otlpStatus } from "../../inbound/sdk/otlp-answer.ts";
import { textOf } from "../../inbound/members.ts";
import { headerOf } from "../../inbound/sdk/sentry-envelope.ts";
import { signals } from "../../inbound/sdk/otlp.ts";
import { Problem, problemOf } from "../answer/problem.ts";
import { isProtobuf, otlp, sentryEnvelope, sentryEvent } from "../inbound/inbound-sdk.ts";
import type { Speak } from "../inbound/inbound-answer.ts";
import type { ReadReports } from "../inbound/read-reports.ts";
import type { Way } from "../inbound/way.ts";
import { optionsOf } from "../request/asked.ts";

type Request = FastifyRequest<{ Params: { id: string } }>;
type Receiver = (way: Way) => (request: Request, reply: FastifyReply) => Promise<FastifyReply>;

const sentry = {
  "POST /api/:project/envelope": sentryEnvelope,
  "POST /api/:project/store": sentryEvent,
} as const;

/** Kinds of items that monitord drops: SDKs that read this do not send them for a day. */
const unwanted =
  "86400:transaction;span;session;replay;profile;profile_chunk;attachment;monitor;log_item;trace_metric;feedback:organization";

/** `receiver` answers a handler that takes deliveries to the webhook id in the parameters. */
export function sdkRoutes(app: FastifyInstance, receiver: Receiver): void {
  const accept = (
    name: keyof typeof openRoutes,
    way: Way,
    more: Pick<RouteShorthandOptions, "errorHandler"> = {},
  ) => {
    const options = optionsOf(name, openRoutes[name], true);
    app.route({
      ...options,
      ...more,
      onRequest: (_request, reply, done) => {
        allow(reply);
        done();
      },
      handler: receiver({ only: "webhook_monitor", most: limits.sdkBody, ...way }),
    });
    preflight(app, options.url);
  };
  for (const [name, read] of Object.entries(sentry) as [keyof typeof sentry, ReadReports][])
    accept(name, { read, speak: answerSentry, idOf });
  for (const signal of signals)
    accept(
      `POST /api/webhook/:id/v1/${signal}`,
      {
        read: otlp(signal),
        speak: (reply, answer) => sendOtlp(reply.code(200), otlpAnswer(signal, answer)),
      },
      { errorHandler: refuseOtlp },
    );
}

const answerSentry: Speak = (reply, { id = "" }) =>
  reply.code(200).header("x-sentry-rate-limits", unwanted).send({ id });

/** In the type of the request, as exporters expect it. */
const sendOtlp = (reply: FastifyReply, { json, protobuf }: ReturnType<typeof otlpAnswer>) =>
  isProtobuf(reply.request.sentType)
    ? reply.type("application/x-protobuf").send(protobuf)
    : reply.type("application/json; charset=utf-8").send(json);

function refuseOtlp(error: Error, request: FastifyRequest, reply: FastifyReply): void {
  const { statusCode, message, headers } = problemOf(error, request);
  sendOtlp(reply.code(statusCode).headers(headers), otlpStatus(statusCode, message));
}

/** Pages of any site may send, and read the answer: the id in the URL is the secret. */
function allow(reply: FastifyReply): void {
  reply.headers({
    "access-control-allow-origin": "*",
    "access-control-expose-headers": "x-sentry-error, x-sentry-rate-limits, retry-after",
  });
}

/** Answers a browser that asks whether it may send with headers of its own. */
function preflight(app: FastifyInstance, url: string): void {
  app.options(
    url,
    { schema: { hide: true }, config: { scope: "public", quiet: true } },
    (request, reply) => {
      allow(reply);
      return reply
        .headers({
          "access-control-allow-methods": "POST",
          "access-control-allow-headers": request.headers["access-control-request-headers"] ?? "*",
          "access-control-max-age": "86400",
        })
        .code(204)
        .send();
    },
  );
}

/** The webhook id, which the DSN has without dashes; throws without one. With `tunnel` only the envelope has the DSN. */
function idOf({ headers, query, params }: FastifyRequest, beginning: Buffer): string {
  const sent = [headers["x-sentry-auth"], headers.authorization]
    .map((header) => /\bsentry_key=([0-9a-f-]+)/i.exec(String(header ?? ""))?.[1])
    .find((key) => key !== undefined);
  const key = (sent ?? textOf((query as { sentry_key?: unknown }).sentry_key) ?? dsnKey(beginning))
    .replaceAll("-", "")
    .toLowerCase();
  const { project } = params as { project: string };
  const id = /^([0-9a-f]{8})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{12})$/.exec(key);
  if (!/^\d{1,20}$/.test(project))
    throw new Problem("not-found", "Nothing exists at this address.");
  if (!id)
    throw new Problem(
      "unauthorized",
      "The key of the DSN must be the id at the end of a webhook URL, without dashes.",
    );
  return id.slice(1).join("-");
}

/** The key of the DSN in the headers of an envelope, or an empty text. */
const dsnKey = (beginning: Buffer): string =>
  URL.parse(textOf(headerOf(beginning)?.["dsn"]) ?? "")?.username ?? "";
