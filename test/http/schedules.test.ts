/** Who is on call, asked and changed over the API. */
import { beforeEach, describe, expect, test } from "vitest";
import type { HttpSide } from "../support/http.ts";
import { addPeople, clockTo } from "../support/people.ts";
import { startHttp } from "../support/http.ts";

let http: HttpSide;
const ids: Record<string, string> = {};
const nameOf = (id: string | null) => Object.keys(ids).find((name) => ids[name] === id) ?? null;

/** The clock stands still until then. */
const until = (moment: string) => clockTo(http, moment);

let week: string;
beforeEach(async () => {
  http = await startHttp();
  await until("2026-11-25T12:00:00Z");
  Object.assign(ids, await addPeople(http, ["ada", "bob", "cyd", "dan"]));
  const { status, json } = await http.api("POST", "/schedules", {
    title: "Week",
    people: [ids["ada"], ids["bob"], ids["cyd"]],
    timezone: "Europe/Berlin",
    start: "2026-11-30",
  });
  expect(status).toBe(201);
  week = json.id;
  return () => http.end();
});

// oxlint-disable-next-line typescript/no-explicit-any
const shown = (shifts: any[]) =>
  shifts.map(
    ({ user_id, from, until, because }) =>
      `${nameOf(user_id)} ${from.slice(5, 16)} – ${until.slice(5, 16)} ${because}`,
  );
const shifts = async (query = "") => {
  const { json } = await http.api("GET", `/schedules/${week}/shifts${query}`);
  return shown(json);
};
const override = (body: object, dry = "") =>
  http.api("POST", `/schedules/${week}/overrides${dry}`, body);

describe("a schedule", () => {
  test("says who is on call, who is next, and the first gap", async () => {
    await until("2026-11-30T08:00:00Z");
    await http.store.run("wake_due", { limit: 200, now: http.clock.now() });
    expect((await http.api("GET", `/schedules/${week}`)).json).toMatchObject({
      on_call: [
        {
          user_id: ids["ada"],
          email: "ada@example.com",
          name: "ada",
          until: "2026-12-07T08:00:00Z",
        },
      ],
      next: { user_id: ids["bob"], from: "2026-12-07T08:00:00Z" },
      gap_at: null,
    });
    const [listed] = (await http.api("GET", "/schedules?limit=1000")).json.slice(-1);
    expect(listed).not.toHaveProperty("gap_at");
    const at = (await http.api("GET", "/on_call?at=2026-12-09T12:00:00Z")).json;
    expect(at.find((one: { schedule_id: string }) => one.schedule_id === week)).toMatchObject({
      title: "Week",
      on_call: [{ name: "bob", until: "2026-12-14T08:00:00Z" }],
      next: { name: "cyd" },
    });
  });

  test("lists its shifts for four weeks, or a range of a year at most", async () => {
    expect(await shifts("?from=2026-11-29")).toEqual([
      "null 11-29T00:00 – 11-30T08:00 null",
      "ada 11-30T08:00 – 12-07T08:00 turn",
      "bob 12-07T08:00 – 12-14T08:00 turn",
      "cyd 12-14T08:00 – 12-21T08:00 turn",
      "ada 12-21T08:00 – 12-27T00:00 turn",
    ]);
    const year = await http.api(
      "GET",
      `/schedules/${week}/shifts?from=2026-11-29&until=2036-11-29`,
    );
    expect(year).toMatchObject({ status: 422, json: { errors: [{ field: "until" }] } });
    expect((await http.api("GET", "/schedules/gone/shifts")).status).toBe(404);
  });

  test("is refused with faults of people, fallbacks, hours and handoffs at once", async () => {
    const { status, json } = await http.api("POST", "/schedules", {
      title: "Wrong",
      people: ["gone"],
      otherwise: "gone",
      contact_hours_from: "09:00:00",
      handoff_cron: "* * * * *",
      start: "2026-02-30",
    });
    expect(status).toBe(422);
    expect(json.errors.map(({ field }: { field: string }) => field).toSorted()).toEqual([
      "contact_hours_to",
      "handoff_cron",
      "otherwise",
      "people[0]",
      "start",
    ]);
    const empty = await http.api("POST", "/schedules", { title: "Empty", people: [] });
    expect(empty).toMatchObject({ status: 422, json: { errors: [{ field: "people" }] } });
    const own = await http.api("PUT", `/schedules/${week}`, { otherwise: week });
    expect(own).toMatchObject({ status: 422, json: { errors: [{ code: "cycle" }] } });
  });
});

