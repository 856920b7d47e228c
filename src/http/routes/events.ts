/** Streams changes as server-sent events. */
import type { FastifyInstance } from "fastify";
import { ServerSentEvent } from "../../api/events.ts";
import { Type } from "../../api/schema.ts";
import { callerOf } from "../request/auth.ts";
import type { Deps } from "../deps.ts";
import { failures } from "../answer/responses.ts";
import { Problem } from "../answer/problem.ts";
import { feedLimits, makeFeed, type Feed, type Listener } from "../feed.ts";

export function eventRoutes(app: FastifyInstance, deps: Deps) {
  const feed = makeFeed({
    ...deps,
    most: deps.limits.streams ?? feedLimits,
    onError: (error) => deps.logger.warn({ err: error }, "events could not be read"),
  });
  app.addHook("preClose", async () => feed.close());

  app.get<{ Querystring: { ping_seconds?: number } }>(
    "/events",
    {
      config: { scope: "read", session: true, quiet: true },
      schema: {
        tags: ["events"],
        operationId: "stream_events",
        summary: "What changes, as it changes, as server-sent events",
        description:
          "The data of an event is one line of JSON, a `LiveEvent`. Look at what it names again. A reconnection with `Last-Event-ID` is sent what it missed, or `event: reset` when that is too long ago: then look at everything again. A key or session can have 500 streams at once. A comment and an `event: ping` come every `ping_seconds`.",
        querystring: Type.Object(
          {
            ping_seconds: Type.Optional(
              Type.Integer({
                minimum: 1,
                maximum: 60,
                default: 15,
                description: "Seconds between pings.",
              }),
            ),
          },
          { additionalProperties: false },
        ),
        response: {
          200: {
            description: "Server-sent events, until one of the two ends it.",
            content: { "text/event-stream": { schema: ServerSentEvent } },
          },
          ...failures,
        },
      },
    },
    async (request, reply) => {
      const { raw } = reply;
      const { id: key_id, org_id, session_id, expires_at: until } = callerOf(request);
      const last = request.headers["last-event-id"];
      const refusal = feed.refusal(key_id);
      if (refusal) throw tooMany(refusal);
      reply.hijack();
      raw.writeHead(200, {
        ...(reply.getHeaders() as Record<string, string>),
        "content-type": "text/event-stream; charset=utf-8",
        // Proxies are not to gather it.
        "x-accel-buffering": "no",
        "cache-control": "no-store, no-transform",
      });
      raw.flushHeaders();
      const listener: Listener = {
        org_id,
        key_id,
        session_id,
        until,
        ping_every: (request.query.ping_seconds ?? 15) * 1000,
        backlog: () => raw.writableLength,
        write: (text) => void raw.write(text),
        end: () => {
          // The client requests unsent events again.
          if (raw.writableLength > 0) raw.destroy();
          else raw.end();
        },
      };
      raw.on("close", () => feed.leave(listener));
      raw.on("error", () => feed.leave(listener));
      try {
        await feed.join(listener, typeof last === "string" ? last : null);
      } catch (error) {
        request.log.warn({ err: error }, "events could not be read");
        feed.leave(listener);
        raw.destroy();
      }
    },
  );
}

/** Streams are kept open, so that only their number can be limited. */
function tooMany({ of, most }: NonNullable<ReturnType<Feed["refusal"]>>): Problem {
  const headers = { "retry-after": "60" };
  return of === "key"
    ? new Problem(
        "too-many-requests",
        `This key has ${most} event streams open, which is the limit. Close one first.`,
        { headers },
      )
    : new Problem(
        "unavailable",
        `${most} event streams are open, which is the limit. Try again later.`,
        { headers },
      );
}
