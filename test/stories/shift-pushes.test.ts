/** Pushes about shifts: before a handoff, at it, after changes, and about gaps. Weekly turns, Mondays at 9 in Berlin. */
import { beforeEach, describe, expect, test } from "vitest";
import { minutes, onPostgres, seconds, startWorld, type World } from "../support/world.ts";

let world: World;
const ids: Record<string, string> = {};
/** How many pushes each phone had when the test began to listen. */
const before: Record<string, number> = {};

/** `07:50` of the Monday of the second turn, UTC; or another day. */
const at = (time: string, date = "2026-12-07") => Date.parse(`${date}T${time}:00Z`);
const monday = { title: "Primary", timezone: "Europe/Berlin", start: "2026-11-30" };
const everybody = ["ada", "bob", "cyd"];

/** Moves the clock to an instant and a second. */
const until = (time: string, date?: string) =>
  world.pass(at(time, date) + 1000 - world.clock.now());

/** The same in one step, with monitord stopped meanwhile: hours of a story take long. */
const skip = async (time: string, date: string) => {
  await world.away(at(time, date) - world.clock.now());
  await world.pass(seconds(2));
};

const pushes = (name: string) => world.phone.messages(name).slice(before[name] ?? 0);
/** The titles that a phone got since then, in order. */
const heard = (name: string) => pushes(name).map(({ title }) => title);
const listen = () => {
  for (const name of [...everybody, "dan", "chat"])
    before[name] = world.phone.messages(name).length;
};
/** On PostgreSQL a change and its consequences may be in different transactions. */
const settled = () => (onPostgres ? world.pass(seconds(1)) : world.settle());

async function person(name: string) {
  const body = { email: `${name}@example.com`, name };
  ids[name] = (await world.api<{ id: string }>("POST", "/users", body)).id;
  await world.api("POST", `/users/${ids[name]}/devices`, { kind: "ntfy", target: name });
}

async function schedule(more: object = {}) {
  const people = everybody.map((name) => ids[name]);
  const made = await world.api<{ id: string }>("POST", "/schedules", {
    ...monday,
    people,
    ...more,
  });
  return (ids["primary"] = made.id);
}

const edit = (fields: object) => world.api("PUT", `/schedules/${ids["primary"]}`, fields);
const overrides = (body: object) =>
  world.api<{ overrides: { id: string }[] }>(
    "POST",
    `/schedules/${ids["primary"]}/overrides`,
    body,
  );

/** A group that the schedule is in, and its incident. */
async function incident() {
  const group = await world.api<{ id: string }>("POST", "/alert_groups", {
    title: "Oncall",
    priority_level: 1,
    repeat_minutes: 0,
  });
  await world.api("PUT", `/alert_groups/${group.id}/schedules/${ids["primary"]}`, {});
  const monitor = await world.api<{ id: string; webhook_url: string }>(
    "POST",
    "/webhook_monitors",
    { title: "Shop", alert_group_id: group.id, error_rate_window_minutes: 600 },
  );
  await world.report(monitor, "boom");
  await settled();
  return group;
}

/** Presses a button of the last push with it. */
async function press(name: string, label: string) {
  const button = world.phone
    .messages(name)
    .flatMap(({ actions }) => actions)
    .findLast((one) => one.label === label);
  const { pathname } = new URL(button!.url);
  const answer = await fetch(`${world.daemon.url}${pathname}`, { method: "POST" });
  expect(answer.status).toBe(200);
  await settled();
}

/** The schedule exists since Friday, its people know it, and it is 06:59 on Monday. */
beforeEach(async () => {
  world = await startWorld({ start: at("06:40"), siteUrl: "https://monitor.example.com" });
  for (const name of everybody) await person(name);
  return () => world.end();
});

async function known(more: object = {}) {
  await schedule(more);
  await until("06:55");
  listen();
}

