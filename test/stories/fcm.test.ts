import { afterEach, expect, test } from "vitest";
import { readServiceAccount, type ServiceAccount } from "../../src/channel/fcm/service-account.ts";
import { fcmError, startFcm, type FakeFcm } from "../support/fcm.ts";
import { minutes, startWorld, topic, type World } from "../support/world.ts";

let world: World;
let fcm: FakeFcm;
afterEach(async () => {
  await world.end();
  await fcm.stop();
});

/** Ada has a second phone, which is reached through FCM. */
async function startWithFcm() {
  fcm = await startFcm({ now: () => world.clock.now() });
  const account = readServiceAccount(JSON.stringify(fcm.credentials)) as ServiceAccount;
  world = await startWorld({
    channels: { fcm: { account, url: fcm.url, tokenUrl: null } },
  });
  const group = await world.onCall();
  const [user] = await world.api<{ id: string }[]>("GET", "/users");
  const devices = `/users/${user!.id}/devices`;
  await world.api("POST", devices, { kind: "fcm", target: "ada:token" });
  const monitor = await world.api<{ webhook_url: string }>("POST", "/webhook_monitors", {
    title: "Shop errors",
    alert_group_id: group.id,
  });
  const device = async () => {
    const all = await world.api<{ kind: string; broken_reason: string }[]>("GET", devices);
    return all.find(({ kind }) => kind === "fcm")!;
  };
  return { monitor, device };
}

test("a phone that is reached through FCM hears the same as one on ntfy, and shows the last of it", async () => {
  const { monitor } = await startWithFcm();
  await world.report(monitor);
  await world.settle();
  expect(fcm.messages()).toHaveLength(1);
  await world.pass(minutes(6));
  expect(fcm.messages()).toHaveLength(2);
  const [shown, ...others] = fcm.shown("ada:token");
  expect(others).toEqual([]);
  const [ntfy] = world.phone.shown(topic);
  expect(shown!.notification).toEqual({
    title: ntfy!.title,
    body: ntfy!.message,
  });
  expect(fcm.tokenRequests()).toBe(1);
});

test("a phone whose app was removed is shown as broken, and as working when it is there again", async () => {
  const { monitor, device } = await startWithFcm();
  fcm.failWith(fcmError(404, "UNREGISTERED"));
  await world.report(monitor);
  await world.settle();
  expect((await device()).broken_reason).toContain("register it again");
  expect(world.phone.messages(topic)).toHaveLength(1);
  fcm.failWith(null);
  await world.pass(minutes(11));
  await world.report(monitor);
  await world.settle();
  expect((await device()).broken_reason).toBe(null);
  expect(fcm.messages()).toHaveLength(1);
});

test("trouble at Google delays no other phone, and the page arrives when it is over", async () => {
  const { monitor } = await startWithFcm();
  fcm.failTokensWith({ status: 503 });
  await world.report(monitor);
  await world.settle();
  expect(world.phone.messages(topic)).toHaveLength(1);
  expect(fcm.attempts()).toBe(0);
  await world.pass(minutes(2));
  fcm.failTokensWith(null);
  await world.pass(minutes(2));
  expect(fcm.messages()).toHaveLength(1);
});
