/** Commands for several incidents in one request, and the forms by which an incident goes to others. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Store } from "../../src/app/store.ts";
import { StoreUnavailable } from "../../src/store/kit/unavailable.ts";
import { startHttp, type HttpSide } from "../support/http.ts";
import { signIn } from "../support/visitor.ts";

let http: HttpSide;
let group: { id: string };
let other: { id: string };
let ada: { id: string };
let numbers: number[];

beforeAll(async () => {
  http = await startHttp();
  other = (await http.api("POST", "/alert_groups", { title: "Databases" })).json;
  ada = (await http.api("POST", "/users", { email: "ada@example.com", name: "Ada" })).json;
});
afterAll(() => http.end());

/** Each test has a group of its own with three incidents. */
beforeEach(async () => {
  group = (await http.api("POST", "/alert_groups", { title: "On call" })).json;
  numbers = [];
  for (const title of ["One", "Two", "Three"]) {
    const { json } = await http.api("POST", "/webhook_monitors", {
      title,
      alert_group_id: group.id,
    });
    await http.call("POST", `/api/webhook/${json.webhook_id}`, { body: { message: "boom" } });
    const open = await http.api("GET", `/incidents?source_id=${json.id}`);
    numbers.push(open.json[0].number);
  }
});

const act = (verb: string, body: object, key = http.keys.respond) =>
  http.call("POST", `/api/v1/incidents/${verb}`, { key, body });
const shown = async (n: number) => (await http.api("GET", `/incidents/${n}`)).json;

describe("several incidents in one request", () => {
  it("are acknowledged by their numbers, given back and resolved by a filter", async () => {
    const [one, two, three] = numbers as [number, number, number];
    await act("acknowledge", { numbers: [two], by: "Bo" });
    const taken = await act("acknowledge", { numbers: [two, one, one], by: "Ada" });
    expect(taken.json).toMatchObject([
      { number: one, title: "One: 1 error in 5 minutes", status: "acknowledged", changed: true },
      { number: two, status: "acknowledged", changed: false },
    ]);
    expect(await shown(two)).toMatchObject({ acknowledged_by: "Bo" });
    const filter = { alert_group_id: group.id };
    const back = await act("unacknowledge", { filter });
    expect(back.json.map((row: { changed: boolean }) => row.changed)).toEqual([true, true, false]);
    const { id } = await shown(three);
    const { json: monitor } = await http.api("GET", `/incidents/${id}`);
    const single = await act("acknowledge", {
      filter: { source_id: monitor.source_id },
      for_minutes: 30,
    });
    expect(single.json).toMatchObject([{ number: three, changed: true }]);
    expect((await shown(three)).snoozed_until).not.toBeNull();
    const over = await act("resolve", { filter, reason: "rolled back" });
    expect(over.json).toMatchObject(numbers.map((number) => ({ number, status: "resolved" })));
    expect(await shown(one)).toMatchObject({ resolved_reason: "rolled back" });
    expect((await act("resolve", { filter })).json).toEqual([]);
  });

  it("are chosen by project, status and label, counted first, and not changed beyond a limit", async () => {
    const title = "Shop";
    await http.api("POST", "/apply", {
      project: "shop",
      alert_groups: [{ external_id: "shop", title }],
      webhook_monitors: [{ external_id: "shop", title, alert_group: "shop" }],
    });
    const [{ webhook_id: monitor }] = (await http.api("GET", "/webhook_monitors?external_id=shop"))
      .json;
    const [{ webhook_id: shop }] = (await http.api("GET", "/alert_groups?external_id=shop")).json;
    await http.call("POST", `/api/webhook/${monitor}`, { body: { message: "boom" } });
    const alerts = ["prod", "test"].map((env) => ({
      status: "firing",
      labels: { alertname: "Disk", env },
      annotations: {},
    }));
    const status = "firing";
    const body = { version: "4", groupKey: "g", status, receiver: "r", alerts };
    await http.call("POST", `/api/webhook/${shop}`, { body });
    const count = async (verb: string, filter: object, more: object = {}) =>
      (await act(verb, { filter, ...more })).json.map((row: { changed: boolean }) => row.changed);
    const project = { project: "shop" };
    expect(await count("acknowledge", project, { dry_run: true })).toEqual([true, true, true]);
    expect(await count("acknowledge", { project: "nope" })).toEqual([]);
    const tooMany = await act("resolve", { filter: project, max: 2 });
    expect([tooMany.status, tooMany.json.detail]).toEqual([
      409,
      "3 incidents would change, and max is 2. Nothing was changed.",
    ]);
    expect(await count("acknowledge", { ...project, matchers: ["env=pr*"] })).toEqual([true]);
    expect(await count("acknowledge", project, { dry_run: true })).toEqual([true, false, true]);
    expect(await count("resolve", { ...project, status: "acknowledged" })).toEqual([true]);
    expect(await count("resolve", project, { max: 2 })).toEqual([true, true]);
    const wrong = await act("resolve", { filter: { matchers: ["env=~prod"] } });
    expect(wrong.json.errors[0].field).toBe("filter.matchers[0]");
  });

  it("are left alone when one is unknown, when neither or both are sent, and for readers", async () => {
    const unknown = await act("resolve", { numbers: [numbers[0], 99_999] });
    expect([unknown.status, unknown.json.errors]).toEqual([
      422,
      [
        {
          field: "numbers[1]",
          code: "unknown_incident",
          message: "no incident has the number 99999",
        },
      ],
    ]);
    expect((await shown(numbers[0]!)).status).toBe("open");
    for (const body of [{}, { numbers, filter: {} }])
      expect((await act("resolve", body)).json.errors[0].message).toBe(
        "send either numbers or a filter",
      );
    expect((await act("resolve", { numbers }, http.keys.read)).status).toBe(403);
  });
});

