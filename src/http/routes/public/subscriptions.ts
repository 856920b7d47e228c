/**
 * Subscriptions to status pages by mail, without a session. Opening a link has no effect, because mail scanners open every
 * link. No answer says whether an address is subscribed.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { isAddress } from "../../../channel/email/address.ts";
import { agentOf } from "../../../core/access/agent.ts";
import { canConfirm, isLinkToken, subscriberClaimed } from "../../../core/status/subscription.ts";
import type { LinkPurpose } from "../../../core/status/subscription.ts";
import {
  askedPage,
  confirmedPage,
  confirmPage,
  subscribePage,
  unsubscribedPage,
  unsubscribePage,
} from "../../../dashboard/public/subscribe.ts";
import { baseOf, sendPage, unlisted } from "../../answer/pages.ts";
import { Problem } from "../../answer/problem.ts";
import { Guesses } from "../../request/guesses.ts";
import type { StatusPages } from "../../site/public/status-pages.ts";
import { formOf, page, type Site } from "../../site/site.ts";

/** Forms of one address in a minute, and wrong links. */
const most = { forms: 10, links: 60 };
/** The body of a request that unsubscribes is not read, bytes. */
const bodyLimit = 64 * 1024;

const path = "/status/:page/subscribe";
type Asking = { Params: { page: string } };
type Linked = { Params: { token: string } };

export function subscriptionPages(app: FastifyInstance, site: Site, pages: StatusPages): void {
  const { store, clock } = site;
  const forms = new Guesses(clock, most.forms);
  const misses = new Guesses(clock, most.links);
  const base = () => baseOf(site);
  const noindex = (reply: FastifyReply) => reply.headers(unlisted);

  async function pageOf(slug: string) {
    const status = site.isConfigured("email") ? await pages.page(slug) : null;
    if (!status?.sendsMails) throw new Problem("not-found", "Nothing exists at this address.");
    return status;
  }

  /** The subscriber of a link; null: none any more. A link that was changed is refused. */
  async function linked({ params: { token }, ip }: FastifyRequest<Linked>, purpose: LinkPurpose) {
    misses.refuseOver(ip, "unknown links from this address");
    const id = subscriberClaimed(token);
    const subscription = id === null ? null : await store.read.subscriber(id);
    if (id !== null && !subscription) return null;
    if (subscription && isLinkToken(subscription.secret, purpose, subscription.subscriber, token))
      return subscription;
    misses.missed(ip);
    if (subscription && purpose === "confirm") return null;
    throw new Problem("not-found", "Invalid link: it was changed, or cut off.");
  }

  const expired = () =>
    new Problem("not-found", "This link has expired. Enter your address on the status page again.");

  app.get<Asking>(path, page("public"), async (request, reply) => {
    const { slug, title } = await pageOf(request.params.page);
    return sendPage(noindex(reply), subscribePage(base(), { slug, title, email: "", fault: null }));
  });

  app.post<Asking>(path, page("public"), async (request, reply) => {
    const { id, slug, title } = await pageOf(request.params.page);
    const email = (formOf(request).get("email") ?? "").trim();
    if (!isAddress(email)) {
      const fault = "must be an email address, such as ada@example.org";
      return sendPage(
        noindex(reply).code(422),
        subscribePage(base(), { slug, title, email: email.slice(0, 254), fault }),
      );
    }
    forms.refuseOver(request.ip, "forms from this address");
    forms.missed(request.ip);
    await store.run("ask_to_subscribe", { page_id: id, email, now: clock.now() });
    return sendPage(noindex(reply), askedPage(base(), slug));
  });

  const confirm = "/subscriptions/:token/confirm";
  app.get<Linked>(confirm, page("public"), async (request, reply) => {
    const subscription = await linked(request, "confirm");
    if (!subscription || subscription.title === null) throw expired();
    const { title, slug } = subscription;
    if (subscription.subscriber.confirmed_at !== null)
      return sendPage(noindex(reply), confirmedPage(base(), { title, slug }));
    if (!canConfirm(subscription.subscriber, clock.now())) throw expired();
    const at = `${base()}/subscriptions/${request.params.token}/confirm`;
    return sendPage(noindex(reply), confirmPage(base(), title, at));
  });

  app.post<Linked>(confirm, page("public"), async (request, reply) => {
    const subscription = await linked(request, "confirm");
    if (!subscription || subscription.title === null) throw expired();
    const { title, slug } = subscription;
    const { id, asked_at } = subscription.subscriber;
    const visit = { id, asked_at, by: visitOf(request), now: clock.now() };
    if (!(await store.run("confirm_subscription", visit))) throw expired();
    return sendPage(noindex(reply), confirmedPage(base(), { title, slug }));
  });

  const unsubscribe = "/subscriptions/:token/unsubscribe";
  app.get<Linked>(unsubscribe, page("public"), async (request, reply) => {
    const subscription = await linked(request, "unsubscribe");
    if (!subscription) return sendPage(noindex(reply), unsubscribedPage(base()));
    const at = `${base()}/subscriptions/${request.params.token}/unsubscribe`;
    return sendPage(noindex(reply), unsubscribePage(base(), subscription.title, at));
  });

  // The servers of mail programs post here as well (RFC 8058): from anywhere, with any form in the body.
  void app.register(async (open) => {
    open.removeAllContentTypeParsers();
    open.addContentTypeParser("*", { parseAs: "buffer", bodyLimit }, (_request, _body, done) =>
      done(null),
    );
    const options = { ...page("public"), config: { scope: "public", anyOrigin: true } } as const;
    open.post<Linked>(unsubscribe, options, async (request, reply) => {
      const subscription = await linked(request, "unsubscribe");
      if (subscription) {
        const { id } = subscription.subscriber;
        await store.run("unsubscribe", { id, by: visitOf(request), now: clock.now() });
      }
      return sendPage(noindex(reply), unsubscribedPage(base()));
    });
  });
}

const visitOf = ({ id, ip, headers }: FastifyRequest) => ({
  request_id: id,
  client_address: ip,
  agent: agentOf(headers["user-agent"] ?? ""),
});
