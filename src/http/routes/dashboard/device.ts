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
import { formOf, frameOf, page, writeRoute, type Site } from "../../site/site.ts";

/** Codes per minute and address: 2^34 of them work for ten minutes. */
const limit = { max: 60, timeWindow: 60_000 };

const unknown = "This code is unknown, has expired, or was answered already.";

export function devicePages(app: FastifyInstance, site: Site): void {
  const { store, clock } = site;
  const limited = (of: ReturnType<typeof page>) => ({
    ...of,
    config: { ...of.config, rateLimit: limit },
  });

  app.get<{ Querystring: { code?: string } }>(
    "/device",
    limited(page()),
    async (request, reply) => {
      const code = normalizeUserCode(String(request.query.code ?? "").slice(0, 20));
      const known = looksLikeUserCode(code)
        ? await store.read.device_authorization(hashKey(code))
        : null;
      const pending = known && standingOf(known, clock.now()) === "pending" ? known : null;
      const model = {
        code,
        asked: pending,
        user: await personOf(request),
        problem: code === "" || pending ? null : unknown,
      };
      return sendPage(
        reply.code(model.problem === null ? 200 : 404),
        devicePage(frameOf(site, request), model),
      );
    },
  );

  app.post("/device", limited(writeRoute("read")), async (request, reply) => {
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
    const frame = frameOf(site, request);
    const model = { code: "", asked: null, user, problem: unknown };
    return sendPage(reply.code(404), devicePage(frame, model));
  });

  /** The person that is signed in; null: a key. */
  async function personOf(request: FastifyRequest) {
    const { key, user_id, org_id } = callerOf(request);
    return key !== null || user_id === null
      ? null
      : store.read.resource("users", org_id, user_id, clock.now());
  }
}
