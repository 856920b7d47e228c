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
  monitors: { title: string; status: string; uptime_90_days: number | null }[];
  incidents: {
    title: string;
    status: string;
    updates: { message: string }[];
  }[];
}
/** As it is once the page that is kept is old. */
async function page(): Promise<Page> {
  await world.pass(seconds(10));
  const answer = await fetch(`${world.daemon.url}/status/shop.json`);
  expect(answer.status).toBe(200);
  expect(answer.headers.get("set-cookie")).toBeNull();
  return (await answer.json()) as Page;
}

test("the public follows what breaks, and reads what is written for it", async () => {
  const group = await world.onCall({
    title: "Shop",
    status_page: true,
    status_page_slug: "shop",
  });
  await world.api("POST", "/health_check_monitors", {
    title: "Checkout",
    url: world.target.healthUrl,
    alert_group_id: group.id,
  });
  expect((await page()).status).toBe("operational");

  world.target.breakCheck("database", "password=hunter2");
  await world.pass(minutes(2));
  const down = await page();
  expect(down.monitors).toMatchObject([{ title: "Checkout", status: "down" }]);
  // Nobody has written anything.
  expect(down.incidents).toEqual([]);

  await world.api("POST", "/incidents/1/publish", { message: "We look." });
  await world.pass(1000);
  await world.api("POST", "/incidents/1/publish", { message: "Found it." });
  expect((await page()).incidents).toMatchObject([
    {
      title: "Checkout",
      status: "ongoing",
      updates: [{ message: "Found it." }, { message: "We look." }],
    },
  ]);

  await world.restart();
  world.target.recover();
  await world.pass(minutes(2));
  const over = await page();
  expect(over).toMatchObject({
    status: "operational",
    incidents: [{ status: "resolved" }],
  });
  expect(over.monitors[0]!.uptime_90_days).toBeLessThan(1);
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
  const group = await world.onCall({
    status_page: true,
    status_page_slug: "shop",
  });
  const monitor = await world.api<{ id: string; webhook_url: string }>(
    "POST",
    "/webhook_monitors",
    { title: "Jobs", alert_group_id: group.id },
  );
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

test("a manifest declares the page, and its address is taken once on a server", async () => {
  const wanted = (slug: string) => ({
    project: "shop",
    alert_groups: [
      {
        external_id: slug,
        title: "Shop",
        status_page: true,
        status_page_slug: slug,
      },
    ],
  });
  await world.api("POST", "/apply", wanted("shop"));
  const again = await world.api<{ changes: { action: string }[] }>("POST", "/plan", wanted("shop"));
  expect(again.changes.map(({ action }) => action)).toEqual(["unchanged"]);
  expect((await page()).status).toBe("unknown");
  const taken = await fetch(`${world.daemon.url}/api/v1/alert_groups`, {
    method: "POST",
    headers: {
      authorization: `Bearer ${world.key}`,
      "content-type": "application/json",
    },
    body: JSON.stringify({ title: "Other", status_page_slug: "shop" }),
  });
  expect(taken.status).toBe(409);
});
