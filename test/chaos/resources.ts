/** The monitors of a run, their people and phones: one apply, and a request for each phone. */
import type { ApplyRequest } from "../../src/api/declaration.ts";
import { createClient } from "../../src/client/client.ts";

/** Enough that none gets more than a few pushes a minute: more would be one summary. */
const mostPhones = 100;

/** Thousands of monitors at once, on a machine that may be busy, ms. */
const applyTimeout = 600_000;

export interface Webhook {
  id: string;
  webhook_id: string | null;
}

const phonesOf = ({ monitors }: { monitors: number }) => Math.min(monitors, mostPhones);

const named = (name: string, count: number) =>
  Array.from({ length: count }, (_, i) => ({ external_id: `${name}-${i}`, i }));

function declaration(
  { monitors, webhooks }: { monitors: number; webhooks: number },
  urlOf: (index: number) => string,
): ApplyRequest {
  const phones = phonesOf({ monitors });
  const email = (i: number) => `person-${i}@example.com`;
  return {
    project: "chaos",
    users: named("person", phones).map(({ external_id, i }) => ({ external_id, email: email(i) })),
    alert_groups: named("group", phones).map(({ external_id, i }) => ({
      external_id,
      title: `On call ${i}`,
      members: [email(i)],
    })),
    health_check_monitors: named("application", monitors).map(({ external_id, i }) => ({
      external_id,
      title: `Application ${i}`,
      url: urlOf(i),
      alert_group: `group-${i % phones}`,
      interval_seconds: 10,
    })),
    webhook_monitors: named("errors", webhooks).map(({ external_id, i }) => ({
      external_id,
      title: `Errors ${i}`,
      alert_group: "group-0",
      error_rate_threshold: 1_000_000,
      error_rate_window_minutes: 60,
    })),
  };
}

/** Makes them by the node at `url`; the ids of the applications' monitors in their order, and the webhook monitors. */
export async function makeResources(
  url: string,
  apiKey: string,
  counts: { monitors: number; webhooks: number },
  urlOf: (index: number) => string,
): Promise<{ health: string[]; webhooks: Webhook[] }> {
  const client = createClient({ url, apiKey, timeout: applyTimeout });
  const { changes } = await client.send("POST /apply", { body: declaration(counts, urlOf) });
  const ids = new Map(changes.map(({ external_id, id }) => [external_id, id]));
  for (const { external_id, i } of named("person", phonesOf(counts)))
    await client.send("POST /users/:user_id/devices", {
      user_id: ids.get(external_id)!,
      body: { kind: "ntfy", target: `phone-${i}` },
    });
  return {
    health: named("application", counts.monitors).map(({ external_id }) => ids.get(external_id)!),
    webhooks: await client.send("GET /webhook_monitors", { query: { limit: 200 } }),
  };
}
