/** Pruning, protecting and releasing over HTTP. */
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { startHttp, type HttpSide } from "../support/http.ts";

let http: HttpSide;
beforeEach(async () => {
  http = await startHttp();
});
afterEach(() => http.end());

const users = [{ external_id: "ada", email: "ada@x.example" }];
const group = (id: string, more: object = {}) => ({
  external_id: id,
  title: id,
  ...more,
});
const groups = (count: number) =>
  Array.from({ length: count }, (_, i) => group(`g${i}`));
const apply = (body: object, key = http.keys.admin) =>
  http.call("POST", "/api/v1/apply", {
    key,
    body: { project: "shop", ...body },
  });
const listed = async (kind = "alert_groups") =>
  (
    (await http.api("GET", `/${kind}`)).json as {
      external_id: string;
      project: string | null;
    }[]
  ).map(({ external_id, project }) => `${external_id} ${project}`);

describe("apply with prune", () => {
  test("deletes what the project no longer declares, in one transaction with the rest", async () => {
    await apply({
      users,
      alert_groups: [group("a"), group("b", { members: ["ada@x.example"] })],
      webhook_monitors: [{ external_id: "w", title: "W", alert_group: "b" }],
    });
    await http.api("POST", "/alert_groups", group("by-hand"));
    const planned = await http.api("POST", "/plan", {
      project: "shop",
      alert_groups: [group("a"), group("c")],
      prune: true,
    });
    const { json } = await apply({
      alert_groups: [group("a"), group("c")],
      prune: true,
      revision: planned.json.revision,
    });
    expect(
      json.changes.map(
        (c: { action: string; external_id: string }) =>
          `${c.action} ${c.external_id}`,
      ),
    ).toEqual([
      "unchanged a",
      "create c",
      "delete w",
      "delete b",
      "delete ada",
    ]);
    expect(await listed()).toEqual(["a shop", "by-hand null", "c shop"]);
    expect(await listed("users")).toEqual([]);
    expect(await listed("webhook_monitors")).toEqual([]);
  });

  test("is refused when very much would go, and nothing is done; a plan warns", async () => {
    await apply({ alert_groups: groups(8) });
    const refused = await apply({ alert_groups: groups(1), prune: true });
    expect(refused.status).toBe(409);
    expect(refused.json.errors).toMatchObject([
      { field: "prune_max", code: "prune_limit" },
    ]);
    expect(await listed()).toHaveLength(8);
    const planned = await http.api("POST", "/plan", {
      project: "shop",
      alert_groups: groups(1),
      prune: true,
    });
    expect(planned.status).toBe(200);
    expect(planned.json.warnings[0]).toContain("7 of the 8 resources");
    await apply({ alert_groups: groups(1), prune: true, prune_max: 7 });
    expect(await listed()).toEqual(["g0 shop"]);
  });

  test("leaves what is protected, and says so", async () => {
    await apply({ alert_groups: [group("a", { protect: true })] });
    const shown = await http.api("GET", "/alert_groups");
    expect(shown.json[0].protect).toBe(true);
    const refused = await apply({ prune: true });
    expect(refused.status).toBe(409);
    expect(refused.json.detail).toContain("alert_groups a is protected");
    await apply({ alert_groups: [group("a")] });
    expect((await apply({ prune: true })).status).toBe(200);
    expect(await listed()).toEqual([]);
  });

  test("releases with detach", async () => {
    await apply({ alert_groups: [group("a", { protect: true })] });
    const { json } = await apply({ prune: true, detach: true });
    expect(json.changes[0]).toMatchObject({ action: "detach" });
    expect(await listed()).toEqual(["a null"]);
  });

  test("of users is for administrators", async () => {
    await apply({ users, alert_groups: [group("a")] });
    const refused = await apply(
      { alert_groups: [group("a")], prune: true },
      http.keys.write,
    );
    expect(refused.status).toBe(403);
    expect(await listed("users")).toEqual(["ada shop"]);
    await apply({ alert_groups: [group("a")], prune: true });
    expect(await listed("users")).toEqual([]);
  });
});
