import { randomBytes, randomUUID } from "node:crypto";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { makeKey } from "../../src/core/access/api-key.ts";
import type { Store } from "../../src/app/store.ts";
import { startHttp, type HttpSide } from "../support/http.ts";

/** The clock stands still: every guess is made in the same second. */
let http: HttpSide;
let lookUps = 0;
beforeEach(async () => {
  lookUps = 0;
  http = await startHttp({ wrap: counting });
});
afterEach(() => http.end());

function counting(store: Store): Store {
  const { key_by_hash, inbound_target } = store.read;
  const read = {
    ...store.read,
    key_by_hash: (hash: string) => (lookUps++, key_by_hash(hash)),
    inbound_target: (id: string) => (lookUps++, inbound_target(id)),
  };
  return { ...store, read };
}

const times = async (count: number, ask: () => Promise<{ status: number }>) => {
  const statuses: number[] = [];
  for (let n = 0; n < count; n++) statuses.push((await ask()).status);
  return statuses;
};
const me = (key: string) => http.call("GET", "/api/v1/me", { key });
const invented = () => me(makeKey(randomBytes));

describe("invented API keys", () => {
  it("are limited per address before the database is read, and no valid key with them", async () => {
    expect((await me(http.keys.read)).status).toBe(200);
    const before = lookUps;
    const statuses = await times(100, invented);
    expect(statuses.slice(0, 20)).toEqual(Array<number>(20).fill(401));
    expect(new Set(statuses.slice(20))).toEqual(new Set([429]));
    expect(lookUps - before).toBeLessThanOrEqual(31);
    expect((await me(http.keys.read)).status).toBe(200);
  });

  it("hold up a valid key that was not seen before for a second at most", async () => {
    await times(100, invented);
    await http.clock.advance(1000, () => true);
    expect((await me(http.keys.write)).status).toBe(200);
    await http.clock.advance(60_000, () => true);
    expect((await invented()).status).toBe(401);
  });
});

describe("invented webhook URLs", () => {
  it("are limited per address before the database is read, and no known URL with them", async () => {
    const group = (await http.api("POST", "/alert_groups", { title: "On call" })).json;
    const post = (id: string) =>
      http.call("POST", `/api/webhook/${id}`, { body: { title: "An alert" } });
    expect((await post(group.webhook_id)).status).toBe(202);
    const before = lookUps;
    const statuses = await times(100, () => post(randomUUID()));
    expect(statuses.slice(0, 20)).toEqual(Array<number>(20).fill(404));
    expect(new Set(statuses.slice(20))).toEqual(new Set([429]));
    expect(lookUps - before).toBeLessThanOrEqual(21);
    expect((await post(group.webhook_id)).status).toBe(202);
  });

  it("refuse no URL that exists: none that was never used before, is made meanwhile, or was rotated away", async () => {
    const made = async (kind: string, fields: object = {}) =>
      (await http.api("POST", kind, { title: "Shop", ...fields })).json;
    const post = async (id: string) =>
      (await http.call("POST", `/api/webhook/${id}`, { body: { message: "boom" } })).status;
    const group = await made("/alert_groups");
    const monitor = await made("/webhook_monitors", { alert_group_id: group.id });
    await times(50, async () => ({ status: await post(randomUUID()) }));
    expect([await post(group.webhook_id), await post(monitor.webhook_id)]).toEqual([202, 202]);

    const later = await made("/webhook_monitors", { alert_group_id: group.id });
    expect(await post(later.webhook_id)).toBe(202);
    for (const [kind, { id, webhook_id }] of [
      ["alert_groups", group],
      ["webhook_monitors", monitor],
    ] as const) {
      const rotated = (await http.api("POST", `/${kind}/${id}/rotate_webhook`)).json;
      expect([await post(rotated.webhook_id), await post(webhook_id)]).toEqual([202, 202]);
    }
    expect(await post(randomUUID())).toBe(429);
  });

  it("are answered as unknown again when a minute is over", async () => {
    const post = () => http.call("POST", `/api/webhook/${randomUUID()}`, { body: {} });
    expect((await times(30, post)).at(-1)).toBe(429);
    await http.clock.advance(60_000, () => true);
    expect((await post()).status).toBe(404);
  });
});
