import { afterAll, beforeAll, expect, it } from "vitest";
import { startHttp, type HttpSide } from "../support/http.ts";
import { signIn } from "../support/visitor.ts";

const hours = (count: number) => count * 3600_000;

let http: HttpSide;
const pass = (count: number) => http.clock.advance(hours(count), () => true);
/** How far back states of monitors were read, ms. */
const lookedBack: number[] = [];
beforeAll(async () => {
  http = await startHttp({
    wrap: (store) => ({
      ...store,
      read: {
        ...store.read,
        histories: (org_id, ids, since) => {
          lookedBack.push(http.clock.now() - since);
          return store.read.histories(org_id, ids, since);
        },
      },
    }),
  });
});
afterAll(() => http.end());

it("the page of an incident reads no more of its monitor's past than it shows", async () => {
  const group = (await http.api("POST", "/alert_groups", { title: "On call" })).json;
  const monitor = (
    await http.api("POST", "/webhook_monitors", { title: "Errors", alert_group_id: group.id })
  ).json;
  await http.call("POST", `/api/webhook/${monitor.webhook_id}`, { body: { message: "boom" } });
  const visitor = await signIn(http, http.keys.read);
  lookedBack.length = 0;
  const page = await visitor.get("/incidents/1");
  expect(page.text).toContain("Last 12 hours");
  expect(page.text).toContain("boom");
  expect(lookedBack).toEqual([hours(12)]);
});

it("the page of a resolved incident shows its own hours, and none of those since", async () => {
  const group = (await http.api("POST", "/alert_groups", { title: "Night shift" })).json;
  const monitor = (
    await http.api("POST", "/webhook_monitors", { title: "Nightly", alert_group_id: group.id })
  ).json;
  const report = (message: string) =>
    http.call("POST", `/api/webhook/${monitor.webhook_id}`, { body: { message } });
  await report("boom at night");
  await pass(1);
  const [incident] = (await http.api("GET", "/incidents?order=desc&limit=1")).json;
  await http.api("POST", `/incidents/${incident.id}/acknowledge`, {});
  await http.api("POST", `/incidents/${incident.id}/resolve`, { reason: "repaired" });
  const visitor = await signIn(http, http.keys.read);
  // As long as its monitor fails.
  const pagesAgain = "Pages nobody until";
  expect((await visitor.get(`/incidents/${incident.number}`)).text).toContain(pagesAgain);
  await pass(30);
  await http.store.run("wake_due", { limit: 10, now: http.clock.now() });
  await report("another thing");
  const { text } = await visitor.get(`/incidents/${incident.number}`);
  expect(text).toContain("During the incident");
  expect(text).toContain("boom at night");
  expect(text).not.toContain("another thing");
  expect(text.slice(0, text.indexOf('id="story"'))).not.toContain(pagesAgain);
  expect(text).toMatch(/<b class="">1 h<\/b><span>to resolve/);
  const newest = await visitor.get(`/incidents/${incident.number}?order=newest`);
  const story = (page: string) => page.slice(page.indexOf('id="story"'));
  expect(story(text).indexOf("Acknowledged")).toBeLessThan(story(text).indexOf("repaired"));
  expect(story(newest.text).indexOf("repaired")).toBeLessThan(
    story(newest.text).indexOf("Acknowledged"),
  );
});

it("the overview says that a silence covers everything, and not so of a silence of one monitor", async () => {
  const visitor = await signIn(http, http.keys.admin);
  const said = async () => (await visitor.get("/")).text.includes("Everything is silenced.");
  const [monitor] = (await http.api("GET", "/webhook_monitors?limit=1")).json;
  await http.api("POST", "/silences", { monitor_id: monitor.id, reason: "deploy" });
  expect(await said()).toBe(false);
  const { json } = await http.api("POST", "/silences", { reason: "move of the data center" });
  expect(await said()).toBe(true);
  await http.api("DELETE", `/silences/${json.id}`);
  expect(await said()).toBe(false);
});

it("what changed before an incident says its fields before and after, however much else an apply changed", async () => {
  const declared = (minutes: number) => ({
    project: "shop",
    alert_groups: [{ external_id: "ops", title: "Operators" }],
    webhook_monitors: Array.from({ length: 250 }, (_, i) => ({
      external_id: `m${i}`,
      title: `Queue ${i}`,
      alert_group: "ops",
      error_rate_window_minutes: minutes,
    })),
  });
  await http.api("POST", "/apply", declared(5));
  await pass(1);
  await http.api("POST", "/apply", declared(7));
  const [monitor] = (await http.api("GET", "/webhook_monitors?project=shop&limit=1")).json;
  await http.call("POST", `/api/webhook/${monitor.webhook_id}`, { body: { message: "boom" } });
  const [incident] = (await http.api("GET", "/incidents?order=desc&limit=1")).json;
  const visitor = await signIn(http, http.keys.read);
  const { text } = await visitor.get(`/incidents/${incident.number}`);
  const before = text.slice(text.indexOf("changes-title"), text.indexOf("story-title"));
  expect(before).toContain(monitor.title);
  expect(before.replaceAll(/<[^>]*>|\s+/g, " ").replaceAll(/ +/g, " ")).toMatch(
    /before: 5 → after: 7/,
  );
});
