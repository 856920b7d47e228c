/** The three logs: what came in, what went out, who changed what. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startHttp, type Answer, type HttpSide } from "../support/http.ts";
import { signIn } from "../support/visitor.ts";

let http: HttpSide;
let browser: Awaited<ReturnType<typeof signIn>>;
let group: { id: string; webhook_id: string };
beforeAll(async () => {
  http = await startHttp();
  browser = await signIn(http, http.keys.admin);
  group = (await http.api("POST", "/alert_groups", { title: "On call" })).json;
  const user = (await http.api("POST", "/users", { email: "ada@example.com", name: "Ada" })).json;
  const device = { kind: "ntfy", target: "ada-phone", name: "Pixel" };
  await http.api("POST", `/users/${user.id}/devices`, device);
  await http.api("POST", `/alert_groups/${group.id}/members`, { email: user.email });
  await post({ title: "Disk is full" });
  await http.clock.advance(1000, () => true);
  await post({ title: "Disk is full", status: "resolved" });
  await http.clock.advance(1000, () => true);
  await post("no JSON");
});
afterAll(() => http.end());

const post = (body: unknown) => http.call("POST", `/api/webhook/${group.webhook_id}`, { body });
const rows = ({ text }: Answer) =>
  [...text.matchAll(/<tr id="[\s\S]*?<\/tr>/g)].map(([row]) => row);
const hrefs = (text: string) => [...text.matchAll(/href="([^"]+)"/g)].map(([, href]) => href!);

describe("inbound", () => {
  it("names for each event the incident that it opened or resolved, which links back", async () => {
    const [rejected, resolved, opened] = rows(await browser.get("/activity"));
    expect(rejected).toContain("Rejected 400");
    expect(hrefs(rejected!)).toContain("/incidents/2");
    for (const row of [resolved!, opened!]) expect(hrefs(row)).toContain("/incidents/1");
    const event = hrefs(opened!).find((href) => href.startsWith("/activity/events/"))!;
    expect(hrefs((await browser.get(event)).text)).toContain("/incidents/1");
    expect(hrefs((await browser.get("/incidents/1")).text)).toContain(event);
  });

  it("is filtered by the address, page by page", async () => {
    expect(rows(await browser.get("/activity?outcome=rejected"))).toHaveLength(1);
    expect(rows(await browser.get("/activity?outcome=accepted"))).toHaveLength(2);
    expect(rows(await browser.get(`/activity?target=${group.id}`))).toHaveLength(3);
    expect((await browser.get("/activity?target=none")).text).toContain("Clear the filter");
    for (let i = 0; i < 50; i++) await post("no JSON");
    const first = await browser.get("/activity?outcome=rejected");
    expect(rows(first)).toHaveLength(50);
    const older = hrefs(first.text).find((href) => href.includes("before="))!;
    expect(older).toContain("outcome=rejected");
    expect(rows(await browser.get(older.replaceAll("&amp;", "&")))).toHaveLength(1);
  });
});

it("notifications name person, device, state and incident, and are filtered", async () => {
  const log = rows(await browser.get("/activity/notifications"));
  const row = log.join("");
  expect(row).toMatch(/Queued|Waiting for the page|Canceled/);
  for (const text of ["Ada", "Pixel", "Disk is full"]) expect(row).toContain(text);
  expect(hrefs(row)).toContain("/incidents/1");
  expect(rows(await browser.get("/activity/notifications?state=expired"))).toHaveLength(0);
  expect(rows(await browser.get("/activity/notifications?user=none"))).toHaveLength(0);
});

const events = ({ text }: Answer) =>
  [...text.matchAll(/<li id="audit-[\s\S]*?<\/li>/g)].map(([row]) => row);

it("the audit log is filtered by actor and kind, links to what changed, and is for admins", async () => {
  const all = events(await browser.get("/settings/audit"));
  const groups = events(await browser.get("/settings/audit?kind=alert_groups"));
  expect(groups.length).toBeGreaterThan(0);
  expect(groups.length).toBeLessThan(all.length);
  expect(hrefs(groups.join(""))).toContain(`/alert_groups/${group.id}`);
  expect(events(await browser.get("/settings/audit?actor=none"))).toHaveLength(0);
  const writer = await signIn(http, http.keys.write);
  expect((await writer.get("/settings/audit")).status).toBe(403);
  expect((await writer.get("/activity")).text).not.toContain("/settings/audit");
});

it("shows nothing of another organization", async () => {
  const stranger = await signIn(http, http.stranger);
  for (const path of ["/activity", "/activity/notifications", "/settings/audit"])
    expect((await stranger.get(path)).text).not.toMatch(/Disk|Ada@|Pixel|On call<\/bdi>/);
});
