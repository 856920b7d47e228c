/** The dashboard and the stream of events over a whole daemon, on both databases. */
import { afterEach, beforeEach, expect, test } from "vitest";
import { listen, type Ear } from "../support/events.ts";
import { minutes, startWorld, topic, type World, onPostgres } from "../support/world.ts";

let world: World;
let ear: Ear | undefined;
beforeEach(async () => {
  world = await startWorld();
});
afterEach(async () => {
  ear?.stop();
  await world.end();
});

const form = { "content-type": "application/x-www-form-urlencoded" };

async function signIn(): Promise<(path: string) => Promise<string>> {
  const answer = await fetch(`${world.daemon.url}/login`, {
    method: "POST",
    redirect: "manual",
    headers: form,
    body: new URLSearchParams({ code: world.key, name: "Ada" }),
  });
  const cookie = answer.headers.get("set-cookie")!.split(";")[0]!;
  return async (path) => {
    const page = await fetch(world.daemon.url + path, { headers: { cookie } });
    expect(page.status, path).toBe(200);
    return page.text();
  };
}

/** What somebody reads on a page. */
const read = (page: string) => page.replace(/<[^>]+>/g, "").replace(/\s+/g, " ");

/**
 * An event that fits. Time passes meanwhile: a transaction of another test on the same server can keep
 * events back for a moment, and who looks on looks again by the clock.
 */
