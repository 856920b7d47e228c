/**
 * Inbound URLs: error reports of applications, and alerts of other tools. The hot path.
 *
 * 202 only once it is on disk. A known URL is never refused for its rate. A body of the wrong
 * form is kept with the reason, so that no event is lost. The id in the URL is a secret.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { openRoutes } from "../../api/routes/open.ts";
import { limits } from "../../api/schema.ts";
import type { DeliveryAnswer } from "../../core/model/model.ts";
import type { Deps } from "../deps.ts";
import { checkSecret } from "../inbound/inbound-auth.ts";
import { LargeBodies, leaveBodies, notLarger, readBody } from "../inbound/inbound-body.ts";
import { deliveryOf, writtenOf } from "../inbound/arrived.ts";
import { unpackedText } from "../inbound/inbound-text.ts";
import { appendedPaths, sendAccepted } from "../inbound/inbound-answer.ts";
import { ownReports } from "../inbound/inbound-reports.ts";
import { take } from "../inbound/inbound-take.ts";
import { hashWebhookId } from "../../core/access/webhook-id.ts";
import { optionsOf } from "../request/asked.ts";
import { Guesses } from "../request/guesses.ts";
import type { Way } from "../inbound/way.ts";
import { heartbeatRoutes } from "./signals/heartbeat.ts";
import { pingRoutes } from "./signals/pings.ts";
import { SnsEnvelopes } from "../inbound/sns-envelopes.ts";
import { sdkRoutes } from "./sdk.ts";
import { KnownUrls } from "../inbound/known-urls.ts";
import { inboundTargets, type Target } from "../inbound/inbound-targets.ts";
import { Problem } from "../answer/problem.ts";

type Request = FastifyRequest<{ Params: { id: string } }>;

/** A request while its body is in memory. `enter` makes room for a large one, and can throw. */
interface Held {
  request: Request;
  reply: FastifyReply;
  enter: (id: string) => void;
}

/** The most bytes of a body, as sent and unpacked. */
const boundsOf = (kind: Target["kind"], { most }: Way) =>
  most !== undefined
    ? { sent: most, unpacked: most }
    : kind === "alert_group"
      ? { sent: limits.deliveryBody, unpacked: limits.unpackedDelivery }
      : { sent: limits.inboundBody, unpacked: limits.inboundBody };

/** Called for every delivery to a known URL; null: it was rejected. */
export type CountDelivery = (kind: Target["kind"], answer: DeliveryAnswer | null) => void;

export function webhookRoutes(app: FastifyInstance, deps: Deps & { count: CountDelivery }) {
  const { store, clock, count } = deps;
  const targets = inboundTargets(store.read, clock);
  const named = inboundTargets(
    {
      inbound_target: (address) => store.read.ping_target(address),
      inbound_revision: () => store.read.inbound_revision(),
    },
    clock,
  );
  const urls = new KnownUrls(store.read);
  const guesses = new Guesses(clock);
  const large = new LargeBodies();
  const envelopes = new SnsEnvelopes(deps.prober);
  leaveBodies(app);

  for (const name of ["POST /api/webhook/:id", "PUT /api/webhook/:id"] as const)
    app.route({ ...optionsOf(name, openRoutes[name], true), handler: receiver({}) });
  for (const [path, speak] of Object.entries(appendedPaths)) {
    const name = `POST /api/webhook/:id${path as keyof typeof appendedPaths}` as const;
    const handler = receiver({ only: "alert_group", speak });
    app.route({ ...optionsOf(name, openRoutes[name], true), handler });
  }
  sdkRoutes(app, receiver);

  function receiver(way: Way) {
    return async (request: Request, reply: FastifyReply): Promise<FastifyReply> => {
      let leave: (() => void) | null = null;
      const enter = (id: string) => (leave ??= large.enter(id));
      const findBy = (beginning: Buffer) => {
        if (way.idOf) request.params.id = way.idOf(request, beginning);
        return find(request);
      };
      const grow = async (beginning: Buffer) => {
        const { kind, id } = await findBy(beginning);
        const { sent } = boundsOf(kind, way);
        if (sent > limits.inboundBody) enter(id);
        return sent;
      };
      try {
        const body = await readBody(request.raw, grow);
        return await decide(way, { request, reply, enter }, body, await findBy(body));
      } finally {
        (leave as (() => void) | null)?.();
      }
    };
  }

  async function decide(
    { only, read = ownReports, speak = sendAccepted, ...way }: Way,
    { request, reply, enter }: Held,
    body: Buffer,
    target: Target,
  ): Promise<FastifyReply> {
    if (only !== undefined && target.kind !== only)
      throw new Problem("not-found", "Nothing exists at this address.");
    const { sent, unpacked } = boundsOf(target.kind, way);
    const now = clock.now();
    const delivery = {
      ...deliveryOf(request, target, body),
      idempotency_key: (request.headers["idempotency-key"] as string | undefined) ?? null,
      read,
      envelopes,
    };
    try {
      const taken = await take(store, delivery, now, () => {
        notLarger(body, sent);
        // Before every check whose rejected body can be replayed.
        if (target.auth) checkSecret(target.auth, request.headers, body, now);
        checkIdempotencyKey(delivery.idempotency_key);
        return unpackedText(body, writtenOf(request), unpacked, () => enter(target.id));
      });
      count(target.kind, taken);
      return await speak(reply, taken);
    } catch (error) {
      count(target.kind, null);
      throw error;
    }
  }

  heartbeatRoutes(app, deps, (request) => find(request));
  pingRoutes(app, deps, find);

  /** The target of a webhook id. `external_id`: the id is a ping key, and the target a monitor of its group. */
  async function find(request: Request, external_id: string | null = null): Promise<Target> {
    const { ip } = request;
    const { id } = request.params;
    const [among, address] = external_id === null ? [targets, id] : [named, `${id}/${external_id}`];
    const known = among.known(address);
    if (known) return known;
    const isInvented = guesses.isOver(ip) && !(await urls.mayExist(hashWebhookId(id)));
    const target = isInvented ? null : await among.find(address);
    if (target) return target;
    const wait = guesses.missed(ip);
    if (wait !== null)
      throw new Problem("too-many-requests", "Too many unknown webhook URLs from this address.", {
        headers: { "retry-after": String(wait) },
      });
    throw new Problem(
      "not-found",
      "This URL is not in use: its monitor or alert group was deleted, or the URL was rotated or is cut short.",
    );
  }
}

/** Longest `Idempotency-Key`. */
const longestKey = 255;

function checkIdempotencyKey(key: string | null): void {
  if (key === null || (key.length > 0 && key.length <= longestKey)) return;
  throw new Problem("malformed", `Idempotency-Key must have 1 to ${longestKey} characters.`);
}
