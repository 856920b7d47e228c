import { beforeEach, describe, expect, test } from "vitest";
import { minutes, seconds, startWorld, topic, type World } from "../support/world.ts";

interface Monitor {
  id: string;
  title: string;
  webhook_url: string;
}
interface Incident {
  id: string;
  status: string;
  title: string;
  timeline: { kind: string; text: string }[];
  notifications: { state: string; transition: string }[];
}

let world: World;
/** What ntfy was sent, in order. */
const pushes = (of = topic) => world.phone.messages(of).map(({ title }) => title);
const hours = (n: number) => minutes(60 * n);
const office = {
  contact_hours_all_day: false,
  contact_hours_from: "08:00:00",
  contact_hours_to: "18:00:00",
};

beforeEach(async () => {
  // It is 03:00 UTC on a Saturday.
  world = await startWorld();
  return () => world.end();
});

/** A monitor that fires with the first report, for as long as the window lasts. */
const monitor = (group: { id: string }, title: string, window = 600) =>
  world.api<Monitor>("POST", "/webhook_monitors", {
    title,
    alert_group_id: group.id,
    error_rate_window_minutes: window,
  });
async function breaks(...broken: Monitor[]): Promise<void> {
  for (const one of broken) {
    await world.report(one, "boom");
    await world.pass(1);
  }
}
async function resolves(one: Monitor): Promise<void> {
  const incident = await incidentOf(one);
  await world.api("POST", `/incidents/${incident.id}/resolve`);
  await world.pass(1);
}
async function incidentOf(one: Monitor): Promise<Incident> {
  const [found] = await world.api<Incident[]>("GET", `/incidents?source_id=${one.id}`);
  return world.api<Incident>("GET", `/incidents/${found!.id}`);
}
const said = async (one: Monitor) => (await incidentOf(one)).timeline.map(({ text }) => text);

/** Another person with a phone of their own, in a group. */
async function person(name: string, group: { id: string }): Promise<string> {
  const user = await world.api<{ id: string }>("POST", "/users", {
    email: `${name}@example.com`,
    name,
  });
  await world.api("POST", `/users/${user.id}/devices`, {
    kind: "ntfy",
    target: `${name}-phone`,
  });
  await world.api("POST", `/alert_groups/${group.id}/members`, {
    email: `${name}@example.com`,
  });
  return user.id;
}

describe("outside contact hours", () => {
  test("nothing is sent; what is still open in the morning comes as one digest, also when the daemon was away then", async () => {
    const group = await world.onCall(office);
    const [a, b, c] = [
      await monitor(group, "A"),
      await monitor(group, "B"),
      await monitor(group, "C"),
    ];
    await breaks(a!, b!, c!);
    await world.pass(minutes(1));
    expect(pushes()).toEqual([]);
    expect(await said(a!)).toContain(
      "Page to Ada (Pixel) on hold: outside the group's contact hours until 2026-11-21 08:00 UTC.",
    );
    await resolves(b!);
    expect(pushes()).toEqual([]);
    expect((await incidentOf(b!)).notifications).toMatchObject([{ state: "dropped" }]);

    await world.away(hours(5));
    expect(pushes()).toEqual(["2 new: A: 1 error in 600 minutes and 1 more"]);
    expect(world.phone.messages(topic)[0]?.message).toContain("- C: 1 error");
    await world.pass(minutes(1));
    expect(pushes()).toHaveLength(1);
    expect((await incidentOf(c!)).notifications).toMatchObject([{ state: "delivered" }]);
  });

  test("what is urgent pages all the same where the group says so", async () => {
    const group = await world.onCall({
      ...office,
      urgent_ignores_contact_hours: true,
    });
    await breaks(await monitor(group, "A"));
    expect(pushes()).toHaveLength(1);
  });

  test("a change of the hours lets go what is held", async () => {
    const group = await world.onCall(office);
    await breaks(await monitor(group, "A"));
    expect(pushes()).toEqual([]);
    await world.api("PUT", `/alert_groups/${group.id}`, {
      contact_hours_all_day: true,
    });
    await world.pass(seconds(1));
    expect(pushes()).toEqual(["A: 1 error in 600 minutes"]);
  });

  test("a person can have hours and a least priority of their own", async () => {
    const group = await world.onCall({ ...office, priority_level: 2 });
    const bo = await person("bo", group);
    const cy = await person("cy", group);
    await world.api("PUT", `/alert_groups/${group.id}/members/${bo}`, {
      contact_hours_all_day: true,
    });
    await world.api("PUT", `/alert_groups/${group.id}/members/${cy}`, {
      contact_hours_all_day: true,
      minimum_priority: 1,
    });
    await breaks(await monitor(group, "A"));
    expect([pushes(), pushes("bo-phone"), pushes("cy-phone")]).toEqual([
      [],
      ["A: 1 error in 600 minutes"],
      [],
    ]);
    await expect(
      world.api("PUT", `/alert_groups/${group.id}/members/${bo}`, {
        timezone: "Mars/Olympus",
      }),
    ).rejects.toThrow(/422.*timezone/);
  });
});

