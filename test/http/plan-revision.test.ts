/** The revision of a plan: stale when anything that the plan depends on has changed, and no sooner. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startHttp, type HttpSide } from "../support/http.ts";

let http: HttpSide;
beforeAll(async () => {
  http = await startHttp();
  for (const name of ["ada", "bob", "cyd"])
    await api("POST", "/users", { email: `${name}@example.com`, name });
  await declare("billing", {
    alert_groups: [group("their-oncall"), group("their-other")],
    health_check_monitors: [
      monitor("their-gateway", "their-oncall"),
      monitor("their-shop", "their-oncall"),
    ],
    schedules: [schedule("their-week"), schedule("their-night")],
  });
  await declare("shop", shop());
});
afterAll(() => http.end());

// oxlint-disable-next-line typescript/no-explicit-any
type Json = any;
async function api(method: string, path: string, body?: unknown): Promise<Json> {
  const { status, json, text } = await http.api(method, path, body);
  expect(status, text).toBeLessThan(300);
  return json;
}
const declare = (project: string, lists: object, more: object = {}) =>
  api("POST", "/apply", { project, ...lists, ...more });
const group = (external_id: string, more: object = {}) => ({
  external_id,
  title: external_id,
  ...more,
});
const monitor = (external_id: string, alert_group: string, more: object = {}) => ({
  external_id,
  title: external_id,
  url: "https://example.com/health",
  alert_group,
  ...more,
});
const schedule = (external_id: string) => ({
  external_id,
  title: external_id,
  people: ["ada@example.com", "bob@example.com"],
  start: "2026-01-05",
});

/** Refers to a user, a group, a monitor and a schedule of others. */
const shop = (title = "Shop") => ({
  alert_groups: [
    group("oncall", {
      title,
      members: ["ada@example.com"],
      schedules: [{ schedule: "their-week" }],
      escalate_to: "their-oncall",
      escalate_after_minutes: 10,
    }),
  ],
  health_check_monitors: [monitor("site", "oncall", { depends_on: ["their-gateway"] })],
});

/** The shop with resources that do not exist yet. */
const planned = () => ({
  ...shop("Shop 2"),
  users: [{ external_id: "dan", email: "dan@example.com" }],
  webhook_monitors: [{ external_id: "errors", title: "Errors", alert_group: "oncall" }],
});
const revision = async (more: object = {}): Promise<number> =>
  (await api("POST", "/plan", { project: "shop", ...planned(), ...more })).revision;

const idOf = async (kind: string, query: string): Promise<string> => {
  const list = await api("GET", `/${kind}`);
  return list.find((one: Json) => [one.external_id, one.email].includes(query)).id;
};
const put = async (kind: string, name: string, body: object) =>
  api("PUT", `/${kind}/${await idOf(kind, name)}`, body);

describe("a plan stays valid when others change", () => {
  it.each<[string, () => Promise<unknown>]>([
    ["a new group of no project", () => api("POST", "/alert_groups", { title: "New" })],
    ["the apply of another project", () => declare("search", { alert_groups: [group("search")] })],
    ["a group of another project", () => put("alert_groups", "their-other", { title: "Other" })],
    [
      "a monitor of another project",
      () => put("health_check_monitors", "their-shop", { title: "S" }),
    ],
    ["a schedule of another project", () => put("schedules", "their-night", { title: "Night" })],
    ["a user that the plan does not name", () => put("users", "cyd@example.com", { name: "Cyd" })],
    ["a new user", () => api("POST", "/users", { email: "eve@example.com" })],
    ["a deletion of another project", () => declare("search", {}, { prune: true, prune_max: 9 })],
    [
      "a device of a member",
      async () =>
        api("POST", `/users/${await idOf("users", "ada@example.com")}/devices`, {
          kind: "ntfy",
          target: "ada-topic-1234567890",
        }),
    ],
    [
      "a pause",
      async () =>
        api(
          "POST",
          `/health_check_monitors/${await idOf("health_check_monitors", "site")}/pause`,
          {},
        ),
    ],
  ])("%s", async (_, change) => {
    const before = await revision();
    await change();
    expect(await revision()).toBe(before);
  });
});

describe("a plan is stale after a change of", () => {
  it.each<[string, () => Promise<unknown>]>([
    ["its own group", () => put("alert_groups", "oncall", { title: "By hand" })],
    ["its own monitor", () => put("health_check_monitors", "site", { interval_seconds: 120 })],
    [
      "the members of its group",
      async () =>
        api("POST", `/alert_groups/${await idOf("alert_groups", "oncall")}/members`, {
          email: "bob@example.com",
        }),
    ],
    ["a user that it names", () => put("users", "ada@example.com", { name: "Ada L." })],
    ["a group that it escalates to", () => put("alert_groups", "their-oncall", { title: "X" })],
    [
      "a monitor that it depends on",
      () => put("health_check_monitors", "their-gateway", { title: "Gateway" }),
    ],
    ["a schedule of its group", () => put("schedules", "their-week", { title: "Week" })],
    [
      "a resource of its project that it does not declare",
      () =>
        declare("shop", {
          ...shop("By hand"),
          alert_groups: [...shop("By hand").alert_groups, group("extra")],
        }),
    ],
    [
      "a name that it would take",
      () =>
        declare("search", {
          alert_groups: [group("search")],
          webhook_monitors: [{ external_id: "errors", title: "Theirs", alert_group: "search" }],
        }),
    ],
    [
      "an address that it would take",
      () => api("POST", "/users", { email: "Dan@example.com", name: "Dan" }),
    ],
  ])("%s", async (_, change) => {
    const before = await revision({ adopt: true });
    await change();
    const stale = await http.api("POST", "/apply", {
      project: "shop",
      ...planned(),
      adopt: true,
      revision: before,
    });
    expect([stale.status, stale.json.detail]).toEqual([409, expect.stringContaining("Plan again")]);
  });

  it("what it deletes", async () => {
    const lists = shop("Pruned");
    const pruned = { project: "shop", ...lists, prune: true, prune_max: 99 };
    const { revision: before } = await api("POST", "/plan", pruned);
    const { alert_groups } = lists;
    const fewer = await http.api("POST", "/apply", {
      ...pruned,
      alert_groups,
      health_check_monitors: [],
      revision: before,
    });
    expect(fewer.status).toBe(409);
    expect((await http.api("POST", "/apply", { ...pruned, revision: before })).status).toBe(200);
  });
});
