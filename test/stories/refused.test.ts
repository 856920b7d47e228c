import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { alertmanagerAlert, alertmanagerBody } from "../support/senders.ts";
import { minutes, startWorld, type World } from "../support/world.ts";

let world: World;
beforeEach(async () => {
  world = await startWorld();
});
afterEach(() => world.end());

interface Target {
  id: string;
  webhook_url: string;
}
interface Shown {
  id: string;
  title: string;
  status: string;
  source: string;
  priority_level: number;
  summary: string;
  details: Record<string, unknown>;
}

const titles = () => world.phone.messages().map(({ title }) => title);
const incidents = (query = "?order=asc") => world.api<Shown[]>("GET", `/incidents${query}`);

async function post(
  { webhook_url }: Target,
  body: string | Uint8Array<ArrayBuffer>,
  headers: Record<string, string> = {},
): Promise<number> {
  const url = `${world.daemon.url}${new URL(webhook_url).pathname}`;
  const answer = await fetch(url, {
    method: "POST",
    body,
    headers: { "content-type": "application/json", ...headers },
  });
  await answer.text();
  await world.settle();
  return answer.status;
}

/** A group's URL, that of a monitor, and a body that each of them accepts. */
async function targets() {
  const { id } = await world.onCall();
  const group = await world.api<Target>("GET", `/alert_groups/${id}`);
  const monitor = await world.api<Target>("POST", "/webhook_monitors", {
    title: "Shop errors",
    alert_group_id: id,
    error_rate_threshold: 100,
  });
  return {
    group: { target: group, good: JSON.stringify(alertmanagerBody([])), limit: 8 * 1024 * 1024 },
    monitor: { target: monitor, good: '{"message":"boom"}', limit: 1024 * 1024 },
  };
}

const deep = `${'{"a":['.repeat(50)}${"]}".repeat(50)}`;

describe.each(["group", "monitor"] as const)("what the URL of a %s cannot read", (which) => {
  test.each<[string, string | Uint8Array<ArrayBuffer> | null, Record<string, string>]>([
    ["too large", null, {}],
    ["an unknown charset", "{}", { "content-type": "application/json; charset=x-none" }],
    ["gzip", "x", { "content-encoding": "gzip" }],
    ["cut off", '{"message":', {}],
    ["an unknown coding", "{}", { "content-encoding": "compress" }],
    ["plain text", "Disk full", { "content-type": "text/plain" }],
    ["too deep", deep, {}],
    ["the wrong shape", "42", {}],
    ["a long key", "{}", { "idempotency-key": "x".repeat(256) }],
  ])(
    "(%s) opens an incident of low noise, until something is read",
    async (_what, body, headers) => {
      const { target, good, limit } = (await targets())[which];
      const sent = body ?? `{"message":"${"x".repeat(limit)}"}`;
      expect(await post(target, sent, headers)).toBeOneOf([400, 413, 415, 422]);
      expect(await incidents()).toMatchObject([
        {
          status: "open",
          priority_level: 3,
          title: expect.stringMatching(/^A delivery could not be read: ./),
          source: which === "group" ? "alert_group" : "webhook_monitor",
        },
      ]);
      expect(titles()).toHaveLength(1);
      await world.pass(minutes(10));
      for (let i = 0; i < 5; i++) await post(target, "{");
      expect(titles()).toHaveLength(1);
      expect(await post(target, good)).toBe(202);
      await world.pass(minutes(2));
      expect(await incidents()).toMatchObject([{ status: "resolved" }]);
      expect(titles()).toHaveLength(2);
    },
  );
});

test("1,300 alerts of one outage are taken, and page", async () => {
  const { group } = await targets();
  const alerts = Array.from({ length: 1_300 }, (_, i) =>
    alertmanagerAlert(`web-${i}`, { annotations: { description: "x".repeat(700) } }),
  );
  const body = JSON.stringify(alertmanagerBody(alerts));
  expect(body.length).toBeGreaterThan(1.2 * 1024 * 1024);
  expect(await post(group.target, body)).toBe(202);
  await world.pass(minutes(1));
  expect(await incidents("?unresolved=true&limit=1000")).toHaveLength(1000);
  expect(titles().length).toBeGreaterThan(0);
});

test("the incident about a monitor's URL is apart from that of its errors", async () => {
  const { monitor } = await targets();
  const errors = await world.api<Target>("POST", "/webhook_monitors", {
    title: "Fragile",
    alert_group_id: (await world.api<Target[]>("GET", "/alert_groups"))[0]!.id,
    error_rate_threshold: 1,
  });
  await post(errors, '{"message":"boom"}');
  await post(errors, "{");
  await post(monitor.target, "{");
  expect(await incidents("?unresolved=true")).toHaveLength(3);
  const open = await incidents("?unresolved=true");
  const first = open.find(({ title }) => title.includes("1 error"));
  const second = open.find(
    ({ title, summary }) => title !== first!.title && summary.includes("Fragile"),
  );
  await world.api("POST", `/incidents/${second!.id}/resolve`, {});
  expect((await incidents("?unresolved=true")).map(({ id }) => id)).toContain(first!.id);
  await post(errors, '{"message":"boom"}');
  expect(await incidents("?unresolved=true")).toHaveLength(2);
  await world.api("DELETE", `/webhook_monitors/${monitor.target.id}`);
  expect(await incidents("?unresolved=true")).toMatchObject([{ id: first!.id }]);
});
