/**
 * The buttons of a notification: a signed token does one thing to one incident in the name of one device.
 * POST alone, because previews of links fetch them; without a login, because it is 03:00. The answer is
 * for the push app, which shows no more of it than whether it worked.
 */
import type { FastifyInstance } from "fastify";
import { Type } from "../../api/schema.ts";
import type { Incident } from "../../core/model/model.ts";
import { deviceClaimed, verify, type Action } from "../../core/access/signed-action.ts";
import type { Deps } from "../deps.ts";
import { Problem } from "../answer/problem.ts";
import { failures, json } from "../answer/responses.ts";

/** How long the phone's button silences, ms. */
const silenceLasts = 3600_000;
/** Wrong tokens that an address may try in a minute. */
const missLimit = { max: 20, timeWindow: 60_000 };

const Done = Type.Object(
  { done: Type.String({ description: "What was done, in a sentence." }) },
  { additionalProperties: false, title: "ActionDone" },
);

export function actionRoutes(app: FastifyInstance, { store, clock }: Deps) {
  const misses = app.createRateLimit(missLimit);

  app.post<{ Params: { token: string } }>(
    "/:token",
    {
      config: { scope: "public" },
      schema: {
        tags: ["actions"],
        operationId: "press_button",
        summary: "What a button of a notification does",
        security: [],
        response: { 200: json("It is done.", Done), ...failures },
      },
    },
    async (request, reply) => {
      const now = clock.now();
      const { token } = request.params;
      const device = deviceClaimed(token);
      const owner = device && (await store.read.device_owner(device));
      const verified = owner ? verify(owner.secret, token, now) : null;
      if (!owner || !verified?.ok) {
        const tried = await misses(request);
        if (!tried.isAllowed && tried.isExceeded)
          throw new Problem("too-many-requests", "Too many wrong buttons.", {
            headers: { "retry-after": String(tried.ttlInSeconds) },
          });
        throw verified?.ok === false && verified.why === "expired"
          ? new Problem(
              "forbidden",
              "This button has worked for a day and does no more: open the incident.",
            )
          : new Problem(
              "not-found",
              "There is no such button: its link was altered, or its device is gone.",
            );
      }
      const done = await pressed(owner, verified.action, now);
      return reply.send({ done });
    },
  );

  async function pressed(
    { org_id, person }: { org_id: string; person: string },
    { verb, incident_id, device_id }: Action,
    now: number,
  ): Promise<string> {
    if (verb === "confirm") {
      const address = incident_id;
      if (await store.run("confirm_device", { id: device_id, address, now }))
        return "This phone can be reached.";
      throw new Problem("conflict", "The device has another address by now: send it another test.");
    }
    const found = await store.read.incident(org_id, incident_id);
    if (!found) return "The incident is gone.";
    await store.run("answer", { incident_id, device_id, verb, now });
    return verb === "acknowledge"
      ? acknowledge(found.incident, person, now)
      : silence(found.incident, person, now);
  }

  async function acknowledge({ org_id, id }: Incident, by: string, now: number): Promise<string> {
    const outcome = await store.run("incident", {
      org_id,
      incident_id: id,
      command: { kind: "acknowledged", by },
      now,
    });
    if (!outcome.ok) return "The incident is gone.";
    return outcome.value.status === "resolved"
      ? "The incident is over already."
      : `Acknowledged by ${outcome.value.acknowledged_by}.`;
  }

  /** Pressed again while it lasts, it changes nothing. */
  async function silence(incident: Incident, by: string, now: number): Promise<string> {
    const { org_id, source, source_id, key } = incident;
    const alert = source === "alert_group";
    const about = {
      monitor_id: alert ? null : source_id,
      alert_group_id: alert ? source_id : null,
      key: alert ? key : null,
    };
    const current = await store.read.silences(
      { org_id, current: true, limit: 1000, after: null },
      now,
    );
    const there = current.some(
      (one) =>
        one.monitor_id === about.monitor_id &&
        one.alert_group_id === about.alert_group_id &&
        one.key === about.key &&
        one.cron === null &&
        one.from <= now,
    );
    if (!there)
      await store.run("create_silence", {
        actor: { org_id, name: by, request_id: null },
        silence: {
          ...about,
          matchers: [],
          from: now,
          until: now + silenceLasts,
          until_recovered: false,
          cron: null,
          duration_minutes: null,
          timezone: "UTC",
          created_by: by,
          reason: "silenced from the phone",
        },
        now,
      });
    return "Silenced for an hour.";
  }
}