describe("an incident that nobody acknowledges", () => {
  test("pages again until somebody does, and that changes what the phones show", async () => {
    const group = await world.onCall({ repeat_minutes: 2, repeat_limit: 3 });
    const shop = await monitor(group, "Shop");
    await breaks(shop);
    await world.pass(minutes(4) + seconds(1));
    expect(pushes()).toEqual([
      "Shop: 1 error in 600 minutes",
      "Reminder: Shop: 1 error in 600 minutes",
      "Reminder: Shop: 1 error in 600 minutes",
    ]);
    const { id } = await incidentOf(shop);
    await world.api("POST", `/incidents/${id}/acknowledge`, { by: "Ada" });
    await world.pass(minutes(6));
    expect(pushes().slice(3)).toEqual(["Acknowledged by Ada: Shop: 1 error in 600 minutes"]);
    // One notification on the phone, which says the last of it.
    expect(world.phone.shown(topic).map(({ priority }) => priority)).toEqual([2]);
    await world.api("POST", `/incidents/${id}/unacknowledge`);
    await world.pass(minutes(2) + seconds(1));
    expect(pushes().at(-1)).toMatch(/^Reminder/);
  });

  test("stops at the limit", async () => {
    const group = await world.onCall({ repeat_minutes: 1, repeat_limit: 2 });
    await breaks(await monitor(group, "Shop"));
    await world.pass(minutes(5));
    expect(pushes()).toHaveLength(3);
  });

  test.each([
    ["a silence of 150 s", 1, 2, minutes(2.5), 3],
    ["a silence of an hour, with the default of 12 reminders", null, null, minutes(60), 13],
  ])("keeps its reminders through %s", async (_, repeat_minutes, repeat_limit, lasts, sent) => {
    const group = await world.onCall({ repeat_minutes, repeat_limit });
    const shop = await monitor(group, "Shop");
    await world.api("POST", "/silences", {
      monitor_id: shop.id,
      reason: "deploy",
      until: new Date(world.clock.now() + lasts).toISOString(),
    });
    await breaks(shop);
    await world.pass(lasts - seconds(1));
    expect(pushes()).toEqual([]);
    expect((await said(shop)).filter((text) => text.startsWith("Reminder"))).toEqual([]);
    await world.pass(minutes(5 * 14));
    expect(pushes()).toHaveLength(sent);
    const reminders = (await said(shop)).filter((text) => text.startsWith("Reminder sent"));
    expect(reminders).toHaveLength(sent - 1);
  });

  test("keeps the reminders of a member whose own hours begin later", async () => {
    const group = await world.onCall({ repeat_minutes: 1, repeat_limit: 2 });
    const [ada] = await world.api<{ id: string }[]>("GET", "/users");
    // It is 03:00.
    await world.api("PUT", `/alert_groups/${group.id}/members/${ada!.id}`, {
      contact_hours_all_day: false,
      contact_hours_from: "03:04:00",
      contact_hours_to: "18:00:00",
    });
    await breaks(await monitor(group, "Shop"));
    await world.pass(minutes(4) - 1000);
    expect(pushes()).toEqual([]);
    await world.pass(minutes(10));
    expect(pushes()).toEqual([
      "Shop: 1 error in 600 minutes",
      "Reminder: Shop: 1 error in 600 minutes",
      "Reminder: Shop: 1 error in 600 minutes",
    ]);
  });

  test("is escalated to another group, which must not lead back", async () => {
    const first = await world.onCall();
    const second = await world.api<{ id: string }>("POST", "/alert_groups", {
      title: "Second line",
      repeat_minutes: 0,
    });
    await person("bo", second);
    await world.api("PUT", `/alert_groups/${first.id}`, {
      escalate_to: second.id,
      escalate_after_minutes: 3,
    });
    const shop = await monitor(first, "Shop");
    await breaks(shop);
    await world.pass(minutes(2));
    expect(pushes("bo-phone")).toEqual([]);
    await world.pass(minutes(1) + seconds(1));
    expect(pushes("bo-phone")).toEqual(["Escalated to Second line: Shop: 1 error in 600 minutes"]);
    expect(await said(shop)).toContain('Escalated to "Second line": still unacknowledged.');
    await resolves(shop);
    expect(pushes("bo-phone").at(-1)).toMatch(/resolved by/);
    await expect(
      world.api("PUT", `/alert_groups/${second.id}`, {
        escalate_to: first.id,
        escalate_after_minutes: 1,
      }),
    ).rejects.toThrow(/422.*has a cycle/);
    await expect(world.api("DELETE", `/alert_groups/${second.id}`)).rejects.toThrow(
      /409.*still used by/,
    );
  });

  test("is open again when the acknowledgement has run out", async () => {
    const group = await world.onCall({ acknowledge_for_minutes: 3 });
    const shop = await monitor(group, "Shop");
    await breaks(shop);
    const { id } = await incidentOf(shop);
    await world.api("POST", `/incidents/${id}/acknowledge`, { by: "Ada" });
    await world.pass(minutes(3) + seconds(1));
    expect((await incidentOf(shop)).status).toBe("open");
    expect(pushes().at(-1)).toBe("Acknowledgement expired: Shop: 1 error in 600 minutes");
  });

  test("is open again when a snooze says so, and not before by the rule of its group", async () => {
    const group = await world.onCall({ acknowledge_for_minutes: 3 });
    const shop = await monitor(group, "Shop");
    await breaks(shop);
    const { id } = await incidentOf(shop);
    await world.api("POST", `/incidents/${id}/acknowledge`, { by: "Ada", for_minutes: 10 });
    await world.pass(minutes(9));
    expect((await incidentOf(shop)).status).toBe("acknowledged");
    await world.pass(minutes(1) + seconds(1));
    expect((await incidentOf(shop)).status).toBe("open");
    expect(pushes().at(-1)).toBe("Acknowledgement expired: Shop: 1 error in 600 minutes");
  });
});

