import { beforeEach, describe, expect, test } from "vitest";
import { startTarget, type Target } from "../support/target.ts";
import { minutes, startWorld, topic, type World } from "../support/world.ts";

let world: World;
/** Applications beside the world's own. */
let others: Target[];

beforeEach(async () => {
  // It is 03:00 UTC.
  world = await startWorld();
  others = [];
  return async () => {
    await world.end();
    for (const other of others) await other.stop();
  };
});

/** An application of its own, and its monitor. */
async function application(title: string, group: { id: string }): Promise<Target> {
  const target = await startTarget({ now: () => world.clock.now() });
  others.push(target);
  await world.api("POST", "/health_check_monitors", {
    title,
    url: target.healthUrl,
    alert_group_id: group.id,
  });
  return target;
}
const pushes = (of = topic) => world.phone.messages(of);
const periods = () =>
  world.api<{ from: string; to: string; reason: string }[]>("GET", "/blind_periods");

const titles = (of = topic) => pushes(of).map(({ title }) => title);

describe("after half an hour in which it did not run", () => {
  test("each phone hears once from when to when, and what broke and what was repaired", async () => {
    const group = await world.onCall({ priority_level: 2 });
    const shop = await application("Shop", group);
    const blog = await application("Blog", group);
    await world.pass(minutes(1));
    blog.breakCheck("database", "gone");
    await world.pass(minutes(2));
    expect(titles()).toEqual(["Blog is down"]);

    shop.breakCheck("cache", "full");
    blog.recover();
    await world.away(minutes(30));
    await world.pass(minutes(3));

    const said = pushes().slice(1);
    expect(said.map(({ title }) => title)).toEqual([
      "Monitoring gap 03:03–03:33 UTC (30 min): 1 incident opened, 1 resolved",
    ]);
    expect(said[0]!.message.split("\n")).toEqual([
      "monitord was not running. Changes found afterwards:",
      "- Shop is down: Cache: full",
      expect.stringContaining("- Blog is up again: The monitor is up."),
      "Times in UTC.",
    ]);
    expect(await periods()).toEqual([
      {
        id: expect.any(String) as string,
        from: "2026-11-21T03:03:00Z",
        to: "2026-11-21T03:33:00Z",
        reason: "stopped",
      },
    ]);
    // From here on all is as usual.
    shop.recover();
    await world.pass(minutes(2));
    expect(titles().at(-1)).toBe("Shop is up again");
  });

  test("many incidents are one message and no storm, in the local time of the group", async () => {
    const group = await world.onCall({
      priority_level: 3,
      timezone: "Asia/Kolkata",
    });
    const all = await Promise.all(
      Array.from({ length: 8 }, (_, n) => application(`App ${n}`, group)),
    );
    await world.pass(minutes(1));
    for (const one of all) one.breakCheck("cache", "full");
    await world.away(minutes(21));
    await world.pass(minutes(3));
    expect(titles()).toEqual(["Monitoring gap 08:31–08:52 (21 min): 8 incidents opened"]);
    expect(pushes()[0]!.message).toContain("Times in Asia/Kolkata.");
    for (const one of all) expect(one.requests.length).toBeGreaterThan(0);
  });

  test("what is of priority 1 rings at once, and what is found later changes that message in place", async () => {
    const urgent = await world.onCall();
    const usual = await world.onCall({ priority_level: 3 });
    const shop = await application("Shop", urgent);
    const blog = await application("Blog", usual);
    await world.pass(minutes(1));
    shop.breakCheck("cache", "full");
    // Not to be reached at all: found only after another try.
    await blog.stop();
    others = [shop];
    await world.away(minutes(30));
    // Long before the other try.
    await world.pass(1000);
    expect(titles()).toEqual(["Monitoring gap 03:01–03:31 UTC (30 min): 1 incident opened"]);
    const [first] = pushes();
    expect(first!.priority).toBe(5);

    await world.pass(minutes(3));
    const shown = world.phone.shown(topic);
    expect(shown.map(({ title }) => title)).toEqual([
      "Monitoring gap 03:01–03:31 UTC (30 min): 2 incidents opened",
    ]);
    expect(shown[0]!.message).toContain("- Shop is down: Cache: full\n- Blog");
    expect(shown[0]!.priority).toBe(3);
  });

  test("nobody hears of it when nothing changed, and it is kept all the same", async () => {
    const group = await world.onCall({ priority_level: 2 });
    await application("Shop", group);
    await world.pass(minutes(1));
    await world.away(minutes(30));
    await world.pass(minutes(3));
    expect(titles()).toEqual([]);
    expect(await periods()).toHaveLength(1);
    const health = await (await fetch(`${world.daemon.url}/health`)).text();
    expect(health).toContain("03:01–03:31 UTC (30 min)");
  });

  test("what is reported afterwards is news of its own", async () => {
    const group = await world.onCall({ priority_level: 2 });
    const errors = await world.api<{ webhook_url: string }>("POST", "/webhook_monitors", {
      title: "Errors",
      alert_group_id: group.id,
    });
    await world.away(minutes(30));
    await world.report(errors);
    await world.settle();
    expect(titles()).toEqual(["Errors: 1 error in 5 minutes"]);
  });
});

test("a restart within three minutes says nothing, and what broke meanwhile pages as always", async () => {
  const group = await world.onCall({ priority_level: 2 });
  const shop = await application("Shop", group);
  await world.pass(minutes(1));
  shop.breakCheck("cache", "full");
  await world.away(minutes(2));
  await world.pass(minutes(1));
  expect(titles()).toEqual(["Shop is down"]);
  expect(await periods()).toEqual([]);
});

test("a machine that was suspended says so", async () => {
  const group = await world.onCall({ priority_level: 2 });
  const shop = await application("Shop", group);
  await world.pass(minutes(1));
  shop.breakCheck("cache", "full");
  await world.clock.jump(minutes(60), () => world.daemon.resting());
  await world.pass(minutes(3));
  expect(titles()).toEqual([
    expect.stringMatching(/^Monitoring gap 03:0[01]–04:01 UTC \((60|1 h).*\): 1 incident opened$/),
  ]);
  expect(await periods()).toMatchObject([{ reason: "suspended" }]);
});
