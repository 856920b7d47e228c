/**
 * The page behind an invitation link. Its holder does not sign in. The token is only in the address, and
 * authorizes its forms. Opening the page changes no data, however often: link previews open it too.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Invited } from "../../../store/reads/people.ts";
import type { Outcome } from "../../../app/outcome.ts";
import { hashKey } from "../../../core/access/api-key.ts";
import {
  invitationStatus,
  looksLikeInvitation,
  phoneNames,
  browserName,
  platformOf,
  subscribeLink,
  serverOf,
} from "../../../core/access/invitation.ts";
import type { Instant } from "../../../core/model/model.ts";
import { reachable, unreachableSite } from "../../../core/status/site.ts";
import { closedPhonePage, phonePage, type Closed } from "../../../dashboard/pages/phone.ts";
import { browserKind, deviceFaults } from "../../../channel/registry.ts";
import { subscriber, subscriptionKey } from "../../../channel/webpush/subscription.ts";
import { baseOf, sendPage, unlisted } from "../../answer/pages.ts";
import { Problem } from "../../answer/problem.ts";
import { page, formOf, timeZoneOf, type Site } from "../../site/site.ts";

/** Links that an address may guess at in a minute. */
const missLimit = { max: 20, timeWindow: 60_000 };
/** 410: it existed once, and will not exist again. */
const statusOf: Record<Closed, number> = {
  unknown: 404,
  expired: 410,
  verified: 410,
};

type Asking = FastifyRequest<{ Params: { token: string } }>;

export function phonePages(app: FastifyInstance, site: Site): void {
  const { store, clock } = site;
  const misses = app.createRateLimit(missLimit);
  const open = page("public");

  app.get<{ Params: { token: string } }>("/phone/:token", open, (request, reply) =>
    show(request, reply, null),
  );
  does("test", (request, hash) =>
    store.run("test_invited", {
      hash,
      called: phoneNames[platformOf(request.headers["user-agent"] ?? "")],
      request_id: request.id,
      now: clock.now(),
    }),
  );
  does("browser", (request, hash, { invitation }) => {
    const form = formOf(request);
    const field = (name: string) => form.get(name) ?? "";
    const subscription = subscriber(invitation.target, field("endpoint"), {
      p256dh: field("p256dh"),
      auth: field("auth"),
    });
    const [fault] = deviceFaults(subscription, site.allowAddresses);
    if (fault) {
      const message = `This browser gave a subscription that cannot be used: ${fault.field} ${fault.message}.`;
      return Promise.resolve({ ok: false, why: "conflict", message });
    }
    return store.run("test_invited", {
      hash,
      called: browserName(request.headers["user-agent"] ?? ""),
      subscription,
      request_id: request.id,
      now: clock.now(),
    });
  });
  does("arrived", (_request, hash) => store.run("confirm_invited", { hash, now: clock.now() }));

  /** Does it if the link still works; says on the page why not. */
  function does(
    verb: string,
    run: (request: Asking, hash: string, invitee: Invited) => Promise<Outcome<null>>,
  ) {
    app.post<{ Params: { token: string } }>(
      `/phone/:token/${verb}`,
      { ...open, config: { scope: "public" } },
      async (request, reply) => {
        const { token } = request.params;
        const invitee = await invited(request);
        if (!invitee) return over(reply, "unknown", null);
        const outcome = await run(request, hashKey(token), invitee);
        if (outcome.ok)
          return reply
            .header("cache-control", "no-store")
            .redirect(`${baseOf(site)}/phone/${token}`, 303);
        return show(request, reply, outcome.why === "conflict" ? outcome.message : null);
      },
    );
  }

  /** The invitation of the link. Guessing is rate-limited. */
  async function invited(request: Asking): Promise<Invited | null> {
    const { token } = request.params;
    const invitee = looksLikeInvitation(token) ? await store.read.invited(hashKey(token)) : null;
    if (invitee) return invitee;
    const tried = await misses(request);
    if (!tried.isAllowed && tried.isExceeded)
      throw new Problem("too-many-requests", "Too many wrong links.", {
        headers: { "retry-after": String(tried.ttlInSeconds) },
      });
    return null;
  }

  const over = (reply: FastifyReply, why: Closed, at: Instant | null) =>
    sendPage(
      reply.code(statusOf[why]).headers(unlisted),
      closedPhonePage(
        baseOf(site),
        { why, at },
        { now: clock.now(), zone: timeZoneOf(reply.request) },
      ),
    );

  /** The current page. `refused`: why the last action failed. */
  async function show(
    request: Asking,
    reply: FastifyReply,
    refused: string | null,
  ): Promise<FastifyReply> {
    const row = await invited(request);
    if (!row) return over(reply, "unknown", null);
    const { invitation, person, test, device } = row;
    const now = clock.now();
    const status = invitationStatus(invitation, now);
    if (status !== "open") return over(reply, status, invitation.verified_at);
    const base = baseOf(site);
    const { token } = request.params;
    const server = serverOf(invitation, site.phoneServer);
    return sendPage(
      (refused === null ? reply : reply.code(409)).headers(unlisted),
      phonePage(base, {
        path: `${base}/phone/${token}`,
        url: reachable(site.siteUrl()) && `${site.siteUrl()}/phone/${token}`,
        person,
        topic: invitation.target,
        server,
        link: subscribeLink(server, invitation.target, `monitord: ${person}`),
        browser: {
          key: subscriptionKey(invitation.target),
          host: device?.kind === browserKind ? (URL.parse(device.target)?.host ?? "") : null,
          isOffered: device === null,
        },
        platform: platformOf(request.headers["user-agent"] ?? ""),
        test,
        warnings: [
          unreachableSite(site.siteUrl()),
          reachable(server) === null
            ? `The push server ${server} is this machine's own address: a phone cannot subscribe there. Start monitord with --ntfy-url and an address that both can reach.`
            : null,
        ].filter((one) => one !== null),
        refused,
        expires_at: invitation.expires_at,
        now,
        zone: timeZoneOf(request),
      }),
    );
  }
}
