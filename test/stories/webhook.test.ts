import { afterEach, beforeEach, expect, test } from "vitest";
import { isSigned, startHook, type Hook } from "../support/hook.ts";
import { minutes, startWorld, topic, type World } from "../support/world.ts";

let world: World;
let hook: Hook;
beforeEach(async () => {
  hook = await startHook();
  world = await startWorld();
});
afterEach(async () => {
  await world.end();
  await hook.stop();
});

const secret = "canary-0123456789";

/** Ada's group also tells a program. */
async function withHook(more: Record<string, unknown> = {}) {
  const group = await world.onCall();
  const [user] = await world.api<{ id: string }[]>("GET", "/users");
  const device = await world.api<{ id: string }>("POST", `/users/${user!.id}/devices`, {
    kind: "webhook",
    target: `${hook.url}/in`,
    secret,
    ...more,
  });
  const monitor = await world.api<{ webhook_url: string }>("POST", "/webhook_monitors", {
    title: "Shop errors",
    alert_group_id: group.id,
  });
  return { monitor, path: `/users/${user!.id}/devices/${device.id}`, device };
}

test("a program hears of an incident and of its end, and can tell that it was us", async () => {
  const { monitor } = await withHook();
  await world.report(monitor);
  await world.settle();
  await world.pass(minutes(6));
  const bodies = hook.posted.map(({ text }) => JSON.parse(text) as Record<string, object>);
  expect(bodies).toMatchObject([
    {
      version: 1,
      event: { kind: "opened", priority: 5 },
      incident: { number: 1, status: "open", resolved_at: null },
    },
    { event: { kind: "recovered" }, incident: { number: 1, status: "resolved" } },
  ]);
  expect(hook.posted.map((one) => isSigned(one, secret))).toEqual([true, true]);
});

test("a program that takes a post and never says so gets it four times, and nobody counts as reached by it", async () => {
  const { monitor, device } = await withHook();
  world.phone.failWith(503, topic);
  hook.answerWith(0);
  await world.report(monitor);
  await world.settle();
  const at: number[] = [];
  for (let minute = 0; minute <= 240; minute++) {
    while (at.length < hook.posted.length) at.push(minute);
    // The monitor stays in trouble.
    if (minute % 2 === 0) await world.report(monitor);
    await world.pass(minutes(1));
  }
  expect(at).toEqual([0, 5, 20, 80]);
  const { timeline, notifications } = await world.api<{
    timeline: { kind: string; text: string }[];
    notifications: { device_id: string; state: string }[];
  }>("GET", "/incidents/1");
  expect(notifications.find(({ device_id }) => device_id === device.id)).toMatchObject({
    state: "perhaps_delivered",
  });
  expect(timeline.filter(({ kind }) => kind === "perhaps_delivered")).toMatchObject([
    {
      text: expect.stringMatching(
        /^Page perhaps delivered to Ada \(webhook\): .* Sent again in 5 min\.$/,
      ),
    },
    { text: expect.stringMatching(/ Not sent again after 4 attempts\.$/) },
  ]);
  const health = await (await fetch(`${world.daemon.url}/health`)).text();
  expect(health).toContain("reached nobody");
});

test("the secret is never shown, and belongs to the origin that it was given for", async () => {
  const { device, path } = await withHook();
  expect(device).toMatchObject({ kind: "webhook", secret: "***", format: null });
  expect(JSON.stringify(await world.api("GET", "/audit_events"))).not.toContain(secret);
  await world.api("PUT", path, { target: `${hook.url}/elsewhere`, secret: "***" });
  const other = { target: "https://other.example.com/in" };
  await expect(world.api("PUT", path, other)).rejects.toThrow("secret_needed");
  await expect(world.api("PUT", path, { ...other, secret: "***" })).rejects.toThrow(
    "secret_needed",
  );
  expect(await world.api("PUT", path, { ...other, secret: null })).toMatchObject({ secret: null });
});

test("a webhook that is gone is refused, and Ada's phone hears all the same", async () => {
  hook.answerWith(410);
  const { monitor, path } = await withHook();
  await world.report(monitor);
  await world.settle();
  expect(await world.api("GET", path)).toMatchObject({
    broken_reason: expect.stringContaining("gone") as string,
  });
  expect(world.phone.messages()).toHaveLength(1);
});
