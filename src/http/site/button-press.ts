/**
 * Button presses: a signed token of a notification allows one action, to one incident or device, in the
 * name of one device's owner. Shared by the buttons of push apps and by the pages that mails link to.
 */
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Author } from "../../core/command/command.ts";
import type { Incident } from "../../core/model/model.ts";
import { deviceClaimed, verify, type Action } from "../../core/access/signed-action.ts";
import type { Deps } from "../deps.ts";
import { Problem } from "../answer/problem.ts";

/** How long the button silences, ms. */
const silenceLasts = 3600_000;
/** Wrong tokens that an address may try in a minute. */
const missLimit = { max: 20, timeWindow: 60_000 };

/** A verified token. */
export interface ButtonPress {
  org_id: string;
  /** Name or email of the device's owner. */
  user_id: string;
  person: string;
  action: Action;
}

type TokenRequest = FastifyRequest<{ Params: { token: string } }>;

export function buttonPresses(
  app: FastifyInstance,
  { store, clock }: Pick<Deps, "store" | "clock">,
) {
  const misses = app.createRateLimit(missLimit);

  /** The press that the token in the address allows; throws a `Problem`. Changes no data. */
  async function verified(request: TokenRequest): Promise<ButtonPress> {
    const { token } = request.params;
    const device = deviceClaimed(token);
    const owner = device && (await store.read.device_owner(device));
    const checked = owner ? verify(owner.secret, token, clock.now()) : null;
    if (owner && checked?.ok) return { ...owner, action: checked.action };
    const tried = await misses(request);
    if (!tried.isAllowed && tried.isExceeded)
      throw new Problem("too-many-requests", "Too many invalid requests. Try again later.", {
        headers: { "retry-after": String(tried.ttlInSeconds) },
      });
    throw checked?.ok === false && checked.why === "expired"
      ? new Problem("forbidden", "This button expired after 24 h. Open the incident instead.")
      : new Problem("not-found", "Invalid button: the link was changed or the device was removed.");
  }

  /** Takes the action, once or again, and returns its result as a sentence. */
  async function press(
    { org_id, user_id, person, action }: ButtonPress,
    client_address: string,
  ): Promise<string> {
    const { verb, incident_id, device_id } = action;
    const now = clock.now();
    if (verb === "confirm") {
      const address = incident_id;
      if (await store.run("confirm_device", { id: device_id, address, now }))
        return "Device verified.";
      throw new Problem("conflict", "This device's topic or server has changed. Send a new test.");
    }
    const row = await store.read.incident(org_id, incident_id);
    if (!row) return "This incident no longer exists.";
    await store.run("answer", { incident_id, device_id, verb, now });
    return verb === "acknowledge"
      ? acknowledge(row.incident, { by: person, user_id }, now)
      : silence(row.incident, person, client_address, now);
  }

  async function acknowledge(
    { org_id, id }: Incident,
    author: Author,
    now: number,
  ): Promise<string> {
    const outcome = await store.run("incident", {
      org_id,
      incident_id: id,
      command: { kind: "acknowledged", ...author },
      now,
    });
    if (!outcome.ok) return "This incident no longer exists.";
    return outcome.value.status === "resolved"
      ? "Already resolved."
      : `Acknowledged by ${outcome.value.acknowledged_by}.`;
  }

  /** Pressing it again while the silence lasts has no effect. */
  async function silence(
    incident: Incident,
    by: string,
    client_address: string,
    now: number,
  ): Promise<string> {
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
        actor: { org_id, name: by, request_id: null, client_address },
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
          reason: "silenced from a notification",
        },
        now,
      });
    return "Silenced for an hour.";
  }

  return { verified, press };
}
