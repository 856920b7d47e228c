import { beforeEach, describe, expect, test } from "vitest";
import { minutes, seconds, startWorld, topic, type World } from "../support/world.ts";
import { startPhone, type PhoneMessage } from "../support/phone.ts";

const site = "https://monitor.example.com";
let world: World;
let bo: string;

interface Monitor {
  id: string;
  webhook_url: string;
}

beforeEach(async () => {
  world = await startWorld({ siteUrl: site });
  return () => world.end();
});

/** Two people with a phone each, and what is to break. */
async function twoPhones(more = {}): Promise<Monitor> {
  const group = await world.onCall(more);
  const user = await world.api<{ id: string }>("POST", "/users", {
    email: "bo@example.com",
    name: "Bo",
  });
  bo = user.id;
  await world.api("POST", `/users/${bo}/devices`, {
    kind: "ntfy",
    target: "bo-phone",
  });
  await world.api("POST", `/alert_groups/${group.id}/members`, {
    email: "bo@example.com",
  });
  return world.api<Monitor>("POST", "/webhook_monitors", {
    title: "Shop",
    alert_group_id: group.id,
    error_rate_window_minutes: 600,
  });
}

const button = (message: PhoneMessage, label: string) =>
  message.actions.find((action) => action.label === label)!;

/** What the phone does when a button is pressed. */
async function press(url: string, method = "POST"): Promise<{ status: number; text: string }> {
  const answer = await fetch(url.replace(site, world.daemon.url), { method });
  const text = await answer.text();
  await world.pass(1);
  return { status: answer.status, text };
}

const last = (of: string) => world.phone.messages(of).at(-1)!;
const incident = () =>
  world
    .api<{ id: string; status: string; acknowledged_by: string | null }[]>("GET", "/incidents")
    .then(([one]) => one!);

describe("the buttons under a notification", () => {
  test("acknowledge: changes every phone, says who it was, stops repeats and escalation; a second press changes nothing", async () => {
    const second = await world.api<{ id: string }>("POST", "/alert_groups", {
      title: "Second line",
    });
    const shop = await twoPhones({
      repeat_minutes: 2,
      escalate_to: second.id,
      escalate_after_minutes: 3,
    });
    await world.api("POST", `/alert_groups/${second.id}/members`, {
      email: "bo@example.com",
    });
    await world.report(shop);
    await world.settle();
    const rings = last("bo-phone");
    expect(rings.actions.map(({ label }) => label)).toEqual(["Acknowledge", "Snooze 1 h", "Open"]);
    expect(button(rings, "Open").url).toBe(`${site}/incidents/1`);
    const { url, method } = button(rings, "Acknowledge");
    expect(method).toBe("POST");
    const before = world.clock.now();
    expect(await press(url)).toEqual({
      status: 200,
      text: '{"done":"Acknowledged by Bo."}',
    });
    expect(world.clock.now() - before).toBe(1);
    for (const phone of [topic, "bo-phone"])
      expect(world.phone.shown(phone)).toMatchObject([
        {
          title: expect.stringMatching(/^Acknowledged by Bo: Shop/),
          priority: 2,
        },
      ]);
    const { text } = await press(button(last(topic), "Open")?.url ?? url);
    expect(text).not.toContain("Ada");
    expect((await press(url)).text).toContain("Acknowledged by Bo.");
    await world.pass(minutes(5));
    expect(world.phone.messages(topic)).toHaveLength(2);
    expect(await incident()).toMatchObject({ acknowledged_by: "Bo" });
  });

  test("of another person, after somebody was first, says who that was", async () => {
    const shop = await twoPhones();
    await world.report(shop);
    await world.settle();
    const hers = button(last(topic), "Acknowledge").url;
    await press(button(last("bo-phone"), "Acknowledge").url);
    expect((await press(hers)).text).toBe('{"done":"Acknowledged by Bo."}');
  });

  test("snooze: an hour without pages, the others see who took it, and then it pages again", async () => {
    const shop = await twoPhones({ repeat_minutes: 10 });
    await world.report(shop);
    await world.settle();
    const { url } = button(last(topic), "Snooze 1 h");
    await press(url);
    const said =
      "Snoozed by Ada until Sat 04:00 UTC. Unless it is resolved by then, it pages again.";
    expect((await press(url)).text).toBe(JSON.stringify({ done: said }));
    expect(await world.api("GET", "/silences")).toEqual([]);
    expect(world.phone.shown("bo-phone")).toMatchObject([
      { title: expect.stringMatching(/^Snoozed by Ada until Sat 04:00 UTC: Shop/), priority: 2 },
    ]);
    await world.pass(minutes(58));
    expect(world.phone.messages("bo-phone")).toHaveLength(2);
    await world.pass(minutes(3));
    for (const phone of [topic, "bo-phone"])
      expect(last(phone).title).toMatch(/^Acknowledgement expired: Shop/);
  });

  test("altered, fetched, or after a day do nothing", async () => {
    const shop = await twoPhones();
    await world.report(shop);
    await world.settle();
    const { url } = button(last(topic), "Acknowledge");
    expect((await press(url, "GET")).status).toBe(405);
    expect((await press(url, "HEAD")).status).toBe(405);
    const middle = url.length - 30;
    const altered =
      url.slice(0, middle) + (url[middle] === "A" ? "B" : "A") + url.slice(middle + 1);
    const refused = await press(altered);
    expect(refused.status).toBe(404);
    expect(refused.text).toContain("/api/actions/***");
    expect((await press(`${site}/api/actions/nothing`)).status).toBe(404);
    await world.away(24 * 3600_000 + 1000);
    const late = await press(url);
    expect([late.status, late.text]).toEqual([403, expect.stringContaining("expired after 24 h")]);
    expect((await incident()).status).not.toBe("acknowledged");
  });
});