describe("a handoff", () => {
  test("is announced an hour before, and said to the one who comes and the one who leaves", async () => {
    await known();
    await until("07:00");
    expect(heard("bob")).toEqual(["On call in 60 min: Primary until Mon 14 Dec 09:00"]);
    await until("08:00");
    const [notice, began] = pushes("bob");
    expect(began).toMatchObject({
      title: "You are on call: Primary until Mon 14 Dec 09:00",
      message: "Before you ada, after you cyd.\nNo incident is open.\nTimes in Europe/Berlin.",
      priority: 3,
    });
    for (const push of [notice, began])
      expect(push!.actions.map(({ label }) => label)).toEqual(["I am here"]);
    expect(pushes("ada")).toMatchObject([
      { title: "Your shift is over: bob has not confirmed", priority: 2 },
    ]);
    expect(heard("cyd")).toEqual([]);
    const list = await world.api<{ transition: string; schedule_id: string; state: string }[]>(
      "GET",
      `/notifications?user_id=${ids["bob"]}`,
    );
    const of = { schedule_id: ids["primary"], state: "delivered", incident_id: "" };
    for (const transition of ["shifts_changed", "shift_notice", "shift_began"])
      expect(list).toContainEqual(expect.objectContaining({ ...of, transition }));
  });

  test("says that the one who comes is there, once that was answered: on record, and by a verified device", async () => {
    await known();
    await until("07:00");
    await press("bob", "I am here");
    await until("08:00");
    expect(heard("ada")).toEqual(["Your shift is over: bob has it"]);
    const shown = await world.api("GET", `/schedules/${ids["primary"]}`);
    expect(shown).toMatchObject({
      on_call: [{ name: "bob", confirmed_at: "2026-12-07T07:00:01Z" }],
    });
    const [now] = await world.api<{ on_call: object[] }[]>("GET", "/on_call");
    expect(now!.on_call).toMatchObject([{ name: "bob", confirmed_at: "2026-12-07T07:00:01Z" }]);
    const [later] = await world.api<{ on_call: object[] }[]>(
      "GET",
      "/on_call?at=2026-12-10T08:00:00Z",
    );
    expect(later!.on_call).toMatchObject([{ name: "bob", confirmed_at: null }]);
    const [device] = await world.api<{ verified_at: string | null }[]>(
      "GET",
      `/users/${ids["bob"]}/devices`,
    );
    expect(device!.verified_at).toBe("2026-12-07T07:00:01Z");
    const audit = await world.api<object[]>("GET", "/audit_events");
    expect(audit).toContainEqual(
      expect.objectContaining({
        action: "confirm_shift",
        actor: "bob",
        object_kind: "schedules",
        object_id: ids["primary"],
      }),
    );
  });

  test("was answered in one schedule, which says nothing of a later one in another schedule", async () => {
    await known();
    await until("07:00");
    await press("bob", "I am here");
    await until("08:00");
    const created = (title: string, more: object) =>
      world.api<{ id: string }>("POST", "/schedules", { ...monday, title, ...more });
    const alone = await created("Alone", { people: [ids["bob"]] });
    const fallback = {
      people: [ids["ada"]],
      everyone: true,
      start: null,
      otherwise: ids["primary"],
    };
    const closed = await created("Closed", {
      ...fallback,
      contact_hours_from: "20:00:00",
      contact_hours_to: "21:00:00",
    });
    await settled();
    const confirmed = async (id: string) =>
      (
        await world.api<{ on_call: { name: string; confirmed_at: string | null }[] }>(
          "GET",
          `/schedules/${id}`,
        )
      ).on_call.map((one) => [one.name, one.confirmed_at]);
    expect(await confirmed(alone.id)).toEqual([["bob", null]]);
    // The fallback has asked its people itself.
    expect(await confirmed(closed.id)).toEqual([["bob", "2026-12-07T07:00:01Z"]]);
  });

  test("lets the one who comes take over what the one who leaves has acknowledged, and they hear its end", async () => {
    await known();
    await incident();
    await world.api("POST", "/incidents/1/acknowledge", { by: "ada@example.com" });
    const acknowledged = world.phone.messages("ada").find(({ actions }) => actions.length > 1);
    await world.api("POST", "/incidents/1/unacknowledge", {});
    await settled();
    expect(acknowledged).toBeDefined();
    await press("ada", "Acknowledge");
    await until("08:00");
    const began = pushes("bob").at(-1)!;
    expect(began.message).toContain("Open: #1 acknowledged by ada.");
    expect(began.actions.map(({ label }) => label)).toEqual(["I am here", "Take over #1"]);
    await press("bob", "Take over #1");
    expect(await world.api("GET", "/incidents/1")).toMatchObject({
      status: "acknowledged",
      acknowledged_by: "bob",
    });
    await world.api("POST", "/incidents/1/resolve");
    await settled();
    expect(heard("bob").at(-1)).toMatch(/Resolved|resolved/);
  });

  test("that was missed is said late, and once; of one that is over by then nobody hears", async () => {
    await known();
    await until("07:58");
    await world.away(minutes(60));
    await world.pass(seconds(2));
    expect(heard("bob")).toEqual([
      "On call in 60 min: Primary until Mon 14 Dec 09:00",
      "You are on call: Primary until Mon 14 Dec 09:00",
    ]);
    expect(heard("ada")).toHaveLength(1);
    await world.restart();
    await world.pass(seconds(2));
    listen();
    const body = { mode: "take", user_id: ids["cyd"], from: "2026-12-07T09:30:00Z" };
    await overrides({ ...body, until: "2026-12-07T10:00:00Z" });
    // Cyd is notified before it, and comes and goes while monitord is stopped.
    await world.pass(seconds(2));
    await world.away(minutes(90));
    await world.pass(minutes(12));
    expect(heard("cyd")).toEqual(["On call in 32 min: Primary until Mon 7 Dec 11:00"]);
    expect([heard("ada"), heard("bob")]).toEqual([[], []]);
  });

  test("is said at any hour and priority of the person", async () => {
    await known();
    const group = await world.api<{ id: string }>("POST", "/alert_groups", {
      title: "Night",
      priority_level: 1,
      contact_hours_all_day: false,
      contact_hours_from: "00:00:00",
      contact_hours_to: "01:00:00",
    });
    await world.api("PUT", `/alert_groups/${group.id}/schedules/${ids["primary"]}`, {
      minimum_priority: 1,
    });
    await until("08:00");
    expect(heard("bob").at(-1)).toBe("You are on call: Primary until Mon 14 Dec 09:00");
  });

  test("of an override that has ended is not sent any more", async () => {
    await known({ notice_minutes: 0 });
    world.phone.failWith(503, "cyd");
    const body = { mode: "take", user_id: ids["cyd"], until: "2026-12-07T07:05:00Z" };
    await overrides(body);
    await until("07:10");
    world.phone.failWith(null, "cyd");
    await until("07:30");
    expect(heard("cyd").filter((title) => title.startsWith("You are on call"))).toEqual([]);
    expect(heard("ada").slice(0, 2)).toEqual([
      "Your shift is over: cyd has not confirmed",
      "You are on call: Primary until Mon 7 Dec 09:00",
    ]);
  });

  test("is heard by the group that it is announced to, but not twice by the one who comes", async () => {
    const group = await world.api<{ id: string }>("POST", "/alert_groups", {
      title: "Team",
      priority_level: 3,
    });
    await person("chat");
    for (const name of ["chat", "bob"])
      await world.api("POST", `/alert_groups/${group.id}/members`, {
        email: `${name}@example.com`,
      });
    await known({ announce_to: group.id });
    await until("08:00");
    expect(pushes("chat")).toMatchObject([
      {
        title: "Primary: bob is on call until Mon 14 Dec 09:00",
        message: "Before: ada. Times in Europe/Berlin.",
      },
    ]);
    expect(heard("bob")).toHaveLength(2);
  });
});

