import { beforeEach, describe, expect, test } from "vitest";
import { minutes, seconds, startWorld, topic, type World } from "../support/world.ts";

interface Monitor {
  id: string;
  status: string;
  status_reason: string | null;
  flapping_since: string | null;
  webhook_url: string;
}
interface Incident {
  id: string;
  title: string;
  status: string;
  acknowledged_by: string | null;
  timeline: { kind: string; text: string }[];
}

let world: World;
let group: { id: string };
beforeEach(async () => {
  world = await startWorld();
  group = await world.onCall();
  return () => world.end();
});

const titles = () => world.phone.messages(topic).map(({ title }) => title);
const get = <T>(path: string) => world.api<T>("GET", path);
const unresolved = async () =>
  (await get<Incident[]>("/incidents")).filter(({ status }) => status !== "resolved");
const detail = async () => get<Incident>(`/incidents/${(await unresolved())[0]!.id}`);
const metric = async (name: string) => {
  const answer = await fetch(`${world.daemon.url}/metrics`);
  return new RegExp(`^${name} (.+)$`, "m").exec(await answer.text())?.[1];
};

describe("an application that goes up and down", () => {
  let path: string;
  const monitor = () => get<Monitor>(path);
  const create = async (more: Record<string, unknown> = {}) => {
    const { id } = await world.api<Monitor>("POST", "/health_check_monitors", {
      title: "Shop",
      url: world.target.healthUrl,
      alert_group_id: group.id,
      // Whatever its phase, each minute has a check.
      interval_seconds: 30,
      ...more,
    });
    path = `/health_check_monitors/${id}`;
    await world.pass(seconds(1));
  };
  const broken = () => world.target.breakCheck("database", "gone");
  /** A minute down and a minute up, for that long. */
  const alternate = async (long: number) => {
    for (let minute = 0; minute < long; minute += 2) {
      broken();
      await world.pass(minutes(1));
      world.target.recover();
      await world.pass(minutes(1));
    }
  };
  const usual = ["Shop is down", "Shop is up again", "Shop is down", "Shop is up again"];

  // Three hours of it are in the contract of the stores: there no second has to pass in between.
  test("every minute is told six times, however long it goes on", async () => {
    await create();
    await alternate(6);
    expect(titles()).toEqual([...usual, "Shop is flapping"]);
    expect(await monitor()).toMatchObject({
      flapping_since: expect.stringMatching(/Z$/),
    });
    const [incident] = await unresolved();
    await world.api("POST", `/incidents/${incident!.id}/acknowledge`, {
      by: "Ada",
    });
    await world.settle();
    const told = titles().length;
    await alternate(20);
    expect(titles()).toHaveLength(told);

    expect(await get<Monitor[]>("/health_check_monitors?flapping=true")).toHaveLength(1);
    expect(await get<Monitor[]>("/health_check_monitors?flapping=false")).toEqual([]);
    expect(await metric("monitord_flapping_monitors")).toBe("1");
    const flapping = await detail();
    expect(flapping).toMatchObject({
      title: "Shop is flapping",
      status: "acknowledged",
      acknowledged_by: "Ada",
    });
    expect(flapping.timeline.some(({ text }) => text.startsWith("Flapping, "))).toBe(true);
    expect(await get(`/incidents/${flapping.id}/explanation`)).toMatchObject({
      sentence: expect.stringContaining("The monitor has been flapping since "),
    });

    await world.pass(minutes(32));
    expect(titles().slice(told)).toEqual(["Shop stopped flapping: up"]);
    expect(await unresolved()).toEqual([]);
    expect((await monitor()).flapping_since).toBeNull();
    expect(await metric("monitord_flapping_monitors")).toBe("0");
  });

  test("and stays down says so once, and that it is up again as ever", async () => {
    await create();
    await alternate(6);
    broken();
    await world.pass(minutes(32));
    expect(titles().slice(4)).toEqual(["Shop is flapping", "Shop stopped flapping: down"]);
    expect(await detail()).toMatchObject({
      title: "Shop is down",
      status: "open",
    });
    world.target.recover();
    await world.pass(minutes(2));
    expect(titles().at(-1)).toBe("Shop is up again");
  });

  test("flaps on after a restart, and stops by itself", async () => {
    await create();
    await alternate(6);
    const { flapping_since } = await monitor();
    await world.restart();
    await alternate(4);
    expect((await monitor()).flapping_since).toBe(flapping_since);
    expect(titles()).toHaveLength(5);
    await world.restart();
    await world.pass(minutes(32));
    expect(titles().slice(5)).toEqual(["Shop stopped flapping: up"]);
  });

  test("outside contact hours is said in the morning as it is then", async () => {
    await world.api("PUT", `/alert_groups/${group.id}`, {
      contact_hours_all_day: false,
      // It is three when the story begins.
      contact_hours_from: "03:50:00",
      contact_hours_to: "22:00:00",
    });
    await create();
    await alternate(6);
    broken();
    await world.pass(minutes(35));
    expect(titles()).toEqual([]);
    await world.pass(minutes(10));
    expect(titles()).toEqual(["Shop stopped flapping: down"]);
  });

  test("is told each time when that was asked for", async () => {
    await create({ detect_flapping: false });
    await alternate(8);
    expect(titles()).toHaveLength(8);
    expect((await monitor()).flapping_since).toBeNull();
  });

  test("pages at the third bad check, counted over a restart", async () => {
    await create({
      confirmations: 3,
      interval_seconds: 600,
      staleness_threshold_minutes: 60,
    });
    broken();
    const bad = async () => {
      const { status_reason } = await monitor();
      return /failed check (\d) of 3, no incident yet/.exec(status_reason ?? "")?.[1];
    };
    while ((await monitor()).status !== "down") await world.pass(seconds(10));
    expect(await bad()).toBe("1");
    await world.restart();
    expect(titles()).toEqual([]);
    await world.pass(seconds(35));
    expect(await bad()).toBe("2");
    expect(await unresolved()).toEqual([]);
    await world.pass(seconds(35));
    expect(titles()).toEqual(["Shop is down"]);
    expect(await bad()).toBeUndefined();
    const history = await get<{ reason: string | null }[]>(`${path}/history`);
    expect(history.map(({ reason }) => reason).join("\n")).toContain("1 of 3");
  });

  test("for a moment, and had to be down three times in a row, is told to nobody", async () => {
    await create({ confirmations: 3 });
    for (let i = 0; i < 5; i++) {
      broken();
      await world.pass(minutes(1));
      world.target.recover();
      await world.pass(minutes(3));
    }
    expect(titles()).toEqual([]);
    expect(await get<Incident[]>("/incidents")).toEqual([]);
  });
});

test("a webhook monitor that fires again and again is told when it begins and when it has stopped", async () => {
  const errors = await world.api<Monitor>("POST", "/webhook_monitors", {
    title: "Shop errors",
    alert_group_id: group.id,
    error_rate_threshold: 1,
    error_rate_window_minutes: 1,
  });
  for (let i = 0; i < 10; i++) {
    await world.report(errors);
    await world.pass(minutes(3));
  }
  expect(titles()).toEqual([
    "Shop errors: 1 error in 1 minute",
    "Shop errors: back below threshold",
    "Shop errors: 1 error in 1 minute",
    "Shop errors: back below threshold",
    "Shop errors is flapping",
  ]);
  expect(await get<Monitor[]>("/webhook_monitors?flapping=true")).toHaveLength(1);
  expect(await unresolved()).toHaveLength(1);
  await world.pass(minutes(32));
  expect(titles().slice(5)).toEqual(["Shop errors stopped flapping: quiet"]);
  expect(await unresolved()).toEqual([]);
});
