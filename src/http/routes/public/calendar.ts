/** Calendar feeds: the shifts of a user or a schedule for calendar programs, behind an unguessable address. */
import { hash } from "node:crypto";
import type { FastifyInstance } from "fastify";
import { hashKey } from "../../../core/access/api-key.ts";
import { looksLikeInvitation } from "../../../core/access/invitation.ts";
import type { Instant, StoredFeed } from "../../../core/model/model.ts";
import {
  feedSpan,
  personFeed,
  scheduleFeed,
  type FedSchedule,
  type Feed,
} from "../../../core/on-call/feed.ts";
import { shiftsOf } from "../../../core/on-call/shifts.ts";
import { knownName } from "../../../core/text/person.ts";
import type { Rotas } from "../../../store/reads/on-call/schedules.ts";
import { calendarText } from "../../answer/calendar.ts";
import { isKnown } from "../../answer/conditional.ts";
import { Problem } from "../../answer/problem.ts";
import { page, type Site } from "../../site/site.ts";
import { nextTurn } from "../../turns.ts";

const ending = ".ics";
const options = page("public");
/** Unknown addresses that a client may try in a minute. */
const missLimit = { max: 20, timeWindow: 60_000 };

export function calendarFeeds(app: FastifyInstance, site: Site): void {
  const { store, clock } = site;
  const misses = app.createRateLimit(missLimit);

  app.get<{ Params: { file: string } }>("/calendar/:file", options, async (request, reply) => {
    const { file } = request.params;
    const token = file.endsWith(ending) ? file.slice(0, -ending.length) : "";
    const feed = looksLikeInvitation(token) ? await store.read.calendar_feed(hashKey(token)) : null;
    if (!feed) {
      const tried = await misses(request);
      if (!tried.isAllowed && tried.isExceeded)
        throw new Problem("too-many-requests", "Too many unknown addresses. Try again later.", {
          headers: { "retry-after": String(tried.ttlInSeconds) },
        });
      throw new Problem("not-found", "Nothing exists at this address.");
    }
    const text = await calendarText(await contentOf(feed, clock.now()));
    const etag = `"${hash("sha256", text, "base64url").slice(0, 22)}"`;
    reply.headers({ etag, "cache-control": "private, max-age=300" });
    if (isKnown(request, etag)) return reply.code(304).send();
    return reply.type("text/calendar; charset=utf-8").send(text);
  });

  async function contentOf(feed: StoredFeed, now: Instant): Promise<Feed> {
    const span = feedSpan(now);
    const rotas = await store.read.rotas(feed.org_id, feed.schedule_id, span.from);
    const schedules: FedSchedule[] = [];
    for (const { id } of rotas.schedules) {
      schedules.push(fedSchedule(rotas, id, span, now));
      await nextTurn();
    }
    const names = {
      host: new URL(site.siteUrl()).hostname,
      nameOf: (id: string) => knownName(rotas.users.get(id)),
    };
    const [only] = schedules;
    if (feed.user_id !== null) return personFeed(feed.user_id, schedules, names);
    return only ? scheduleFeed(only, names) : { name: "On call", events: [] };
  }
}

function fedSchedule(
  { schedules, all }: Rotas,
  id: string,
  span: { from: Instant; until: Instant },
  now: Instant,
): FedSchedule {
  const { title, version, updated_at } = schedules.find((one) => one.id === id)!;
  const { overrides } = all.byId.get(id)!;
  const changes = [...overrides, ...all.absences];
  return {
    id,
    title,
    version: version + changes.length,
    // An end that was moved to now is a change, too.
    changed_at: Math.max(
      updated_at,
      ...changes.flatMap(({ inserted_at, until }) =>
        until <= now ? [inserted_at, until] : inserted_at,
      ),
    ),
    shifts: shiftsOf(all, id, span.from, span.until),
  };
}