async function heard(fits: Parameters<Ear["next"]>[0]): Promise<Awaited<ReturnType<Ear["next"]>>> {
  let over = false;
  const next = ear!.next(fits).finally(() => (over = true));
  for (let i = 0; i < 600 && !over; i++) {
    await world.pass(1000);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return next;
}

test("what breaks is on the first page, with its error and who was told", async () => {
  const group = await world.onCall();
  const monitor = await world.api<{ id: string }>("POST", "/health_check_monitors", {
    title: "Shop",
    url: world.target.healthUrl,
    alert_group_id: group.id,
  });
  const get = await signIn();
  await world.pass(minutes(1));
  expect(await get("/")).toContain("All quiet: no incident needs attention");
  ear = await listen(`${world.daemon.url}/api/v1/events`, {
    authorization: `Bearer ${world.key}`,
  });
  await heard(({ event }) => event === "hello");

  // Checks that find what the last one found are no news. On PostgreSQL a transaction of another test may
  // keep the news of before back until now.
  const before = await world.daemon.store.read.last_event();
  await world.pass(minutes(3));
  const after = await world.daemon.store.read.last_event();
  if (!onPostgres) expect(after).toEqual(before);
  world.target.breakCheck("database", "Connection refused");
  await world.pass(minutes(2));
  await heard(({ data }) => data.id === monitor.id && data.status === "down");
  await heard(({ data }) => data.change === "opened");
  const home = await get("/");
  expect(home).toContain("1 incident needs attention");
  expect(home).toContain("Connection refused");
  expect(read(home)).not.toContain("reached nobody");

  const [incident] = await world.api<{ id: string; number: number }[]>("GET", "/incidents");
  await world.api("POST", `/incidents/${incident!.id}/acknowledge`);
  world.target.recover();
  await world.pass(minutes(2));
  await heard(({ data }) => data.change === "resolved");
  const story = await get(`/incidents/${incident!.number}`);
  for (const said of ["Acknowledged by story", "Ada (Pixel)", "resolved"])
    expect(story).toContain(said);
  expect(await get(`/health_check_monitors/${monitor.id}`)).toContain("Database");
  for (const path of ["/", "/incidents", "/alert_groups", "/users", "/settings/service"])
    expect(await get(path)).toContain("monitord");
});

test("sub-checks of an earlier report are not shown as if they were now, once a fetch failed", async () => {
  const group = await world.onCall();
  const monitor = await world.api<{ id: string }>("POST", "/health_check_monitors", {
    title: "Shop",
    url: world.target.healthUrl,
    alert_group_id: group.id,
  });
  await world.pass(minutes(1));
  const get = await signIn();
  expect(read(await get("/"))).toContain("2/2 sub-checks pass");
  world.target.respond((_request, response) => {
    response.statusCode = 503;
    response.end("maintenance");
  });
  await world.pass(minutes(3));
  const home = read(await get("/"));
  expect(home).toContain("HTTP 503");
  expect(home).not.toContain("2/2 sub-checks pass");
  expect(home).not.toContain("Database: connected");
  const page = read(await get(`/health_check_monitors/${monitor.id}`));
  expect(page).toMatch(/of an old report .*These are the values of then\. .*Database/);
  expect(page).not.toContain("2 of 2 pass");
  const answer = await world.api<Record<string, string>>(
    "GET",
    `/health_check_monitors/${monitor.id}`,
  );
  expect(answer["last_report_at"]! < answer["checked_at"]!).toBe(true);
  expect(answer["checks_passing"]).toBe(2);
  // The page of the incident counts none of them either.
  const broken = read(await get("/incidents/1"));
  expect(broken).toContain("What is broken");
  expect(broken).not.toMatch(/\d of \d pass/);
});

test("a group whose members cannot be reached is named on the first page, with a link", async () => {
  const group = await world.api<{ id: string }>("POST", "/alert_groups", { title: "Payroll" });
  await world.api("POST", "/webhook_monitors", { title: "Shop", alert_group_id: group.id });
  const get = await signIn();
  const home = await get("/");
  expect(home).toContain(`href="/alert_groups/${group.id}">Payroll: no member can be reached.</a>`);
});

test("outside contact hours the first line of card and page says that nobody has been notified, and until when", async () => {
  const group = await world.onCall({
    contact_hours_all_day: false,
    contact_hours_from: "09:00:00",
    contact_hours_to: "17:00:00",
  });
  const monitor = await world.api<{ id: string; webhook_url: string }>(
    "POST",
    "/webhook_monitors",
    {
      title: "Shop",
      alert_group_id: group.id,
    },
  );
  await world.report(monitor);
  await world.pass(minutes(1));
  const get = await signIn();
  const sentence = "Nobody has been notified: on hold until Sat 09:00 UTC";
  expect(read(await get("/"))).toContain("1 on hold until contact hours.");
  const page = await get("/incidents/1");
  expect(read(page)).toMatch(new RegExp(`#1.*Shop.*${sentence}.*What is broken`));
  const [incident] = await world.api<{ reach: object }[]>("GET", "/incidents");
  expect(incident!.reach).toMatchObject({
    sentence,
    total: 1,
    reached: 0,
    people: [{ name: "Ada", state: "held", until: "2026-11-21T09:00:00Z" }],
  });
});

test("a group page and who say of a member whose device is rejected that no page would come through", async () => {
  const group = await world.onCall();
  world.phone.failWith(403, topic);
  const monitor = await world.api<{ webhook_url: string }>("POST", "/webhook_monitors", {
    title: "Shop",
    alert_group_id: group.id,
  });
  await world.report(monitor);
  await world.pass(minutes(1));
  const who = await world.api<{ people: object[] }>("GET", `/alert_groups/${group.id}/who`);
  const sentence = /^Ada would not be reached: the push server rejects the device \(HTTP 403/;
  expect(who.people).toMatchObject([
    {
      told: false,
      state: "refused",
      sentence: expect.stringMatching(sentence) as string,
      devices: [
        {
          gates: expect.arrayContaining([
            expect.objectContaining({ gate: "reachable", passed: false }),
          ]) as object,
        },
      ],
    },
  ]);
  const get = await signIn();
  const page = read(await get(`/alert_groups/${group.id}`));
  expect(page).toMatch(/Members 1.*Ada.*Cannot be reached.*Refused by the push server/);
  expect(page).toMatch(
    /Nobody would be notified: no member has a working device\. Ada would not be reached: the push server rejects the device/,
  );

  // The next incident is tried all the same: an accepted page makes the device work again.
  world.phone.failWith(null, topic);
  const other = await world.api<{ webhook_url: string }>("POST", "/webhook_monitors", {
    title: "Blog",
    alert_group_id: group.id,
  });
  await world.report(other);
  await world.pass(minutes(1));
  expect(read(await get(`/alert_groups/${group.id}`))).toContain("would be notified immediately");
});

test("who stays signed in is so after a restart, and catches up", async () => {
  const get = await signIn();
  ear = await listen(`${world.daemon.url}/api/v1/events`, {
    authorization: `Bearer ${world.key}`,
  });
  const hello = await heard(({ event }) => event === "hello");
  await world.api("POST", "/alert_groups", { title: "Before" });
  const last = await heard(({ data }) => data.kind === "resource");
  expect(last.id).not.toBe(hello.id);
  await world.restart();
  await ear.ended;
  await world.api("POST", "/alert_groups", { title: "After" });
  expect(await get("/alert_groups")).toContain("After");
  ear = await listen(`${world.daemon.url}/api/v1/events`, {
    authorization: `Bearer ${world.key}`,
    "last-event-id": last.id!,
  });
  await heard(({ data }) => data.kind === "resource");
});

test("the lists are searched, filtered and in pages", async () => {
  const group = await world.onCall();
  for (let i = 0; i < 55; i++)
    await world.api("POST", "/webhook_monitors", {
      title: `Job ${String(i).padStart(2, "0")} 100%_\\`,
      alert_group_id: group.id,
    });
  const bad = await world.api<{ webhook_url: string }>("POST", "/webhook_monitors", {
    title: "Zebra",
    alert_group_id: group.id,
  });
  await world.pass(minutes(1));
  await world.report(bad, "stripes");
  await world.settle();
  await world.pass(minutes(1));
  const get = await signIn();
  const titles = (page: string) =>
    [...page.matchAll(/href="\/[a-z_]+_monitors\/[^"]+"\s*><bdi>([^<]+)</g)].map(([, one]) => one);
  const first = titles(await get("/monitors"));
  expect([first[0], first[1], first.length]).toEqual(["Zebra", "Job 00 100%_\\", 50]);
  expect(titles(await get("/monitors?page=2"))).toHaveLength(6);
  expect(titles(await get("/monitors?search=zEB"))).toEqual(["Zebra"]);
  expect(titles(await get("/monitors?state=down"))).toEqual(["Zebra"]);
  expect(titles(await get(`/monitors?search=${encodeURIComponent("54 100%_\\")}`))).toHaveLength(1);
  expect(titles(await get("/monitors?search=100x"))).toEqual([]);
  expect(titles(await get("/monitors?group=nobody&page=9999"))).toEqual([]);
  // Heads of columns are links to their orders, and each can be turned around.
  const ordered = async (order: string) => {
    const page = await get(`/monitors?order=${order}`);
    const sorted = /aria-sort="(\w+)"\s*>(?:<span>24 h ago<\/span>)?<a href="([^"]+)"/.exec(page);
    return [titles(page)[0], sorted?.[1], sorted?.[2]];
  };
  expect(await ordered("")).toEqual(["Zebra", "descending", "/monitors?order=best"]);
  expect(await ordered("best")).toEqual(["Job 00 100%_\\", "ascending", "/monitors"]);
  expect(await ordered("title")).toEqual([
    "Job 00 100%_\\",
    "ascending",
    "/monitors?order=title_down",
  ]);
  expect(await ordered("title_down")).toEqual(["Zebra", "descending", "/monitors?order=title"]);
  expect(await ordered("recent")).toEqual(["Zebra", "descending", "/monitors?order=oldest"]);
  expect(await ordered("oldest")).toEqual([
    "Job 00 100%_\\",
    "ascending",
    "/monitors?order=recent",
  ]);
  expect(await ordered("uptime")).toEqual(["Zebra", "ascending", "/monitors?order=uptime_down"]);
  expect(await ordered("uptime_down")).toEqual([
    "Job 00 100%_\\",
    "descending",
    "/monitors?order=uptime",
  ]);
  expect(titles(await get("/monitors?order=uptime_down&page=2")).at(-1)).toBe("Zebra");
  // Monitors without a response time are last in both directions, and in the order of the list.
  expect((await ordered("slow")).slice(1)).toEqual(["descending", "/monitors?order=fast"]);
  expect((await ordered("fast")).slice(1)).toEqual(["ascending", "/monitors?order=slow"]);
  expect(await ordered("up")).toEqual(await ordered(""));
});
