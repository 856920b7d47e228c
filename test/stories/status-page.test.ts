/** What the public reads, over a whole daemon, on both databases. */
import { beforeEach, expect, test } from "vitest";
import { minutes, seconds, startWorld, type World } from "../support/world.ts";

let world: World;
beforeEach(async () => {
  world = await startWorld();
  return () => world.end();
});

interface Page {
  status: string;
  systems: { name: string; status: string; uptime_90_days: number | null }[];
  incidents: {
    title: string;
    state: string;
    updates: { state: string | null; message: string }[];
  }[];
}
/** Makes the page with one system. */
const pageOf = (system: object) =>
  world.api("POST", "/status_pages", {
    title: "Shop",
    slug: "shop",
    sections: [{ title: "Systems", systems: [system] }],
  });

/** As it is once the page that is kept is old. */
async function page(): Promise<Page> {
  await world.pass(seconds(10));
  const answer = await fetch(`${world.daemon.url}/status/shop.json`);
  expect(answer.status).toBe(200);
  expect(answer.headers.get("set-cookie")).toBeNull();
  return (await answer.json()) as Page;
}

test("the public follows what breaks, and reads what is written for it", async () => {
  const group = await world.onCall({ title: "Shop" });
  const { id } = await world.api<{ id: string }>("POST", "/health_check_monitors", {
    title: "shop-eu-1",
    url: world.target.healthUrl,
    alert_group_id: group.id,
  });
  await pageOf({ name: "Checkout", health_check_monitors: [id] });
  expect((await page()).status).toBe("operational");

  world.target.breakCheck("database", "password=hunter2");
  await world.pass(minutes(2));
  const down = await page();
  expect(down.systems).toMatchObject([{ name: "Checkout", status: "down" }]);
  // Nobody has written anything.
  expect(down.incidents).toEqual([]);

  await world.api("POST", "/incidents/1/publish", { message: "We look." });
  await world.pass(1000);
  await world.api("POST", "/incidents/1/publish", {
    message: "Found it.",
    state: "identified",
  });
  expect((await page()).incidents).toMatchObject([
    {
      title: "Checkout",
      state: "identified",
      updates: [
        { state: "identified", message: "Found it." },
        { state: null, message: "We look." },
      ],
    },
  ]);

  await world.restart();
  world.target.recover();
  await world.pass(minutes(2));
  const over = await page();
  expect(over).toMatchObject({
    status: "operational",
    incidents: [{ state: "resolved" }],
  });
  expect(over.systems[0]!.uptime_90_days).toBeLessThan(1);
  expect(JSON.stringify(over)).not.toContain("hunter2");

  await world.api("POST", "/incidents/1/unpublish");
  expect((await page()).incidents).toEqual([]);
  await world.api("POST", "/incidents/1/publish", { message: "Afterwards." });
  expect((await page()).incidents).toMatchObject([{ updates: [{ message: "Afterwards." }] }]);
  const { timeline } = await world.api<{ timeline: { kind: string }[] }>("GET", "/incidents/1");
  expect(timeline.map(({ kind }) => kind).filter((kind) => kind.includes("publish"))).toEqual([
    "published",
    "published",
    "unpublished",
    "published",
  ]);
});

test("planned work is maintenance, and quiet in an emergency is not", async () => {
  const group = await world.onCall();
  const monitor = await world.api<{ id: string; webhook_url: string }>(
    "POST",
    "/webhook_monitors",
    { title: "Jobs", alert_group_id: group.id },
  );
  await pageOf({ name: "Jobs", alert_groups: [group.id] });
  await world.report(monitor, "boom");
  const silence = await world.api<{ id: string }>("POST", "/silences", {
    monitor_id: monitor.id,
    reason: "it is known",
  });
  expect((await page()).status).toBe("down");
  await world.api("DELETE", `/silences/${silence.id}`);

  // It is 03:00 UTC.
  await world.api("POST", "/silences", {
    alert_group_id: group.id,
    reason: "backup",
    cron: "2 3 * * *",
    duration_minutes: 10,
  });
  expect((await page()).status).toBe("down");
  await world.pass(minutes(2));
  expect((await page()).status).toBe("maintenance");
});

test("what failed within planned work is maintenance in the past as well, and counts as no downtime", async () => {
  const group = await world.onCall();
  const monitor = await world.api<{ id: string; webhook_url: string }>(
    "POST",
    "/webhook_monitors",
    { title: "Jobs", alert_group_id: group.id },
  );
  await pageOf({ name: "Jobs", alert_groups: [group.id] });
  const from = world.clock.now() + minutes(10);
  await world.api("POST", "/silences", {
    alert_group_id: group.id,
    reason: "move",
    from: new Date(from).toISOString(),
    until: new Date(from + minutes(60)).toISOString(),
  });
  await world.pass(minutes(15));
  await world.report(monitor, "boom");
  await world.pass(minutes(70));
  const { systems } = await page();
  expect(systems).toMatchObject([{ status: "operational", uptime_90_days: 1 }]);
  const text = await (await fetch(`${world.daemon.url}/status/shop`)).text();
  expect(text).toMatch(/<rect\s+class="silenced"/);
  expect(text).not.toMatch(/<rect\s+class="down" x="890"/);
});

test("a manifest declares the page, and its address is taken once on a server", async () => {
  const wanted = (slug: string) => ({
    project: "shop",
    alert_groups: [{ external_id: "shop", title: "Shop" }],
    webhook_monitors: [{ external_id: "jobs", title: "Jobs", alert_group: "shop" }],
    status_pages: [
      {
        external_id: "page",
        title: "Shop",
        slug,
        sections: [{ title: "All", systems: [{ name: "Jobs", webhook_monitors: ["jobs"] }] }],
      },
    ],
  });
  await world.api("POST", "/apply", wanted("shop"));
  const again = await world.api<{ changes: { action: string }[] }>("POST", "/plan", wanted("shop"));
  expect(new Set(again.changes.map(({ action }) => action))).toEqual(new Set(["unchanged"]));
  expect((await page()).status).toBe("operational");
  const taken = await fetch(`${world.daemon.url}/api/v1/status_pages`, {
    method: "POST",
    headers: {
      authorization: `Bearer ${world.key}`,
      "content-type": "application/json",
    },
    body: JSON.stringify({ title: "Other", slug: "shop" }),
  });
  expect(taken.status).toBe(409);
});

test("a system that is not measured is not called operational", async () => {
  const group = await world.onCall();
  const { id } = await world.api<{ id: string }>("POST", "/health_check_monitors", {
    title: "shop-eu-1",
    url: world.target.healthUrl,
    alert_group_id: group.id,
  });
  await pageOf({ name: "Checkout", health_check_monitors: [id] });
  expect((await page()).status).toBe("operational");
  await world.api("POST", `/health_check_monitors/${id}/pause`);
  expect((await page()).status).toBe("maintenance");
});