describe("an override", () => {
  const times = { from: "2026-12-01T18:00:00Z", until: "2026-12-01T22:00:00Z" };

  test("takes a shift for a time, first only to be shown, and can be ended", async () => {
    const asked = { mode: "take", user_id: ids["dan"], ...times, reason: "party" };
    const range = "?from=2026-12-01&until=2026-12-03";
    const dry = await override(asked, "?dry=true");
    expect([dry.status, shown(dry.json.shifts)]).toEqual([
      200,
      ["dan 12-01T18:00 – 12-01T22:00 take"],
    ]);
    expect(await shifts(range)).toEqual(["ada 12-01T00:00 – 12-03T00:00 turn"]);
    const { status, json } = await override(asked);
    expect([status, json.warnings]).toEqual([201, []]);
    expect(await shifts(range)).toEqual([
      "ada 12-01T00:00 – 12-01T18:00 turn",
      "dan 12-01T18:00 – 12-01T22:00 take",
      "ada 12-01T22:00 – 12-03T00:00 turn",
    ]);
    const list = await http.api("GET", `/schedules/${week}/overrides`);
    expect(list.json).toEqual([{ ...json.overrides[0] }]);
    await until("2026-12-01T20:00:00Z");
    const { id } = json.overrides[0];
    expect((await http.api("DELETE", `/overrides/${id}`)).status).toBe(204);
    expect((await http.api("DELETE", `/overrides/${id}`)).status).toBe(409);
    expect(await shifts(range)).toEqual([
      "ada 12-01T00:00 – 12-01T18:00 turn",
      "dan 12-01T18:00 – 12-01T20:00 take",
      "ada 12-01T20:00 – 12-03T00:00 turn",
    ]);
    expect((await http.api("GET", `/schedules/${week}/overrides`)).json).toEqual([]);
  });

  test("covers a person who is on call; else it has no effect, and says so", async () => {
    const cover = (instead: string, user: string, from: string, until: string) =>
      override({
        mode: "cover",
        user_id: ids[user],
        instead_of_user_id: ids[instead],
        from,
        until,
      });
    await cover("ada", "bob", "2026-12-01T08:00:00Z", "2026-12-03T08:00:00Z");
    await cover("bob", "cyd", "2026-12-02T08:00:00Z", "2026-12-02T12:00:00Z");
    expect(await shifts("?from=2026-12-02&until=2026-12-04")).toEqual([
      "bob 12-02T00:00 – 12-02T08:00 cover",
      "cyd 12-02T08:00 – 12-02T12:00 cover",
      "bob 12-02T12:00 – 12-03T08:00 cover",
      "ada 12-03T08:00 – 12-04T00:00 turn",
    ]);
    const idle = await cover("ada", "cyd", "2026-12-08T08:00:00Z", "2026-12-09T08:00:00Z");
    expect(idle.json.warnings).toEqual(["This has no effect: ada is not on call in this time."]);
  });

  test("swaps whole shifts, also of a day in the middle of one", async () => {
    const swapped = await http.api("POST", `/schedules/${week}/swap`, {
      user_id: ids["ada"],
      at: "2026-12-03",
      with_user_id: ids["cyd"],
      with_at: "2026-12-17",
    });
    expect(swapped.status).toBe(201);
    expect(await shifts("?from=2026-11-30T08:00:00Z&until=2026-12-21T08:00:00Z")).toEqual([
      "cyd 11-30T08:00 – 12-07T08:00 cover",
      "bob 12-07T08:00 – 12-14T08:00 turn",
      "ada 12-14T08:00 – 12-21T08:00 cover",
    ]);
  });

  test("swaps two shifts", async () => {
    const { status } = await http.api("POST", `/schedules/${week}/swap`, {
      user_id: ids["ada"],
      at: "2026-11-30",
      with_user_id: ids["cyd"],
      with_at: "2026-12-14",
    });
    expect(status).toBe(201);
    expect(await shifts("?from=2026-11-30T08:00:00Z&until=2026-12-28T08:00:00Z")).toEqual([
      "cyd 11-30T08:00 – 12-07T08:00 cover",
      "bob 12-07T08:00 – 12-14T08:00 turn",
      "ada 12-14T08:00 – 12-21T08:00 cover",
      "ada 12-21T08:00 – 12-28T08:00 turn",
    ]);
    const none = {
      user_id: ids["dan"],
      at: "2026-11-30",
      with_user_id: ids["cyd"],
      with_at: "2026-12-14",
    };
    expect(await http.api("POST", `/schedules/${week}/swap`, none)).toMatchObject({
      status: 422,
      json: { errors: [{ field: "user_id", code: "no_shift" }] },
    });
  });

  test("is an absence in all schedules, and shows who has each turn", async () => {
    const path = `/users/${ids["bob"]}/absences`;
    const body = { from: "2026-12-01", until: "2026-12-10", reason: "ski" };
    const { status, json } = await http.api("POST", path, body);
    expect(status).toBe(201);
    expect(shown(json.shifts)).toEqual(["cyd 12-07T08:00 – 12-10T00:00 away"]);
    expect((await http.api("GET", path)).json).toMatchObject([{ mode: "away", schedule_id: null }]);
    const late = await override({
      mode: "take",
      user_id: ids["bob"],
      from: "2026-12-02",
      until: "2026-12-03",
    });
    expect(late.json.warnings).toEqual(["bob has an absence in this time."]);
    await http.api("DELETE", `/overrides/${json.overrides[0].id}`);
    expect((await http.api("GET", path)).json).toEqual([]);
    expect((await http.api("POST", "/users/gone/absences", body)).status).toBe(404);
  });

  test.each([
    [{ mode: "take", user_id: "gone", ...times }, "user_id"],
    [{ mode: "cover", user_id: "dan", ...times }, "instead_of_user_id"],
    [{ mode: "take", user_id: "dan", instead_of_user_id: "ada", ...times }, "instead_of_user_id"],
    [{ mode: "cover", user_id: "dan", instead_of_user_id: "dan", ...times }, "user_id"],
    [{ mode: "take", user_id: "dan", until: "2026-11-25T11:00:00Z" }, "until"],
    [{ mode: "take", user_id: "dan", until: "2036-11-25T12:00:00Z" }, "until"],
  ])("%j has a fault in %s", async (body, field) => {
    const named = Object.fromEntries(
      Object.entries(body).map(([name, value]) => [name, ids[value] ?? value]),
    );
    expect(await override(named)).toMatchObject({ status: 422, json: { errors: [{ field }] } });
  });

  test("needs a key that may respond, and no more", async () => {
    const path = `/api/v1/schedules/${week}/overrides`;
    const ask = (key: string) =>
      http.call("POST", path, { key, body: { mode: "take", user_id: ids["dan"], ...times } });
    expect((await ask(http.keys.read)).status).toBe(403);
    expect((await ask(http.keys.respond)).status).toBe(201);
    expect((await ask(http.stranger)).status).toBe(404);
  });
});