test("a push server that can replace nothing is sent a new quiet message when somebody has acknowledged", async () => {
  const old = await startPhone({ old: true });
  const shop = await twoPhones();
  const [device] = await world.api<{ id: string }[]>("GET", `/users/${bo}/devices`);
  await world.api("PUT", `/users/${bo}/devices/${device!.id}`, {
    server: old.url,
  });
  await world.report(shop);
  await world.settle();
  await press(button(last(topic), "Acknowledge").url);
  expect(old.shown("bo-phone").map(({ title, priority }) => [title, priority])).toEqual([
    ["Shop: 1 error in 600 minutes", 5],
    ["Acknowledged by Ada: Shop: 1 error in 600 minutes", 2],
  ]);
  expect(world.phone.shown(topic)).toHaveLength(1);
  await old.stop();
});

describe("a service that phones cannot reach", () => {
  test("offers nothing to press", async () => {
    await world.end();
    world = await startWorld();
    const shop = await twoPhones();
    await world.report(shop);
    await world.settle();
    expect(last(topic).actions).toEqual([]);
  });
});

describe("a phone", () => {
  test("is verified when somebody says that the test arrived", async () => {
    await twoPhones();
    const devices = () =>
      world.api<{ id: string; verified_at: string | null }[]>("GET", `/users/${bo}/devices`);
    const [device] = await devices();
    const queued = await world.api<{ transition: string; priority: number }>(
      "POST",
      `/users/${bo}/devices/${device!.id}/test`,
    );
    expect(queued).toMatchObject({ transition: "test", priority: 2 });
    await world.pass(seconds(1));
    expect((await devices())[0]!.verified_at).toBeNull();
    const { url } = button(last("bo-phone"), "I got it");
    expect((await press(url)).text).toBe('{"done":"Device verified."}');
    expect((await devices())[0]!.verified_at).not.toBeNull();
    await world.api("PUT", `/users/${bo}/devices/${device!.id}`, {
      enabled: false,
    });
    await expect(world.api("POST", `/users/${bo}/devices/${device!.id}/test`)).rejects.toThrow(
      /409.*disabled/,
    );
    await expect(world.api("POST", `/users/${bo}/devices/nothing/test`)).rejects.toThrow(/404/);
  });
});

test("a phone is added by its link: it rings, answers, and is told of what breaks from then on", async () => {
  const user = await world.api<{ id: string }>("POST", "/users", {
    email: "cy@example.com",
    name: "Cy",
  });
  const made = await world.api<{ id: string; url: string; target: string }>(
    "POST",
    `/users/${user.id}/device_invitations`,
    { name: "Pixel" },
  );
  const link = made.url.replace(site, world.daemon.url);
  expect((await fetch(link)).status).toBe(200);
  expect(world.phone.messages(made.target)).toEqual([]);

  const sent = await fetch(`${link}/test`, { method: "POST" });
  expect(sent.status).toBe(200);
  await world.settle();
  const ring = last(made.target);
  expect(ring).toMatchObject({ priority: 4 });
  expect(await (await fetch(link)).text()).toContain("accepted the test");
  expect((await press(button(ring, "I got it").url)).text).toContain("Device verified.");
  expect((await fetch(link)).status).toBe(410);
  expect(await world.api("GET", `/users/${user.id}/device_invitations/${made.id}`)).toMatchObject({
    status: "verified",
    test: { state: "delivered" },
  });

  const group = await world.api<{ id: string }>("POST", "/alert_groups", {
    title: "Night",
  });
  await world.api("POST", `/alert_groups/${group.id}/members`, {
    email: "cy@example.com",
  });
  const shop = await world.api<Monitor>("POST", "/webhook_monitors", {
    title: "Shop",
    alert_group_id: group.id,
  });
  await world.report(shop);
  await world.settle();
  expect(last(made.target).title).toContain("Shop");
});

test("a push server that refuses the test is named on the page, and a phone whose answer was lost can say so itself", async () => {
  const user = await world.api<{ id: string }>("POST", "/users", {
    email: "cy@example.com",
  });
  const invite = async () => {
    const { url, target } = await world.api<{ url: string; target: string }>(
      "POST",
      `/users/${user.id}/device_invitations`,
      {},
    );
    return { link: url.replace(site, world.daemon.url), target };
  };
  const refused = await invite();
  world.phone.failWith(403, refused.target);
  await fetch(`${refused.link}/test`, { method: "POST" });
  await world.settle();
  expect(await (await fetch(refused.link)).text()).toMatch(
    /rejected the test: .*403|rejected the test: .*told to/,
  );

  const lost = await invite();
  world.phone.failWith("lost answer", lost.target);
  await fetch(`${lost.link}/test`, { method: "POST" });
  await world.settle();
  expect(world.phone.messages(lost.target)).not.toEqual([]);
  const arrived = await fetch(`${lost.link}/arrived`, { method: "POST" });
  expect(arrived.status).toBe(410);
  expect(await arrived.text()).toContain("This phone can be reached");
});
