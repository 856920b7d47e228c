import { afterEach, beforeEach, expect, test } from "vitest";
import { minutes, startWorld, type World } from "../support/world.ts";

let world: World;
beforeEach(async () => {
  world = await startWorld();
});
afterEach(() => world.end());

const rid = "0f8fad5b-d9cb-469f-a165-70867728950e";

interface Beating {
  id: string;
  webhook_url: string;
}

/** A backup from which reports are expected, and Ada, who is paged when they do not come. */
async function backup(fields: Record<string, unknown>): Promise<Beating> {
  const group = await world.onCall();
  return world.api<Beating>("POST", "/webhook_monitors", {
    title: "Backup",
    alert_group_id: group.id,
    grace_minutes: 10,
    ...fields,
  });
}

async function signal({ webhook_url }: Beating, path: string, body?: string): Promise<void> {
  const url = `${world.daemon.url}${new URL(webhook_url).pathname}${path}`;
  const answer = await fetch(url, { method: "POST", ...(body === undefined ? {} : { body }) });
  expect(answer.status).toBe(202);
  await answer.text();
  await world.settle();
}

const get = ({ id }: Beating) => world.api("GET", `/webhook_monitors/${id}`);
const runs = ({ id }: Beating) =>
  world.api<Record<string, unknown>[]>("GET", `/webhook_monitors/${id}/runs`);
const titles = () => world.phone.messages().map(({ title }) => title);
/** Lets the pushes go out that gather for a while. */
const later = () => world.pass(minutes(2));

test("a report that is expected every hour and does not come is missing, until a success", async () => {
  const monitor = await backup({ expect_every_minutes: 60 });
  await world.pass(minutes(180));
  expect(await get(monitor)).toMatchObject({ status: "waiting" });
  await signal(monitor, "/success");
  await world.pass(minutes(69));
  expect(await get(monitor)).toMatchObject({ status: "quiet" });
  expect(titles()).toEqual([]);
  await world.pass(minutes(2));
  expect(await get(monitor)).toMatchObject({ status: "missing" });
  expect(titles()).toEqual([expect.stringContaining("Backup: expected report is missing")]);
  await world.pass(minutes(120));
  expect(titles()).toHaveLength(1);
  await signal(monitor, "/success");
  await later();
  expect(await get(monitor)).toMatchObject({ status: "resolved" });
  expect(titles()).toEqual([expect.anything(), expect.stringContaining("Backup: report received")]);
});

test("each moment of a cron expression is expected, in its time zone", async () => {
  const monitor = await backup({ expect_cron: "30 5 * * *", expect_timezone: "Europe/Berlin" });
  await signal(monitor, "/success");
  const { expected_at } = await get(monitor);
  const due = Date.parse(String(expected_at));
  expect(
    new Date(due).toLocaleTimeString("en-GB", { timeZone: "Europe/Berlin", timeStyle: "short" }),
  ).toBe("05:30");
  await world.pass(due - world.clock.now() + minutes(9));
  expect(await get(monitor)).toMatchObject({ status: "quiet" });
  await world.pass(minutes(2));
  expect(await get(monitor)).toMatchObject({ status: "missing" });
  expect(titles()).toHaveLength(1);
});

test("a run that begins and does not end within the grace is missing, and its end says how long it took", async () => {
  const monitor = await backup({ expect_every_minutes: 600 });
  await signal(monitor, `/start?rid=${rid}`);
  await world.pass(minutes(9));
  expect(titles()).toEqual([]);
  await world.pass(minutes(2));
  expect(await get(monitor)).toMatchObject({ status: "missing" });
  expect(titles()).toHaveLength(1);
  await world.pass(minutes(4));
  await signal(monitor, `/success?rid=${rid}`, "42 files");
  await later();
  expect(titles()).toHaveLength(2);
  expect(await get(monitor)).toMatchObject({ last_duration_ms: minutes(15) });
  expect(await runs(monitor)).toMatchObject([
    { rid, outcome: "success", duration_ms: minutes(15), output: "42 files" },
  ]);
});

