/** Streams changes as server-sent events. */
import type { FastifyInstance } from "fastify";
import type { Deps } from "../deps.ts";
import { Problem } from "../answer/problem.ts";
import { feedLimits, makeFeed, type Feed, type Listener } from "../feed.ts";
import type { Handlers } from "../request/asked.ts";

export function eventRoutes(app: FastifyInstance, deps: Deps): Handlers<"GET /events"> {
  const feed = makeFeed({
    ...deps,
    most: deps.limits.streams ?? feedLimits,
    onError: (error) => deps.logger.warn({ err: error }, "events could not be read"),
  });
  app.addHook("preClose", async () => feed.close());

  return {
    "GET /events": async ({ query, caller, request, reply }) => {
      const { raw } = reply;
      const { id: key_id, org_id, session_id, expires_at: until } = caller;
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
        ping_every: (query.ping_seconds ?? 15) * 1000,
        backlog: () => raw.writableLength,
        write: (text) => void raw.write(text),
        end: () => {
          // The client requests unsent events again.
          if (raw.writableLength > 0) raw.destroy();
          else raw.end();
        },
      };
      // A client that says no more reads no more either, unlike those that wait for an answer with an end.
      raw.socket?.once("end", () => raw.destroy());
      raw.on("close", () => feed.leave(listener));
      raw.on("error", () => feed.leave(listener));
      try {
        await feed.join(listener, typeof last === "string" ? last : null);
      } catch (error) {
        request.log.warn({ err: error }, "events could not be read");
        feed.leave(listener);
        raw.destroy();
      }
      return reply;
    },
  };
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