describe("nobody hands off", () => {
  test("where the same people go on: in an edit, in the evening, and each morning", async () => {
    await known({
      contact_hours_from: "07:00:00",
      contact_hours_to: "09:30:00",
      handoff_cron: "0 9 * * WED",
    });
    await edit({ title: "First" });
    await until("08:35");
    await skip("05:55", "2026-12-08");
    await until("06:05", "2026-12-08");
    expect(everybody.map(heard)).toEqual([[], [], []]);
    await skip("06:55", "2026-12-09");
    await until("08:00", "2026-12-09");
    expect(heard("ada")).toEqual(["Your shift is over: bob has not confirmed"]);
    expect(heard("bob")).toEqual([
      "On call in 60 min: First until Wed 16 Dec 09:00",
      "You are on call: First until Wed 16 Dec 09:00",
    ]);
  });

  /** Office hours that end at 9:30, and another schedule after them. */
  async function office() {
    const nights = await schedule({ title: "Nights", people: [ids["cyd"]], notice_minutes: 0 });
    await schedule({
      people: [ids["ada"], ids["bob"]],
      handoff_cron: "0 9 * * TUE",
      otherwise: nights,
      contact_hours_from: "07:00:00",
      contact_hours_to: "08:10:00",
    });
    await until("06:55");
    listen();
    await until("07:11");
    expect([heard("ada"), heard("cyd")]).toEqual([[], []]);
    await edit({ contact_hours_to: "08:30:00" });
  }

  test("at the end of office hours, but for what the one who leaves has acknowledged", async () => {
    await office();
    await incident();
    await press("ada", "Acknowledge");
    await until("07:31");
    const [push, ...more] = pushes("cyd").filter(({ title }) =>
      title.startsWith("You are on call"),
    );
    expect(push!.title).toBe("You are on call: Primary until Tue 8 Dec 07:00");
    expect(push!.message).toContain("Open: #1 acknowledged by ada.");
    expect(push!.actions.map(({ label }) => label)).toEqual(["I am here", "Take over #1"]);
    expect(more).toEqual([]);
    expect(heard("ada").filter((title) => title.startsWith("Your shift is over"))).toEqual([]);
  });

  test("at the end of office hours where the one who has acknowledged stays in the group", async () => {
    await office();
    const { id } = await incident();
    await world.api("POST", `/alert_groups/${id}/members`, { email: "ada@example.com" });
    await press("ada", "Acknowledge");
    await until("07:31");
    expect(heard("cyd")).toEqual([]);
  });

  test("of all people together, each morning", async () => {
    await world.api("POST", "/schedules", {
      title: "All",
      timezone: "Europe/Berlin",
      people: everybody.map((name) => ids[name]),
      everyone: true,
      contact_hours_from: "07:00:00",
      contact_hours_to: "08:30:00",
    });
    await until("07:00");
    listen();
    await until("07:31");
    await skip("05:55", "2026-12-08");
    await until("06:05", "2026-12-08");
    expect(everybody.map(heard)).toEqual([[], [], []]);
  });

  test("while the schedule does not count: who leaves hears at its end, who comes when it counts again", async () => {
    await known({
      handoff_cron: "0 3 * * *",
      contact_hours_from: "07:00:00",
      contact_hours_to: "08:30:00",
      notice_minutes: 30,
    });
    const on = everybody.find((name) =>
      world.phone.messages(name).some(({ title }) => title.startsWith("You are on call")),
    )!;
    const next = everybody[(everybody.indexOf(on) + 1) % 3]!;
    await until("07:31");
    expect(heard(on)).toEqual([`Your shift is over: ${next} has it from Tue 8 Dec 07:00`]);
    await skip("01:55", "2026-12-08");
    await until("02:05", "2026-12-08");
    await skip("05:28", "2026-12-08");
    expect(heard(next)).toEqual([]);
    await until("06:00", "2026-12-08");
    expect(heard(next)).toEqual([
      "On call in 30 min: Primary until Tue 8 Dec 08:30",
      "You are on call: Primary until Tue 8 Dec 08:30",
    ]);
  });
});