test.each([
  ["/fail", null],
  ["/3", 3],
])(
  "%s opens an incident as an error does, which the next success ends",
  async (path, exit_code) => {
    const monitor = await backup({ expect_every_minutes: 600 });
    await signal(monitor, path, "no space left");
    expect(await get(monitor)).toMatchObject({ status: "firing" });
    expect(titles()).toHaveLength(1);
    expect(await runs(monitor)).toMatchObject([{ outcome: "fail", exit_code, started_at: null }]);
    await world.pass(minutes(30));
    expect(await get(monitor)).toMatchObject({
      status: "firing",
      status_reason: expect.stringMatching(/^The last run failed, at .* until a run succeeds\.$/),
    });
    expect(titles()).toHaveLength(1);
    await signal(monitor, "/0");
    await later();
    expect(await get(monitor)).toMatchObject({
      status: expect.stringMatching(/resolved|quiet/),
      status_reason: expect.toBeOneOf([null, "A run reported success."]),
    });
    expect(titles()).toEqual([expect.anything(), expect.stringContaining("Backup: run succeeded")]);
  },
);

test("a job that only ever fails is missing, whatever the threshold, until it succeeds", async () => {
  const monitor = await backup({ expect_every_minutes: 60, error_rate_threshold: 3 });
  await signal(monitor, "/success");
  for (let i = 0; i < 6; i++) {
    await world.pass(minutes(45));
    await signal(monitor, "/fail");
  }
  expect(await get(monitor)).toMatchObject({ status: "missing" });
  expect(titles()).toEqual([expect.stringContaining("Backup: expected report is missing")]);
  await signal(monitor, "/success");
  await later();
  expect(await get(monitor)).toMatchObject({
    status: "resolved",
    status_reason: "A run reported success.",
  });
  expect(titles()).toHaveLength(2);
});

test("a nightly run that fails pages once, and recovers with the next that succeeds", async () => {
  const monitor = await backup({ expect_cron: "0 3 * * *" });
  await signal(monitor, "/success");
  const due = Date.parse(String((await get(monitor))["expected_at"]));
  const pass = (after: number) => world.pass(due + minutes(after) - world.clock.now());
  await pass(1);
  await signal(monitor, "/fail");
  await pass(7);
  expect(titles()).toEqual([expect.stringContaining("the last run failed")]);
  await pass(11);
  expect(await get(monitor)).toMatchObject({ status: "firing" });
  await pass(1441);
  await signal(monitor, "/success");
  await later();
  const all = await world.api<{ resolved_reason: string }[]>("GET", "/incidents");
  expect(all.map(({ resolved_reason }) => resolved_reason)).toEqual(["A run reported success."]);
  expect(titles().filter((title) => !title.includes("the last run failed"))).toEqual([
    expect.stringContaining("Backup: run succeeded"),
  ]);
}, 300_000);

test("a failed run that a person resolved pages again when the next one fails", async () => {
  const monitor = await backup({ expect_every_minutes: 600 });
  await signal(monitor, "/fail");
  await world.pass(minutes(30));
  const [first] = await world.api<{ id: string }[]>("GET", "/incidents?unresolved=true");
  await world.api("POST", `/incidents/${first!.id}/resolve`, {});
  await later();
  await signal(monitor, "/fail");
  expect(await world.api("GET", "/incidents?unresolved=true")).toHaveLength(1);
  expect(await world.api("GET", "/incidents")).toHaveLength(2);
});

test("a run that died is lost when a later one succeeds, and is not missing", async () => {
  const monitor = await backup({ expect_every_minutes: 600 });
  await signal(monitor, `/start?rid=${rid}`);
  await world.pass(minutes(2));
  await signal(monitor, "/start");
  await world.pass(minutes(1));
  await signal(monitor, "/success");
  await world.pass(minutes(60));
  expect(await get(monitor)).toMatchObject({ status: "quiet", last_duration_ms: minutes(1) });
  expect(titles()).toEqual([]);
  expect(
    (await runs(monitor)).map(({ outcome, ended_at }) => [outcome, ended_at === null]),
  ).toEqual(
    expect.arrayContaining([
      ["success", false],
      ["lost", true],
    ]),
  );
});

test("a run that ends 5 s before its moment counts for it", async () => {
  const monitor = await backup({ expect_cron: "0 3 * * *", grace_minutes: 1 });
  await signal(monitor, "/success");
  const due = Date.parse(String((await get(monitor))["expected_at"]));
  await world.pass(due - 5_000 - world.clock.now());
  await signal(monitor, "/success");
  await world.pass(minutes(10));
  expect(await get(monitor)).toMatchObject({ status: "quiet" });
  expect(titles()).toEqual([]);
});