describe("a silence", () => {
  const silence = (fields: object) =>
    world.api<{ id: string; status: string }>("POST", "/silences", {
      reason: "deploy",
      by: "Bo",
      ...fields,
    });

  test("keeps quiet what it is about, and what is still broken when it ends pages then", async () => {
    const group = await world.onCall();
    const [shop, other] = [await monitor(group, "Shop"), await monitor(group, "Other")];
    await silence({
      monitor_id: shop!.id,
      until: new Date(world.clock.now() + minutes(3)).toISOString(),
    });
    await breaks(shop!, other!);
    expect(pushes()).toEqual(["Other: 1 error in 600 minutes"]);
    expect(await said(shop!)).toContain("Page to Ada (Pixel) on hold: silenced by Bo: deploy.");
    await world.pass(minutes(3) + seconds(1));
    expect(pushes()).toEqual(["Other: 1 error in 600 minutes", "Shop: 1 error in 600 minutes"]);
  });

  test("without an end holds until somebody ends it", async () => {
    const group = await world.onCall();
    const shop = await monitor(group, "Shop");
    const { id, status } = await silence({});
    expect(status).toBe("active");
    await breaks(shop);
    await world.away(hours(30));
    expect(pushes()).toEqual([]);
    const ended = await world.api<{ status: string }>("DELETE", `/silences/${id}`);
    expect(ended.status).toBe("ended");
    await world.pass(1);
    // Thirty hours are more than the window: nothing is left to be told.
    expect((await incidentOf(shop)).status).toBe("resolved");
    await breaks(shop);
    expect(pushes()).toHaveLength(1);
    expect(await world.api("GET", "/silences?current=true")).toEqual([]);
  });

  test("comes back as maintenance does, by a cron expression", async () => {
    const group = await world.onCall();
    await silence({
      alert_group_id: group.id,
      cron: "0 3 * * *",
      duration_minutes: 5,
    });
    await breaks(await monitor(group, "Shop"));
    expect(pushes()).toEqual([]);
    await world.pass(minutes(5));
    expect(pushes()).toHaveLength(1);
  });

  test.each([
    [{ matchers: ["env=~prod"] }, /matchers\[0\].*regular expressions/],
    [{ cron: "every day" }, /cron/],
    [{ monitor_id: "nothing" }, /monitor_id.*no monitor/],
    [{ alert_group_id: "nothing" }, /alert_group_id.*no alert group/],
    [{ until: "2020-01-01T00:00:00Z" }, /until.*later than from/],
    [{ from: "2020-01-01T00:00:00Z", until: "2020-01-02T00:00:00Z" }, /until.*in the future/],
    [
      {
        cron: "0 3 1 * *",
        duration_minutes: 5,
        from: "2100-01-02T00:00:00Z",
        until: "2100-01-31T00:00:00Z",
      },
      /cron.*no window between/,
    ],
  ])("cannot be %j", async (fields, why) => {
    await expect(silence(fields)).rejects.toThrow(why);
  });
});

