/** A browser that renews the subscription of its device, or says that it has none any more. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { addressId } from "../../src/core/access/signed-action.ts";
import { newSubscription } from "../support/browser-subscription.ts";
import { startHttp, type HttpSide } from "../support/http.ts";

let http: HttpSide;
let user: string;
let count = 0;
beforeAll(async () => {
  http = await startHttp({ configured: ["ntfy", "webpush"] });
  user = (await http.api("POST", "/users", { email: "ada@example.com", name: "Ada" })).json.id;
});
afterAll(() => http.end());

const spoken = (endpoint: string) => {
  const { p256dh, auth, device } = newSubscription();
  return { says: { endpoint, keys: { p256dh, auth } }, device };
};
const address = () => `https://push.example.com/${++count}`;

/** A verified device of a browser, and what the browser says. */
async function browser() {
  const old = spoken(address());
  const { status, json } = await http.api("POST", `/users/${user}/devices`, {
    ...old.device,
    target: old.says.endpoint,
  });
  expect(status, JSON.stringify(json)).toBe(201);
  await http.store.run("confirm_device", {
    id: json.id,
    address: addressId({ ...old.device, target: old.says.endpoint, server: null }),
    now: Date.now(),
  });
  const renew = (body: object, id: string = json.id) =>
    http.call("POST", `/api/actions/devices/${id}/subscription`, { body });
  const shown = async () => (await http.api("GET", `/users/${user}/devices/${json.id}`)).json;
  return { id: json.id as string, old: old.says, renew, shown };
}

test("goes on with the new one, stays verified, and the answer can be lost", async () => {
  const { id, old, renew, shown } = await browser();
  const { verified_at } = await shown();
  expect(verified_at).not.toBeNull();
  const subscription = spoken(address()).says;
  for (const _ of ["first", "answer lost"])
    expect(await renew({ old, subscription })).toMatchObject({ status: 200 });
  expect(await shown()).toMatchObject({ verified_at, broken_at: null });
  const [event] = (await http.api("GET", `/audit_events?order=desc&limit=1`)).json;
  expect(event).toMatchObject({ actor: "Ada", action: "update", object_id: id });
  // The new one alone renews it from now on.
  const next = spoken(address()).says;
  expect((await renew({ old, subscription: next })).status).toBe(404);
  expect((await renew({ old: subscription, subscription: next })).status).toBe(200);
});

test("that it has none is shown at once, and ends with a new one", async () => {
  const { old, renew, shown } = await browser();
  expect((await renew({ old, subscription: null })).status).toBe(200);
  expect(await shown()).toMatchObject({
    broken_at: expect.any(String),
    broken_reason: "the browser has ended its subscription: add it again",
  });
  expect((await renew({ old, subscription: spoken(address()).says })).status).toBe(200);
  expect(await shown()).toMatchObject({ broken_at: null, broken_reason: null });
});

test("an address that is not public is refused", async () => {
  const { old, renew } = await browser();
  const { status, json } = await renew({ old, subscription: spoken("https://10.0.0.1/x").says });
  expect(status).toBe(409);
  expect(json.detail).toContain("target must lead to a public address");
});

test("other keys, another address and another device change nothing, and guesses are few", async () => {
  const { id, old, renew, shown } = await browser();
  const before = await shown();
  const subscription = spoken(address()).says;
  const phone = await http.api("POST", `/users/${user}/devices`, { kind: "ntfy", target: "t1" });
  const guesses: [object, string][] = [
    [{ ...old, keys: subscription.keys }, id],
    [{ ...old, endpoint: address() }, id],
    [old, phone.json.id],
    [old, "unknown"],
  ];
  for (const [guess, at] of guesses)
    for (const given of [subscription, null])
      expect((await renew({ old: guess, subscription: given }, at)).status).toBe(404);
  expect(await shown()).toEqual(before);
  const statuses = [];
  for (let i = 0; i < 20; i++)
    statuses.push((await renew({ old: guesses[0]![0], subscription: null })).status);
  expect(statuses.at(-1)).toBe(429);
  expect((await renew({ old, subscription })).status).toBe(200);
});