test("a group takes the people of a schedule, with rules of their own", async () => {
  await until("2026-11-30T08:00:00Z");
  const { id } = (await http.api("POST", "/alert_groups", { title: "Shop" })).json;
  const path = `/alert_groups/${id}/schedules/${week}`;
  expect((await http.api("PUT", path, { minimum_priority: 1 })).status).toBe(201);
  expect((await http.api("PUT", `${path}?turn=next`, {})).status).toBe(201);
  expect((await http.api("PUT", path, { minimum_priority: 2 })).status).toBe(200);
  const list = await http.api("GET", `/alert_groups/${id}/schedules`);
  expect(list.json).toMatchObject([
    { title: "Week", turn: "now", minimum_priority: 2 },
    { title: "Week", turn: "next", minimum_priority: null },
  ]);
  const who = (await http.api("GET", `/alert_groups/${id}/who?at=2026-12-08T08:00:00Z`)).json;
  expect(
    who.people.map(({ name, why, schedule }: Record<string, string>) => [name, why, schedule]),
  ).toEqual([
    ["bob", 'is on call in "Week" until 2026-12-14 09:00 Europe/Berlin', "Week"],
    ["cyd", 'is next on call in "Week"', "Week"],
  ]);
  expect((await http.api("DELETE", path)).status).toBe(204);
  expect((await http.api("DELETE", path)).status).toBe(404);
  expect((await http.api("PUT", `/alert_groups/${id}/schedules/gone`, {})).status).toBe(404);
});
