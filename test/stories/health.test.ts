import { beforeEach, describe, expect, test } from "vitest";
import { minutes, seconds, startWorld, topic, type World } from "../support/world.ts";

interface Monitor {
  id: string;
  status: string;
  status_reason: string | null;
  checks_total: number | null;
  checks_passing: number | null;
}
interface Incident {
  id: string;
  number: number;
  status: string;
  resolved_reason: string | null;
  timeline: { kind: string; text: string }[];
  notifications: { state: string; transition: string; attempts: number }[];
}

describe("an application with a health endpoint", () => {
  let world: World;
  let monitor: Monitor;

  beforeEach(async () => {
    world = await startWorld();
    const group = await world.onCall();
    monitor = await world.api<Monitor>("POST", "/health_check_monitors", {
      title: "Shop",
      url: world.target.healthUrl,
      alert_group_id: group.id,
    });
    await world.pass(seconds(1));
    return () => world.end();
  });

  const status = async () => {
    const path = `/health_check_monitors/${monitor.id}`;
    return (await world.api<Monitor>("GET", path)).status;
  };
  const pushes = () => world.phone.messages(topic).map(({ title }) => title);
  const incidents = () => world.api<Incident[]>("GET", "/incidents");
  const detail = async (index = 0) => {
    const all = await incidents();
    return world.api<Incident>("GET", `/incidents/${all[index]!.id}`);
  };

  test("breaks, pages once however long it stays broken, and says when it is well again", async () => {
    expect(await status()).toBe("up");
    world.target.breakCheck("database", "Could not connect to db-1");
    await world.pass(minutes(2));
    expect(await status()).toBe("down");
    expect(pushes()).toEqual(["Shop is down"]);
    expect(world.phone.messages(topic)[0]).toMatchObject({
      priority: 5,
      message: expect.stringContaining("Could not connect to db-1"),
    });

    await world.pass(minutes(7));
    expect(pushes()).toHaveLength(1);

    world.target.recover();
    await world.pass(minutes(2));
    expect(await status()).toBe("up");
    expect(pushes()).toEqual(["Shop is down", "Shop is up again"]);
    expect(await detail()).toMatchObject({
      number: 1,
      status: "resolved",
      notifications: [
        { transition: "opened", state: "delivered", attempts: 1 },
        { transition: "recovered", state: "delivered", attempts: 1 },
      ],
    });
  });

  test("goes through every status, and opens incidents for down and stale alone", async () => {
    const seen = [await status()];
    const steps: (() => void)[] = [
      () => world.target.report([{ name: "disk", status: "warning" }]),
      () => world.target.report([{ name: "disk", status: "crashed" }]),
      () => {
        world.target.report([{ name: "disk", status: "ok" }]);
        world.target.finishedAt(world.clock.now() - minutes(20));
      },
      () => world.target.finishedAt(null),
    ];
    for (const step of steps) {
      step();
      await world.pass(minutes(2));
      seen.push(await status());
    }
    expect(seen).toEqual(["up", "degraded", "down", "stale", "up"]);
    expect(pushes()).toEqual(["Shop is down", "Shop is up again"]);
    expect((await detail()).timeline.map(({ kind }) => kind)).toContain("status_changed");
  });

  test("that cannot be reached is down after the retry, with the reason", async () => {
    world.target.respond((request) => request.socket.destroy());
    await world.pass(minutes(2));
    const shown = await world.api<Monitor>("GET", `/health_check_monitors/${monitor.id}`);
    expect(shown).toMatchObject({
      status: "down",
      status_reason: expect.any(String),
      checks_total: 2,
      checks_passing: 2,
    });
    expect(pushes()).toEqual(["Shop is down"]);
  });

  test("goes stale at the moment its report is too old, not at the next poll", async () => {
    await world.api("PUT", `/health_check_monitors/${monitor.id}`, {
      interval_seconds: 600,
      staleness_threshold_minutes: 2,
    });
    const finished = world.clock.now();
    world.target.finishedAt(finished);
    await world.pass(seconds(100));
    expect(await status()).toBe("up");
    await world.pass(seconds(25));
    expect(await status()).toBe("stale");
    expect(pushes()).toEqual(["Shop is stale"]);
  });

  test("is not called stale because the daemon was away", async () => {
    await world.restart();
    await world.pass(seconds(1));
    const before = pushes();
    await world.daemon.stop();
    await world.clock.advance(minutes(30), () => true);
    await world.restart();
    await world.pass(minutes(2));
    expect(await status()).toBe("up");
    expect(pushes()).toEqual(before);
  });

  test("that recovers before anything could be delivered rings nobody", async () => {
    world.phone.failWith(503);
    world.target.breakCheck("database", "gone");
    await world.pass(minutes(2));
    world.target.recover();
    await world.pass(minutes(2));
    world.phone.failWith(null);
    await world.pass(minutes(5));
    expect(pushes()).toEqual([]);
    expect(await detail()).toMatchObject({
      status: "resolved",
      notifications: [{ transition: "opened", state: "dropped" }],
    });
  });

  test("is retried on the phone until the push server is back", async () => {
    world.phone.failWith(503);
    world.target.breakCheck("database", "gone");
    await world.pass(minutes(6));
    expect(pushes()).toEqual([]);
    world.phone.failWith(null);
    await world.pass(minutes(2));
    expect(pushes()).toEqual(["Shop is down"]);
    const { notifications } = await detail();
    expect(notifications[0]!.attempts).toBeGreaterThan(5);
  });

  test("is acknowledged once, and the second person learns who was first", async () => {
    world.target.breakCheck("database", "gone");
    await world.pass(minutes(2));
    const [incident] = await incidents();
    const acknowledge = (by: string) =>
      world.api<{ acknowledged_by: string }>("POST", `/incidents/${incident!.id}/acknowledge`, {
        by,
      });
    expect((await acknowledge("Ada")).acknowledged_by).toBe("Ada");
    expect((await acknowledge("Bo")).acknowledged_by).toBe("Ada");
    world.target.recover();
    await world.pass(minutes(2));
    expect(pushes()).toEqual([
      "Shop is down",
      "Acknowledged by Ada: Shop is down",
      "Shop is up again",
    ]);
  });

  test("resolved by hand stays resolved until it has recovered and fails again", async () => {
    world.target.breakCheck("database", "gone");
    await world.pass(minutes(2));
    const [incident] = await incidents();
    await world.api("POST", `/incidents/${incident!.id}/resolve`, {
      by: "Ada",
    });
    await world.pass(minutes(5));
    expect(await incidents()).toHaveLength(1);
    world.target.recover();
    await world.pass(minutes(2));
    world.target.breakCheck("database", "gone again");
    await world.pass(minutes(2));
    expect(await incidents()).toHaveLength(2);
    expect(pushes()).toEqual(["Shop is down", "Shop: resolved by Ada", "Shop is down"]);
  });

  test("is left alone while paused, and checked at once when resumed", async () => {
    await world.api("POST", `/health_check_monitors/${monitor.id}/pause`, {});
    const before = world.target.requests.length;
    world.target.breakCheck("database", "gone");
    await world.pass(minutes(30));
    expect(world.target.requests).toHaveLength(before);
    expect(pushes()).toEqual([]);
    await world.api("POST", `/health_check_monitors/${monitor.id}/resume`);
    await world.pass(seconds(10));
    expect(pushes()).toEqual(["Shop is down"]);
  });

  test("pages also when the daemon is stopped between the break and the push", async () => {
    world.phone.failWith(503);
    world.target.breakCheck("database", "gone");
    await world.pass(minutes(2));
    await world.restart();
    world.phone.failWith(null);
    await world.pass(minutes(2));
    expect(pushes()).toEqual(["Shop is down"]);
  });

  test("says in the timeline and in its own health that nobody can be reached", async () => {
    const [user] = await world.api<{ id: string }[]>("GET", "/users");
    const [device] = await world.api<{ id: string }[]>("GET", `/users/${user!.id}/devices`);
    await world.api("PUT", `/users/${user!.id}/devices/${device!.id}`, {
      enabled: false,
    });
    world.target.breakCheck("database", "gone");
    await world.pass(minutes(2));
    expect((await detail()).timeline.map(({ kind }) => kind)).toContain("nobody_to_notify");
    const health = await fetch(`${world.daemon.url}/health`);
    expect(JSON.stringify(await health.json())).toContain("1 without a member who can be reached");
  });

  test("on a refused phone tries the person's other one at once", async () => {
    const [user] = await world.api<{ id: string }[]>("GET", "/users");
    await world.api("POST", `/users/${user!.id}/devices`, {
      kind: "ntfy",
      target: "ada-tablet",
    });
    world.phone.failWith(403, topic);
    world.target.breakCheck("database", "gone");
    await world.pass(minutes(2));
    expect(world.phone.messages("ada-tablet")).toHaveLength(1);
    const { timeline } = await detail();
    expect(timeline.map(({ kind }) => kind)).toContain("refused");
  });
});
