import { beforeEach, expect, test } from "vitest";
import { minutes, seconds, startWorld, topic, type World } from "../support/world.ts";

interface Monitor {
  id: string;
  title: string;
  webhook_url: string;
  status: string;
  status_reason: string | null;
  depends_on: string[];
  withheld_since: string | null;
  withheld_by: string[] | null;
}
interface Incident {
  id: string;
  title: string;
  summary: string;
  status: string;
}

let world: World;
/** Paths of the application that are not well. */
let broken: Set<string>;

beforeEach(async () => {
  world = await startWorld();
  broken = new Set();
  world.target.respond((request, response) => {
    const path = request.url ?? "";
    response.writeHead(200, { "content-type": "application/json" });
    response.end(
      JSON.stringify({
        finishedAt: Math.floor(world.clock.now() / 1000),
        checkResults: [{ name: "ping", status: broken.has(path) ? "failed" : "ok" }],
      }),
    );
  });
  return () => world.end();
});

const health = (group: { id: string }, title: string, more: Record<string, unknown> = {}) =>
  world.api<Monitor>("POST", "/health_check_monitors", {
    title,
    url: `${world.target.url}/${title}`,
    alert_group_id: group.id,
    ...more,
  });
const shown = ({ id }: Monitor, kind = "health_check_monitors") =>
  world.api<Monitor>("GET", `/${kind}/${id}`);
const history = async ({ id }: Monitor, kind = "health_check_monitors") =>
  (
    await world.api<{ status: string; reason: string | null }[]>("GET", `/${kind}/${id}/history`)
  ).map(({ status, reason }) => `${status}: ${reason ?? ""}`);
const incidents = () => world.api<Incident[]>("GET", "/incidents");
const pushes = () => world.phone.messages(topic).map(({ title }) => title);

test("a router with twenty behind it goes down and pages once; when it is back, the one that stays broken pages, over a restart each", async () => {
  const group = await world.onCall();
  const router = await health(group, "Router");
  const children: Monitor[] = [];
  for (let i = 1; i <= 20; i++)
    children.push(await health(group, `Child-${i}`, { depends_on: [router.id] }));
  await world.pass(minutes(2));
  expect(pushes()).toEqual([]);

  broken = new Set(["/Router", ...children.map(({ title }) => `/${title}`)]);
  await world.pass(minutes(2));
  expect(pushes()).toEqual(["Router is down"]);
  expect((await incidents()).map(({ title }) => title)).toEqual(["Router is down"]);
  expect(await shown(children[6]!)).toMatchObject({
    status: "down",
    status_reason: expect.stringContaining('Suppressed: dependency "Router" is down.') as string,
    withheld_by: [router.id],
  });

  await world.restart();
  broken = new Set(["/Child-7"]);
  await world.pass(minutes(2));
  expect(pushes()).toEqual(["Router is down", "Router is up again", "Child-7 is down"]);
  const [, late] = await incidents();
  expect(late?.summary).toContain("Failing since 2026-11-21 03:0");
  expect(late?.summary).toContain('suppressed while "Router" was down.');
  expect(await shown(children[6]!)).toMatchObject({
    withheld_since: null,
    withheld_by: null,
  });
  expect((await history(children[0]!)).at(-1)).toContain("No incident: suppressed by dependency");

  await world.restart();
  broken = new Set();
  await world.pass(minutes(2));
  expect(pushes().at(-1)).toBe("Child-7 is up again");
  expect(pushes()).toHaveLength(4);
});

test("what breaks while all that it depends on is well pages as soon as that has answered", async () => {
  const group = await world.onCall();
  const router = await health(group, "Router", { interval_seconds: 3600 });
  const shop = await health(group, "Shop", { depends_on: [router.id] });
  await world.pass(minutes(2));
  broken = new Set(["/Shop"]);
  // A check at the end of the minute still waits for the router's.
  await world.pass(minutes(1) + seconds(1));
  expect(pushes()).toEqual(["Shop is down"]);
  expect((await shown(shop)).status_reason).not.toContain("No incident");
  expect((await incidents())[0]?.summary).not.toContain("Failing since");
});

test("errors that are reported while a parent is down fire without an incident, and page when it is back and they go on", async () => {
  const group = await world.onCall();
  const router = await health(group, "Router");
  const errors = await world.api<Monitor>("POST", "/webhook_monitors", {
    title: "Errors",
    alert_group_id: group.id,
    error_rate_window_minutes: 60,
    depends_on: [router.id],
  });
  await world.pass(minutes(2));
  broken = new Set(["/Router"]);
  await world.pass(minutes(2));
  await world.report(errors, "no route");
  await world.report(errors, "no route to db-1");
  await world.pass(seconds(1));
  expect(await shown(errors, "webhook_monitors")).toMatchObject({
    status: "firing",
    withheld_by: [router.id],
  });
  expect(pushes()).toEqual(["Router is down"]);

  broken = new Set();
  await world.pass(minutes(1));
  expect(pushes()).toEqual([
    "Router is down",
    "Router is up again",
    "Errors: 2 errors in 60 minutes",
  ]);
  const [, late] = await incidents();
  expect(late?.summary).toMatch(/^no route to db-1 \(from api\)\. Failing since /);
});

test("what was withheld opens when its parent is paused, or is no longer its parent, and is forgotten when it recovers", async () => {
  const group = await world.onCall();
  const router = await health(group, "Router");
  const of = (title: string) => health(group, title, { depends_on: [router.id] });
  const [a, b] = [await of("A"), await of("B")];
  await world.pass(minutes(2));
  broken = new Set(["/Router", "/A", "/B"]);
  await world.pass(minutes(2));
  expect(pushes()).toEqual(["Router is down"]);

  await world.api("PUT", `/health_check_monitors/${b.id}`, { depends_on: [] });
  await world.pass(seconds(5));
  expect(pushes()).toEqual(["Router is down", "B is down"]);
  await world.api("POST", `/health_check_monitors/${router.id}/pause`);
  await world.pass(seconds(5));
  expect(pushes()).toEqual(["Router is down", "B is down", "A is down"]);
  expect((await shown(a)).withheld_by).toBeNull();

  await world.api("POST", `/health_check_monitors/${router.id}/resume`);
  broken = new Set(["/Router"]);
  await world.pass(minutes(2));
  broken = new Set(["/Router", "/A"]);
  await world.pass(minutes(2));
  const said = pushes().length;
  broken = new Set(["/Router"]);
  await world.pass(minutes(2));
  expect(pushes()).toHaveLength(said);
  expect((await history(a)).slice(-4)).toEqual([
    expect.stringMatching(/^down: /),
    'down: Suppressed: dependency "Router" is down.',
    "up: ",
    expect.stringMatching(/^up: Recovered after .* No incident: suppressed by/),
  ]);
});