describe("the forms of an incident", () => {
  it("snooze it, ask a person or a group for help, and hand it over", async () => {
    const [number] = numbers;
    const path = `/incidents/${(await shown(number!)).id}`;
    const visitor = await signIn(http, http.keys.respond);
    const { text } = await visitor.get(path);
    expect(text).toContain(`<option value="user:${ada.id}">Ada</option>`);
    expect(text).toContain(`<option value="group:${other.id}">Databases</option>`);
    await visitor.post(`${path}/snooze`);
    expect(await shown(number!)).toMatchObject({ status: "acknowledged" });
    expect((await visitor.get(path)).text).toMatch(/Snoozed by/);
    await visitor.post(`${path}/ask`, { to: `user:${ada.id}` });
    await visitor.post(`${path}/ask`, { to: `group:${other.id}` });
    expect(await shown(number!)).toMatchObject({ responders: 2 });
    await visitor.post(`${path}/hand-over`, { to: `user:${ada.id}` });
    await visitor.post(`${path}/hand-over`, { to: `group:${other.id}` });
    const { alert_group_id, status, timeline } = await shown(number!);
    expect([alert_group_id, status]).toEqual([other.id, "open"]);
    const said = timeline.map((entry: { text: string }) => entry.text);
    expect(said).toEqual(
      expect.arrayContaining([
        expect.stringMatching(/asked Ada to help\.$/),
        expect.stringMatching(/asked "Databases" to help\.$/),
        expect.stringMatching(/asked Ada to take it over\.$/),
        expect.stringMatching(/^Handed over from "On call" to "Databases" by/),
      ]),
    );
    const chosenNone = await visitor.post(`${path}/hand-over`, {});
    expect(chosenNone.status).toBe(422);
  });
});

it("several incidents of which a failing database changed some are all changed by the same request again", async () => {
  let left = 55;
  const side = await startHttp({
    wrap: (store) => ({
      ...store,
      run: ((verb: "incident", input: never) =>
        verb === "incident" && left-- === 0
          ? Promise.reject(new StoreUnavailable("gone"))
          : store.run(verb, input)) as Store["run"],
    }),
  });
  const { json: tools } = await side.api("POST", "/alert_groups", { title: "Tools" });
  const alerts = Array.from({ length: 70 }, (_, n) => ({
    status: "firing",
    labels: { alertname: "Disk", instance: `db-${n}` },
    annotations: {},
  }));
  const body = { version: "4", groupKey: "g", status: "firing", receiver: "r", alerts };
  await side.call("POST", `/api/webhook/${tools.webhook_id}`, { body });
  const acknowledge = () => side.api("POST", "/incidents/acknowledge", { filter: {} });
  expect((await acknowledge()).status).toBe(503);
  const some = (await side.api("GET", "/incidents?status=acknowledged")).json.length;
  expect(some).toBeGreaterThanOrEqual(50);
  const again = await acknowledge();
  expect(again.json).toHaveLength(70);
  expect((await side.api("GET", "/incidents?status=open")).json).toEqual([]);
  await side.end();
});
