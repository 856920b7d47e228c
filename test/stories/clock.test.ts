import { beforeEach, describe, expect, test } from "vitest";
import { minutes, seconds, startWorld, topic, type World } from "../support/world.ts";

let world: World;
beforeEach(async () => {
  // It is 03:00 UTC.
  world = await startWorld();
  return () => world.end();
});

const hour = minutes(60);
const day = 24 * hour;

const titles = () => world.phone.messages(topic).map(({ title }) => title);
const gaps = () =>
  world.api<{ from: string; to: string; reason: string }[]>("GET", "/blind_periods");
const incidents = (query = "") =>
  world.api<{ title: string; status: string; opened_at: string }[]>("GET", `/incidents${query}`);

async function monitor(group: { id: string }, more: object = {}) {
  return world.api<{ id: string; webhook_url: string }>("POST", "/health_check_monitors", {
    title: "Shop",
    url: world.target.healthUrl,
    alert_group_id: group.id,
    ...more,
  });
}

/** Moves the wall clock for some seconds. The loops of a story sleep, so a request looks at the clock. */
async function step(by: number): Promise<void> {
  world.clock.step(by);
  await world.api("GET", "/me");
  await world.pass(seconds(4));
}

async function health(name: string): Promise<{ status: string; shortSummary: string }> {
  const answer = await fetch(`${world.daemon.url}/health`);
  const { checkResults } = (await answer.json()) as {
    checkResults: { name: string; status: string; shortSummary: string }[];
  };
  return checkResults.find((check) => check.name === name)!;
}

/** Everything that retention could delete, or a step could end, as it is now. */
async function records() {
  const [all, history, events] = await Promise.all([
    incidents(),
    world.api<unknown[]>("GET", "/audit_events"),
    world.api<unknown[]>("GET", "/notifications"),
  ]);
  return { incidents: all, history: history.length, notifications: events.length };
}

describe.each([
  ["an hour ahead", hour],
  ["370 days ahead", 370 * day],
  ["five minutes back", -minutes(5)],
  ["370 days back", -370 * day],
])("a clock that is %s for some seconds", (_, by) => {
  test("changes nothing: the next failure pages within the interval and a minute, and one gap is recorded", async () => {
    const group = await world.onCall();
    await monitor(group);
    await world.api("POST", "/webhook_monitors", {
      title: "Errors",
      alert_group_id: group.id,
      error_rate_threshold: 1,
      error_rate_window_minutes: 60,
    });
    await world.pass(minutes(5));
    const [errors] = await world.api<{ webhook_url: string }[]>("GET", "/webhook_monitors");
    await world.report(errors!);
    await world.pass(minutes(1));
    const before = await records();

    await step(by);
    expect(await health("clock")).toMatchObject({ status: "warning" });
    await step(-by);
    await world.restart();
    expect(await health("clock")).toMatchObject({ status: "ok", shortSummary: "steady" });
    expect(await records()).toEqual(before);

    world.target.breakCheck("database", "gone");
    await world.pass(minutes(2));
    expect(titles().at(-1)).toBe("Shop is down");
    expect(await gaps()).toMatchObject([{ reason: "clock" }]);
  });

  test("changes nothing when it is restarted in between", async () => {
    await monitor(await world.onCall());
    await world.pass(minutes(5));
    const before = await records();
    await step(by);
    await world.restart();
    await world.pass(seconds(4));
    world.clock.step(-by);
    await world.pass(minutes(10));
    expect(await records()).toEqual(before);
    world.target.breakCheck("database", "gone");
    await world.pass(minutes(2));
    expect(titles()).toEqual(["Shop is down"]);
    expect(await gaps()).toMatchObject([{ reason: "clock" }]);
  });
});

describe.each([
  ["five minutes back", -minutes(5)],
  ["an hour ahead", hour],
  ["370 days ahead", 370 * day],
  ["370 days back", -370 * day],
])("a clock that stays %s", (_, by) => {
  test("is adopted after five minutes: nothing resolves, nothing is deleted, and failures page in time", async () => {
    const group = await world.onCall({ repeat_minutes: 60, repeat_limit: 3 });
    await monitor(group);
    const errors = await world.api<{ id: string; webhook_url: string }>(
      "POST",
      "/webhook_monitors",
      {
        title: "Errors",
        alert_group_id: group.id,
        error_rate_threshold: 1,
        error_rate_window_minutes: 30,
      },
    );
    await world.pass(minutes(5));
    await world.report(errors);
    await world.pass(minutes(1));
    expect(titles()).toHaveLength(1);
    const before = await records();

    world.clock.step(by);
    await world.pass(minutes(8));
    expect(await health("clock")).toMatchObject({ status: "ok" });
    const after = await records();
    expect(after).toMatchObject({ ...before, incidents: [{ status: "open" }] });
    const [[was], [is]] = [before.incidents, after.incidents];
    expect(Date.parse(is!.opened_at) - Date.parse(was!.opened_at)).toBe(by);

    world.target.breakCheck("database", "gone");
    await world.pass(minutes(2));
    expect(titles().slice(1)).toEqual(["Shop is down"]);
    await world.pass(minutes(25));
    expect(await incidents("?status=resolved")).toHaveLength(1);
    expect(await gaps()).toMatchObject([{ reason: "clock" }]);
  });
});

test("after a year without monitord no record is deleted until an operator confirms the time", async () => {
  const group = await world.onCall();
  const errors = await world.api<{ id: string; webhook_url: string }>("POST", "/webhook_monitors", {
    title: "Errors",
    alert_group_id: group.id,
    error_rate_threshold: 1,
    error_rate_window_minutes: 5,
  });
  await world.report(errors);
  await world.pass(minutes(10));
  await world.away(370 * day);
  await world.pass(hour);
  expect(await health("retention")).toMatchObject({ status: "warning", shortSummary: "waits" });
  await world.restart();
  await world.pass(hour);
  expect(await health("retention")).toMatchObject({ status: "warning" });
  expect(await incidents()).toHaveLength(1);
  await world.daemon.store.run("allow_retention", { now: world.clock.now() });
  await world.pass(hour);
  expect(await health("retention")).toMatchObject({ status: "ok" });
  expect(await incidents()).toEqual([]);
});

test("a machine that boots with a clock set back goes on where it was", async () => {
  await monitor(await world.onCall());
  await world.pass(minutes(5));
  await world.daemon.stop();
  world.clock.step(-day);
  world.clock.boot = "second boot";
  await world.restart();
  world.target.breakCheck("database", "gone");
  await world.pass(minutes(2));
  expect(titles()).toEqual(["Shop is down"]);
  expect(await gaps()).toMatchObject([{ reason: "clock" }]);
});
