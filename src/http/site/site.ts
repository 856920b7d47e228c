/** Shared by all pages: the visitor, sending a page, and calling the API. */
import type { Instant } from "../../core/model/model.ts";
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteShorthandOptions } from "fastify";
import type { Frame, Theme } from "../../dashboard/layout.ts";
import { lacksId } from "../../api/routes/path.ts";
import { limits } from "../../api/schema.ts";
import type { Fault } from "../../core/model/fault.ts";
import { isTimezone } from "../../core/declare/rules.ts";
import { cleanText } from "../../core/text/text.ts";
import type { Scope } from "../../core/model/model.ts";
import { callerOf } from "../request/auth.ts";
import { allows } from "../../core/access/scope.ts";
import type { Deps } from "../deps.ts";
import { faultOfForm } from "../answer/instants.ts";
import { baseOf } from "../answer/pages.ts";
import { notFound, Problem } from "../answer/problem.ts";
import type { Visitor } from "../request/sessions.ts";
import type { Tickets } from "../request/tickets.ts";

declare module "fastify" {
  interface FastifyRequest {
    visitor: Visitor | null;
    /** Unacknowledged incidents, for the navigation; null: not counted. */
    attention: number | null;
  }
}

/** Messages by the word in the address: no text of an address is shown. */
const doneWords = {
  saved: "Saved.",
  deleted: "Deleted.",
  acknowledged: "Acknowledged.",
  unacknowledged: "Unacknowledged. The incident is open again.",
  snoozed: "Snoozed for an hour. Unless it is resolved by then, it pages again.",
  handed_over: "Handed over.",
  helped: "Asked for help: they are paged now.",
  paged: "Paged everyone on call.",
  resolved: "Resolved.",
  reopened: "Reopened. The alert group is paged again.",
  noted: "Note added.",
  published: "Published. The public status page shows it within seconds.",
  unpublished: "Removed from the public status page within seconds.",
  corrected: "Corrected. Subscribers get no mail about it.",
  paused: "Paused.",
  resumed: "Resumed.",
  replayed: "Replayed.",
  silenced: "Silenced.",
  unsilenced: "Silence ended. Notifications on hold are being sent.",
  tested: "Test sent to the device.",
  added: "Added.",
  removed: "Removed.",
  asked: "Drill started. Responses appear here.",
  withdrawn: "Link revoked.",
  mailed: "Invitation sent.",
  revoked: "Calendar feed revoked.",
  on_call: "You are on call for that time.",
  covered: "Covered.",
  swapped: "Swapped.",
  joined: "Added to the people on call.",
  away: "Absence added.",
  no_effect: "Added, but it changes nothing: the person is not on call then.",
  ended: "Ended.",
  undone: "Undone.",
  signed_out: "Signed out everywhere else.",
} as const;
export type Done = keyof typeof doneWords;

export interface Site extends Deps {
  tickets: Tickets;
}

/** The moment of each request: its parts speak of one now. */
const moments = new WeakMap<FastifyRequest, Instant>();

function momentOf({ clock }: Site, request: FastifyRequest): Instant {
  const now = moments.get(request) ?? clock.now();
  moments.set(request, now);
  return now;
}

export function frameOf(site: Site, request: FastifyRequest): Frame {
  const caller = callerOf(request);
  const url = new URL(request.url, "http://here");
  const message = url.searchParams.get("done");
  url.searchParams.delete("done");
  const undo = url.searchParams.get("undo");
  url.searchParams.delete("undo");
  return {
    base: baseOf(site),
    version: site.version,
    now: momentOf(site, request),
    csrf: request.visitor?.csrf ?? "",
    who: {
      name: caller.name,
      organization: caller.organization.name,
      user_id: caller.user_id,
    },
    may: {
      respond: allows(caller, "respond"),
      write: allows(caller, "write"),
      admin: allows(caller, "admin"),
    },
    path: url.pathname + url.search,
    zone: caller.timezone ?? timeZoneOf(request),
    theme: themeOf(request),
    attention: request.attention ?? null,
    done: message !== null && Object.hasOwn(doneWords, message) ? doneWords[message as Done] : null,
    undo: undo !== null && overrideIds.test(undo) ? `/overrides/${undo}/undo` : null,
  };
}

/** The overrides that one press added, in an address: of a swap two. */
const overrideIds = /^[\w-]{1,64}(\.[\w-]{1,64})?$/;

/** The theme that the script of the dashboard remembers in a cookie. */
function themeOf(request: FastifyRequest): Theme | null {
  const theme = /(?:^|; )theme=(light|dark)(?:;|$)/.exec(request.headers.cookie ?? "")?.[1];
  return (theme as Theme | undefined) ?? null;
}

/** The time zone that the script of the dashboard remembers in a cookie; `UTC` without one that is known here. */
export function timeZoneOf(request: FastifyRequest): string {
  const zone = /(?:^|; )zone=([A-Za-z0-9_+%-]{1,64})(?:;|$)/.exec(
    request.headers.cookie ?? "",
  )?.[1];
  const name = zone?.replaceAll(/%2f/gi, "/") ?? "UTC";
  return isTimezone(name) ? name : "UTC";
}

/** Options of a page that only shows data: its scope, and no log line per visit. `own`: as that of the row of a route. */
export const page = (scope: Scope | "public" = "read", own?: true): RouteShorthandOptions => ({
  config: { scope, quiet: true, ...(own && { own }) },
  schema: { hide: true },
});
/** Options of a route that a form posts to. */
export const writeRoute = (scope: Scope, own?: true): RouteShorthandOptions => ({
  config: { scope, ...(own && { own }) },
  schema: { hide: true },
});