describe("a notice", () => {
  test("that was sent is taken back with its shift, and sent again when that comes back", async () => {
    await known();
    await until("07:00");
    const body = { mode: "take", user_id: ids["cyd"], from: "2026-12-07T07:30:00Z" };
    const { overrides: made } = await overrides({ ...body, until: "2026-12-14T08:00:00Z" });
    await until("07:02");
    expect(heard("bob")).toEqual([
      "On call in 60 min: Primary until Mon 14 Dec 09:00",
      "You are not on call Mon 7 Dec 09:00: Primary",
    ]);
    await world.api("DELETE", `/overrides/${made[0]!.id}`);
    await until("07:03");
    expect(heard("bob").at(-1)).toBe("On call in 58 min: Primary until Mon 14 Dec 09:00");
    expect(heard("cyd").at(-1)).toBe("You are not on call Mon 7 Dec 08:30: Primary");
  });

  test("is not sent again for another time zone", async () => {
    await known();
    await until("07:00");
    await edit({ timezone: "Europe/London" });
    await until("08:30");
    const notices = heard("bob").filter((title) => title.startsWith("On call in"));
    expect(notices).toHaveLength(1);
    await until("09:00");
    expect(heard("bob").at(-1)).toBe("You are on call: Primary until Mon 14 Dec 09:00");
  });

  test("can be switched off", async () => {
    await known({ notice_minutes: 0 });
    await until("08:00");
    expect(heard("bob")).toEqual(["You are on call: Primary until Mon 14 Dec 09:00"]);
  });
});