describe("when very much breaks at once", () => {
  test("the sixth push within a minute is about its incident", async () => {
    const group = await world.onCall();
    for (const title of ["A", "B", "C", "D", "E", "F"]) await breaks(await monitor(group, title));
    expect(world.phone.messages(topic).at(-1)).toMatchObject({
      title: "F: 1 error in 600 minutes",
      message: expect.stringContaining("boom") as string,
    });
  });

  test("a phone gets a handful of pushes, a summary of the rest, and one when all is over", async () => {
    const storm = 100;
    const group = await world.onCall();
    await person("bo", group);
    await world.api("PUT", `/alert_groups/${group.id}`, {
      external_id: "oncall",
    });
    await world.api("POST", "/apply", {
      project: "shops",
      webhook_monitors: Array.from({ length: storm }, (_, i) => ({
        external_id: `shop-${i}`,
        title: `Shop ${i}`,
        alert_group: "oncall",
        error_rate_window_minutes: 3,
      })),
    });
    const many = await world.api<Monitor[]>("GET", "/webhook_monitors");
    // All of them within a minute, and so all are over within another.
    for (let i = 0; i < storm; i += 10) {
      await Promise.all(many.slice(i, i + 10).map((one) => world.report(one)));
      await world.pass(seconds(5));
    }
    const phones = [topic, "bo-phone"];
    for (const phone of phones) expect(pushes(phone).length).toBeLessThanOrEqual(6);
    await world.pass(minutes(1) + seconds(30));
    // How many came before the storm was one depends on how many reports a commit took, for each phone.
    const alone = new Map(
      phones.map((phone) => [
        phone,
        world.phone.shown(phone).filter(({ title }) => title.startsWith("Shop")).length,
      ]),
    );
    for (const [phone, count] of alone) {
      expect(count).toBeLessThanOrEqual(5);
      expect(pushes(phone).at(-1)).toBe(`${storm - count} incidents open`);
      expect(world.phone.shown(phone)).toHaveLength(count + 1);
    }
    const incidents = await world.api<{ id: string; status: string }[]>("GET", "/incidents");
    expect(incidents.map(({ status }) => status)).toEqual(
      Array.from({ length: storm }, () => "open"),
    );

    await world.pass(minutes(3));
    for (const [phone, count] of alone) {
      // Those that stood alone change where they are shown.
      expect(world.phone.shown(phone)).toHaveLength(count + 1);
      expect(
        world.phone
          .shown(phone)
          .map(({ title }) => title)
          .filter((title) => !title.startsWith("Shop")),
      ).toEqual([`All clear: ${storm - count} incidents resolved`]);
      expect(pushes(phone).filter((title) => title.startsWith("All clear"))).toHaveLength(1);
    }
    // Each of them knows whom it reached.
    for (const { id } of [incidents[0]!, incidents[storm / 2]!, incidents[storm - 1]!])
      expect(
        (await world.api<Incident>("GET", `/incidents/${id}`)).notifications.map(
          ({ state }) => state,
        ),
      ).toEqual(["delivered", "delivered", "delivered", "delivered"]);
  });
});

describe("why", () => {
  test("somebody was not paged is said in one sentence, and so is who would be at another time", async () => {
    const group = await world.onCall(office);
    // Members of the same instant have no order.
    await world.pass(1);
    await person("bo", group);
    const shop = await monitor(group, "Shop");
    await breaks(shop);
    const why = await world.api<{
      sentence: string;
      people: { name: string; reached: boolean; devices: object[] }[];
    }>("GET", "/incidents/1/explanation");
    expect(why.sentence).toBe(
      "Nobody was reached. Ada is not notified yet: outside the group's contact hours until 2026-11-21 08:00 UTC. bo is not notified yet: outside the group's contact hours until 2026-11-21 08:00 UTC.",
    );
    expect(why.people[0]?.devices).toMatchObject([
      {
        gates: [
          {},
          {},
          {},
          {},
          {},
          { gate: "contact_hours", until: "2026-11-21T08:00:00Z" },
          { gate: "dependency" },
          { gate: "flapping" },
          { gate: "dedup" },
          { gate: "budget" },
          { gate: "delivery" },
        ],
        notifications: [{ state: "held" }],
      },
    ]);
    const who = await world.api<{ people: { told: boolean }[] }>(
      "GET",
      `/alert_groups/${group.id}/who?at=2026-11-23T12:00:00Z&priority=2`,
    );
    expect(who.people.map(({ told }) => told)).toEqual([true, true]);
    await expect(world.api("GET", `/alert_groups/${group.id}/who?priority=9`)).rejects.toThrow(
      /422.*priority/,
    );
    for (const path of ["/incidents/99/explanation", "/alert_groups/x/who"])
      await expect(world.api("GET", path)).rejects.toThrow(/404/);
  });
});
