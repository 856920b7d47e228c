import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { SaveInput } from "../../src/app/declare/save-resource.ts";
import type { ResourceKind } from "../../src/core/model/model.ts";
import type { HttpSide } from "../support/http.ts";
import { startHttp } from "../support/http.ts";
import { webhookSpec } from "../support/builders.ts";

let http: HttpSide;
let org_id: string;
const groups: string[] = [];
const many = 3000;

beforeAll(async () => {
  http = await startHttp();
  org_id = (await http.api("GET", "/me")).json.organization.id;
  for (const title of ["A", "B"])
    groups.push((await http.api("POST", "/alert_groups", { title })).json.id);
  // Through the store: three thousand requests would only test patience.
  await Promise.all(
    Array.from({ length: many }, (_, i) =>
      http.store.run("save", {
        actor: { org_id, name: "test", request_id: null },
        kind: "webhook_monitors",
        id: null,
        given: { external_id: `m${i}` },
        complete: webhookSpec({
          title: `Monitor ${i}`,
          alert_group_id: groups[i % 2]!,
          external_id: `m${i}`,
        }),
        if_version: null,
        now: http.clock.now() + (i % 7) * 1000,
      } satisfies SaveInput<"webhook_monitors"> as unknown as SaveInput<ResourceKind>),
    ),
  );
});
afterAll(() => http.end());

const ids = (rows: { id: string }[]) => rows.map((row) => row.id);
/** Below the API's root, from the address in `Link`. */
const following = (link: string | null) =>
  /<[^>]*\/api\/v1([^>]*)>; rel="next"/.exec(link ?? "")?.[1];

describe("a list", () => {
  it("of three thousand is one bare array, oldest first, each once", async () => {
    const { status, json } = await http.api("GET", "/webhook_monitors");
    expect(status).toBe(200);
    expect(json).toHaveLength(many);
    expect(new Set(ids(json)).size).toBe(many);
    const order = json.map((row: { inserted_at: string; id: string }) => row.inserted_at + row.id);
    expect(order).toEqual(order.toSorted());
  });

  it("comes in pages that add up to the whole, with a Link while there is more", async () => {
    const whole = (await http.api("GET", "/webhook_monitors")).json;
    const seen: string[] = [];
    let pages = 0;
    let next: string | undefined = "/webhook_monitors?limit=1000";
    while (next) {
      const page = await http.api("GET", next);
      expect(page.status).toBe(200);
      expect(page.json.length).toBeLessThanOrEqual(1000);
      seen.push(...ids(page.json));
      next = following(page.headers.get("link"));
      pages++;
    }
    expect(pages).toBe(3);
    expect(seen).toEqual(ids(whole));
  });

  it("keeps its filters from page to page", async () => {
    const seen: string[] = [];
    let next: string | undefined =
      `/webhook_monitors?limit=700&alert_group_id=${groups[1]!}&status=quiet`;
    while (next) {
      const page = await http.api("GET", next);
      for (const row of page.json) expect(row.alert_group_id).toBe(groups[1]);
      seen.push(...ids(page.json));
      next = following(page.headers.get("link"));
    }
    expect(new Set(seen).size).toBe(many / 2);
  });

  it("without a limit goes on where a cursor says", async () => {
    const first = await http.api("GET", "/webhook_monitors?limit=10");
    const next = following(first.headers.get("link"))!;
    const cursor = new URLSearchParams(next.split("?")[1]).get("cursor")!;
    const rest = await http.api("GET", `/webhook_monitors?cursor=${cursor}`);
    expect(rest.json).toHaveLength(many - 10);
  });

  it("is empty, not absent, when nothing fits", async () => {
    for (const query of ["external_id=none", "status=firing", "alert_group_id=x"]) {
      const none = await http.api("GET", `/webhook_monitors?${query}`);
      expect([none.status, none.json]).toEqual([200, []]);
    }
  });

  it.each([
    ["limit=0", "limit"],
    ["limit=1001", "limit"],
    ["limit=ten", "limit"],
    ["limit=1&limit=2", "limit"],
    ["cursor=nonsense", "cursor"],
    ["status=sleeping", "status"],
    ["alert_group=x", "alert_group"],
  ])("refuses ?%s and names it", async (query, field) => {
    const refused = await http.api("GET", `/webhook_monitors?${query}`);
    expect(refused.status).toBe(422);
    expect(refused.json.errors[0].field).toBe(field);
  });

  it.each(["external_id", "alert_group_id"])("is empty for ?%s= with a NUL", async (name) => {
    const list = await http.api("GET", `/webhook_monitors?${name}=a%00b`);
    expect([list.status, list.json]).toEqual([200, []]);
  });

  it("names the query parameter that was meant", async () => {
    const refused = await http.api("GET", "/webhook_monitors?alert_group_ids=x");
    expect(refused.json.errors[0].message).toContain("alert_group_id");
  });

  it("answers HEAD as it answers GET, without the list", async () => {
    const head = await fetch(`${http.origin}/api/v1/webhook_monitors`, {
      method: "HEAD",
      headers: { authorization: `Bearer ${http.keys.read}` },
    });
    expect([head.status, await head.text()]).toEqual([200, ""]);
  });

  it("is read only as fast as its reader takes it", async () => {
    const { body } = await fetch(`${http.origin}/api/v1/webhook_monitors`, {
      headers: { authorization: `Bearer ${http.keys.read}` },
    });
    // A reader that goes away after the first bytes must leave the server as it was.
    const reader = body!.getReader();
    expect((await reader.read()).done).toBe(false);
    await reader.cancel();
    const after = await http.api("GET", "/webhook_monitors?limit=1");
    expect(after.status).toBe(200);
  });
});