/** A path of this site from an address or a form; else the first page. */
export function localPath(text: string | null | undefined): string {
  // Browsers read a second slash or a backslash as the beginning of another host.
  if (!text || !/^\/(?![/\\])[\x21-\x7e]*$/.test(text)) return "/";
  const url = URL.parse(text, "http://here");
  // `/.//host` begins with a second slash only after parsing.
  return url?.host === "here" && !url.pathname.startsWith("//") ? url.pathname + url.search : "/";
}

/** Redirects to a page, with a message about the action. `undo`: the overrides that it added. */
export function goTo(
  site: Site,
  reply: FastifyReply,
  path: string,
  done: Done | null,
  undo: readonly string[] = [],
): FastifyReply {
  const url = new URL(localPath(path), "http://here");
  if (done !== null) url.searchParams.set("done", done);
  if (undo.length > 0) url.searchParams.set("undo", undo.join("."));
  return reply
    .headers({ "cache-control": "no-store" })
    .redirect(baseOf(site) + url.pathname + url.search, 303);
}

/** The API's answer. */
export interface Said {
  ok: boolean;
  status: number;
  /** The resource; empty when there was none. */
  body: Record<string, unknown>;
  /** The resource's version, from its ETag; null: not given. */
  version: number | null;
  /** Why not, at the fields and in a sentence. */
  faults: Fault[];
  detail: string;
}

/** Calls the API as the signed-in user. */
export async function askApi(
  site: Site,
  request: FastifyRequest,
  method: "GET" | "POST" | "PUT" | "DELETE",
  path: string,
  more: { body?: Record<string, unknown>; version?: string | null } = {},
): Promise<Said> {
  if (lacksId(path)) throw notFound("resource");
  const answer = await request.server.inject({
    method,
    url: `${baseOf(site)}/api/v1${path}`,
    remoteAddress: request.ip,
    headers: {
      authorization: `Ticket ${site.tickets.issue(callerOf(request))}`,
      "x-request-id": request.id,
      "user-agent": request.headers["user-agent"] ?? "",
      ...(more.version ? { "if-match": `"${more.version}"` } : {}),
      ...(more.body ? { "content-type": "application/json" } : {}),
    },
    ...(more.body ? { payload: JSON.stringify(more.body) } : {}),
  });
  const body = answer.payload === "" ? {} : (JSON.parse(answer.payload) as Record<string, unknown>);
  const ok = answer.statusCode < 400;
  if (String(body["type"]).endsWith(":proof-needed"))
    throw new Problem("proof-needed", String(body["detail"]));
  return {
    ok,
    status: answer.statusCode,
    body,
    version: versionOf(answer.headers["etag"]),
    faults: ok ? [] : ((body["errors"] ?? []) as Fault[]).map(faultOfForm),
    detail: typeof body["detail"] === "string" && !ok ? body["detail"] : "",
  };
}

/** A rejection by the API as a problem for an error page. */
export function refusal(said: { status: number; detail: string }): Problem {
  const names = {
    403: "forbidden",
    404: "not-found",
    409: "conflict",
    412: "stale",
    422: "invalid",
    429: "too-many-requests",
    503: "unavailable",
  } as const;
  return new Problem(names[said.status as keyof typeof names] ?? "unexpected", said.detail);
}

/** The same, but throws when the API rejects the request. */
export async function mustAsk(...asked: Parameters<typeof askApi>): Promise<Said> {
  const answer = await askApi(...asked);
  if (!answer.ok) throw refusal(answer);
  return answer;
}

/** A form of one button. */
interface Button {
  scope: Scope;
  own?: true;
  /** Its request to the API; absent: a POST to its own path. */
  asks?: `${"POST" | "PUT" | "DELETE"} ${string}`;
  body?: (form: URLSearchParams) => Record<string, unknown>;
  done: Done;
  /** The page to go to where the form names none. */
  back?: string;
}

/** The route that a button posts to: asks the API, and goes back to the page that the button was on. */
export function button(
  app: FastifyInstance,
  site: Site,
  path: string,
  { scope, own, asks = `POST ${path}`, body, done, back = "/" }: Button,
): void {
  const [method, at] = asks.split(" ") as ["POST" | "PUT" | "DELETE", string];
  app.post<{ Params: Record<string, string> }>(
    path,
    writeRoute(scope, own),
    async (request, reply) => {
      const form = formOf(request);
      const filled = at.replace(/:(\w+)/g, (_, name) => encodeURIComponent(request.params[name]!));
      await mustAsk(site, request, method, filled, body ? { body: body(form) } : {});
      return goTo(site, reply, form.get("back") ?? back, done);
    },
  );
}

function versionOf(etag: unknown): number | null {
  const digits = /\d+/.exec(String(etag))?.[0];
  return digits === undefined ? null : Number(digits);
}

/** Fields of a form: those of the largest page are some hundred. */
const mostFields = 1000;

/** Parses forms as text. */
export function acceptForms(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    "application/x-www-form-urlencoded",
    { parseAs: "string", bodyLimit: limits.formBody },
    async (_request: unknown, body: string) => readForm(body),
  );
}

/** The fields of a form; characters that no database stores are replaced. Throws a `too-large` problem. */
export function readForm(body: string): URLSearchParams {
  if (body.split("&", mostFields + 1).length > mostFields)
    throw new Problem("too-large", `The form has more than ${mostFields} fields.`);
  const form = new URLSearchParams();
  for (const [name, value] of new URLSearchParams(body))
    form.append(name, cleanText(value).replaceAll("\r\n", "\n"));
  return form;
}

/** The fields of a form; empty without a body. */
export const formOf = (request: FastifyRequest): URLSearchParams =>
  request.body instanceof URLSearchParams ? request.body : new URLSearchParams();
