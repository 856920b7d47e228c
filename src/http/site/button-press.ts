/**
 * Button presses: a signed token of a notification allows one action, to one incident or device, in the
 * name of one device's owner. Shared by the buttons of push apps and by the pages that mails link to.
 */
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Author } from "../../core/command/command.ts";
import type { Incident } from "../../core/model/model.ts";
import { deviceClaimed, verify, type Action } from "../../core/access/signed-action.ts";
import { weekMinute } from "../../core/hours/zone.ts";
import { hour } from "../../core/text/units.ts";
import type { Deps } from "../deps.ts";
import { Problem } from "../answer/problem.ts";

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

  /** Counts an invalid request; throws a `Problem` after too many of them. */
  async function missed(request: FastifyRequest): Promise<void> {
    const tried = await misses(request);
    if (!tried.isAllowed && tried.isExceeded)
      throw new Problem("too-many-requests", "Too many invalid requests. Try again later.", {
        headers: { "retry-after": String(tried.ttlInSeconds) },
      });
  }

  /** The press that the token in the address allows; throws a `Problem`. Changes no data. */
  async function verified(request: TokenRequest): Promise<ButtonPress> {
    const { token } = request.params;
    const device = deviceClaimed(token);
    const owner = device && (await store.read.device_owner(device));
    const checked = owner ? verify(owner.secret, token, clock.now()) : null;
    if (owner && checked?.ok) return { ...owner, action: checked.action };
    await missed(request);
    throw checked?.ok === false && checked.why === "expired"
      ? new Problem("forbidden", "This button expired after 24 h. Open the incident instead.")
      : new Problem("not-found", "Invalid button: the link was changed or the device was removed.");
  }

  /** Takes the action, once or again, and returns its result as a sentence. */
  async function press({ org_id, user_id, person, action }: ButtonPress): Promise<string> {
    const { verb, incident_id, device_id } = action;
    const now = clock.now();
    if (verb === "confirm" || verb === "here") {
      const address = incident_id;
      const here = verb === "here";
      if (await store.run("confirm_device", { id: device_id, address, here, now }))
        return here ? "The others see that you are there." : "Device verified.";
      throw new Problem("conflict", "This device's topic or server has changed. Send a new test.");
    }
    const row = await store.read.incident(org_id, incident_id);
    if (!row) return "This incident no longer exists.";
    const takes_over = verb === "take_over";
    const pressed = verb === "take_over" ? "acknowledge" : verb;
    await store.run("answer", { incident_id, device_id, verb: pressed, now });
    const snooze_ms = verb === "snooze" ? hour : null;
    return acknowledge(row.incident, { by: person, user_id, snooze_ms, takes_over }, now);
  }

  async function acknowledge(
    { org_id, id }: Incident,
    author: Author & { snooze_ms: number | null; takes_over: boolean },
    now: number,
  ): Promise<string> {
    const outcome = await store.run("incident", {
      org_id,
      incident_id: id,
      command: { kind: "acknowledged", ...author },
      now,
    });
    if (!outcome.ok) return "This incident no longer exists.";
    const { status, acknowledged_by: by, snoozed_until: until } = outcome.value;
    if (status === "resolved") return "Already resolved.";
    return until === null
      ? `Acknowledged by ${by}.`
      : `Snoozed by ${by} until ${weekMinute("UTC", until, now)}. Unless it is resolved by then, it pages again.`;
  }

  return { verified, press, missed };
}
