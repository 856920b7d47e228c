/**
 * The page where a person answers a program that wants to sign in (RFC 8628). Opening it changes no data. Only a signed-in
 * person can answer: a key that made another one would outlive its own revocation.
 */
import type { FastifyInstance, FastifyRequest } from "fastify";
import { hashKey } from "../../../core/access/api-key.ts";
import {
  looksLikeUserCode,
  normalizeUserCode,
  standingOf,
} from "../../../core/access/device-authorization.ts";
import { answeredDevicePage, devicePage } from "../../../dashboard/settings/device.ts";
import { sendPage } from "../../answer/pages.ts";
import { Problem } from "../../answer/problem.ts";
import { actorOf, callerOf } from "../../request/auth.ts";
import { Guesses } from "../../request/guesses.ts";
import { formOf, frameOf, page, writeRoute, type Site } from "../../site/site.ts";

/** Requests per minute and address. */
const limit = { max: 60, timeWindow: 60_000 };
/** Unknown codes per minute and person, on each node: 2^34 codes are possible, and each one works for ten minutes. */
const mostMisses = 10;

const unknown = "This code is unknown, has expired, or was answered already.";

export function devicePages(app: FastifyInstance, site: Site): void {
  const { store, clock } = site;
  const guesses = new Guesses(clock, mostMisses);
  const limited = (of: ReturnType<typeof page>) => ({
    ...of,
    config: { ...of.config, rateLimit: limit },
  });

  app.get<{ Querystring: { code?: string } }>(
    "/device",
    limited(page()),
    async (request, reply) => {
      refuseGuessing(request);
      const code = normalizeUserCode(String(request.query.code ?? "").slice(0, 20));
      const known = looksLikeUserCode(code)
        ? await store.read.device_authorization(hashKey(code))
        : null;
      const pending = known && standingOf(known, clock.now()) === "pending" ? known : null;
      if (code !== "" && !pending) await missed(request);
      const model = {
        code,
        asked: pending,
        user: await personOf(request),
        address: request.ip,
        problem: code === "" || pending ? null : unknown,
      };
      return sendPage(
        reply.code(model.problem === null ? 200 : 404),
        devicePage(frameOf(site, request), model),
      );
    },
  );

  app.post("/device", limited(writeRoute("read")), async (request, reply) => {
    refuseGuessing(request);
    const form = formOf(request);
    const answer = form.get("answer") === "approved" ? "approved" : "denied";
    const user = await personOf(request);
    if (!user)
      throw new Problem("forbidden", "Only a person can sign in a terminal, and this is a key.");
    const outcome = await store.run("answer_device_authorization", {
      actor: actorOf(request),
      user_id: user.id,
      user_hash: hashKey(normalizeUserCode(form.get("code") ?? "")),
      answer,
      now: clock.now(),
    });
    if (outcome.ok) return sendPage(reply, answeredDevicePage(frameOf(site, request), answer));
    await missed(request);
    const frame = frameOf(site, request);
    const model = { code: "", asked: null, user, address: request.ip, problem: unknown };
    return sendPage(reply.code(404), devicePage(frame, model));
  });

  /** Counts an unknown code. The first one of a person in a minute, and the one that reaches the limit, are audited. */
  async function missed(request: FastifyRequest): Promise<void> {
    const { id } = callerOf(request);
    guesses.missed(id);
    const count = guesses.misses(id);
    if (count === 1 || count === mostMisses)
      await store.run("refuse_device_code", { actor: actorOf(request), now: clock.now() });
  }

  function refuseGuessing(request: FastifyRequest): void {
    guesses.refuseOver(callerOf(request).id, "unknown codes");
  }

  /** The person that is signed in; null: a key. */
  async function personOf(request: FastifyRequest) {
    const { key, user_id, org_id } = callerOf(request);
    return key !== null || user_id === null
      ? null
      : store.read.resource("users", org_id, user_id, clock.now());
  }
}