describe("changes of shifts", () => {
  test("are one push for ten minutes of edits, to those concerned, with who made them", async () => {
    await known({ notice_minutes: 0 });
    const cover = { mode: "cover", user_id: ids["cyd"], instead_of_user_id: ids["bob"] };
    await overrides({ ...cover, from: "2026-12-09T08:00:00Z", until: "2026-12-11T08:00:00Z" });
    await world.pass(minutes(3));
    await overrides({ ...cover, from: "2026-12-12T14:00:00Z", until: "2026-12-12T20:00:00Z" });
    await world.pass(minutes(5));
    expect([heard("bob"), heard("cyd")]).toEqual([[], []]);
    await world.pass(minutes(3));
    expect(heard("bob")).toEqual([
      "Your shifts changed: − 9–11 Dec, − Sat 12 Dec 15:00–21:00 (by story)",
    ]);
    expect(heard("cyd")).toEqual([
      "Your shifts changed: + 9–11 Dec, + Sat 12 Dec 15:00–21:00 (by story)",
    ]);
    expect(heard("ada")).toEqual([]);
  });

  test("that are undone by then are none", async () => {
    await known({ notice_minutes: 0 });
    const body = { mode: "take", user_id: ids["cyd"] };
    const { overrides: made } = await overrides({
      ...body,
      from: "2026-12-09T08:00:00Z",
      until: "2026-12-11T08:00:00Z",
    });
    await world.pass(minutes(3));
    await world.api("DELETE", `/overrides/${made[0]!.id}`);
    await world.pass(minutes(20));
    expect([heard("ada"), heard("bob"), heard("cyd")]).toEqual([[], [], []]);
  });

  test("in several schedules are one push, also over a restart", async () => {
    await known({ notice_minutes: 0 });
    await schedule({ title: "Backup", notice_minutes: 0, people: [ids["bob"], ids["cyd"]] });
    await world.pass(minutes(11));
    listen();
    await world.api("POST", `/users/${ids["bob"]}/absences`, {
      from: "2026-12-08T08:00:00Z",
      until: "2026-12-21T08:00:00Z",
    });
    await world.pass(minutes(9));
    await world.restart();
    await world.pass(minutes(2));
    await world.restart();
    await world.pass(minutes(2));
    const [push, ...more] = pushes("bob");
    expect(push!.title).toBe("Your shifts changed in 2 schedules (by story)");
    expect(push!.message.split("\n")).toHaveLength(2);
    expect(more).toEqual([]);
  });
});

describe("a gap", () => {
  const away = (name: string) =>
    world.api("POST", `/users/${ids[name]}/absences`, {
      from: "2026-12-09T17:00:00Z",
      until: "2026-12-09T19:00:00Z",
    });

  test("is said in the week before it, and when it begins", async () => {
    await known({ notice_minutes: 0 });
    for (const name of everybody) await away(name);
    await world.pass(minutes(12));
    const title = "Primary has nobody Wed 18:00–20:00 (Europe/Berlin)";
    for (const name of everybody) expect(heard(name)).toContain(title);
    listen();
    await skip("16:58", "2026-12-09");
    await until("17:02", "2026-12-09");
    const now = "Primary has nobody now, until Wed 9 Dec 20:00 (Europe/Berlin)";
    expect(heard("cyd")).toEqual([now]);
    await skip("17:02", "2026-12-10");
    expect(heard("cyd")).toEqual([now]);
  });

  test("is in the health report and the metrics, where a group has no other people", async () => {
    const asked = async (path: string) => {
      const answer = await fetch(`${world.daemon.url}${path}`, {
        headers: { authorization: `Bearer ${world.key}` },
      });
      return answer.text();
    };
    const ofSchedules = async () =>
      (
        JSON.parse(await asked("/health")) as {
          checkResults: { name: string; status: string; shortSummary: string }[];
        }
      ).checkResults.find(({ name }) => name === "schedules")!;
    await known({ notice_minutes: 0 });
    for (const name of everybody) await away(name);
    await world.pass(minutes(12));
    expect((await ofSchedules()).status).toBe("ok");
    await incident();
    expect(await ofSchedules()).toMatchObject({
      status: "warning",
      shortSummary: "1 with nobody on call at some time in the next 7 days",
    });
    const primary = `{schedule="${ids["primary"]}"`;
    const before = await asked("/metrics");
    expect(before).toContain(`monitord_on_call${primary},user="${ids["ada"]}"} 1`);
    expect(before).toContain(`monitord_on_call_gap_seconds${primary}} 0`);
    await skip("17:30", "2026-12-09");
    const during = await asked("/metrics");
    expect(during).not.toContain("monitord_on_call{");
    expect(before + during).not.toMatch(/Primary|example\.com/);
    const [, seconds] = new RegExp(`_on_call_gap_seconds\\${primary}\\} (\\d+)`).exec(during)!;
    expect(Math.round(Number(seconds) / 60)).toBe(30);
  });

  test("that comes each day is said once", async () => {
    listen();
    await schedule({
      notice_minutes: 0,
      contact_hours_from: "00:00:00",
      contact_hours_to: "23:00:00",
    });
    await world.pass(minutes(12));
    expect(heard("cyd")).toContain(
      "Primary has nobody Mon 23:00–00:00 (Europe/Berlin), 7 times in 7 days",
    );
    listen();
    await skip("21:58", "2026-12-07");
    await until("22:02");
    await skip("21:58", "2026-12-08");
    await until("22:02", "2026-12-08");
    expect(heard("cyd").filter((title) => title.includes("nobody"))).toEqual([]);
  });
});
