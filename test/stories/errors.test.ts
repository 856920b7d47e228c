import { beforeEach, describe, expect, test } from "vitest";
import { minutes, seconds, startWorld, topic, type World } from "../support/world.ts";

interface Monitor {
  id: string;
  webhook_url: string;
  status: string;
  errors_in_window: number;
}

describe("an application that reports its errors", () => {
  let world: World;
  let monitor: Monitor;

  beforeEach(async () => {
    world = await startWorld();
    const group = await world.onCall();
    monitor = await world.api<Monitor>("POST", "/webhook_monitors", {
      title: "Shop errors",
      alert_group_id: group.id,
      error_rate_threshold: 3,
    });
    return () => world.end();
  });

  const shown = () => world.api<Monitor>("GET", `/webhook_monitors/${monitor.id}`);
  const pushes = () => world.phone.messages(topic).map(({ title }) => title);

  test("pages once when the threshold is crossed, recovers when the window runs dry, and is quiet a window later", async () => {
    await world.report(monitor);
    await world.report(monitor);
    await world.pass(seconds(1));
    expect(await shown()).toMatchObject({
      status: "quiet",
      errors_in_window: 2,
    });
    expect(pushes()).toEqual([]);

    await world.report(monitor, "Payment failed");
    await world.settle();
    expect(await shown()).toMatchObject({
      status: "firing",
      errors_in_window: 3,
    });
    for (let i = 0; i < 5; i++) await world.report(monitor);
    await world.pass(minutes(4));
    expect(pushes()).toEqual(["Shop errors: 3 errors in 5 minutes"]);
    expect(world.phone.messages(topic)[0]?.message).toContain("Payment failed");

    await world.pass(minutes(1) + seconds(1));
    expect(await shown()).toMatchObject({
      status: "resolved",
      errors_in_window: 0,
    });
    expect(pushes()).toHaveLength(2);

    await world.pass(minutes(5));
    expect(await shown()).toMatchObject({ status: "quiet" });
    expect(pushes()).toHaveLength(2);
  });

  test("stays firing for as long as enough reports are in the window", async () => {
    for (let i = 0; i < 10; i++) {
      await world.report(monitor);
      await world.pass(minutes(1));
    }
    expect((await shown()).status).toBe("firing");
    expect(pushes()).toHaveLength(1);
    await world.pass(minutes(3));
    expect((await shown()).status).toBe("resolved");
    expect(pushes()).toHaveLength(2);
  });

  test("is counted across a restart", async () => {
    await world.report(monitor);
    await world.report(monitor);
    await world.restart();
    await world.report(monitor);
    await world.settle();
    expect(await shown()).toMatchObject({
      status: "firing",
      errors_in_window: 3,
    });
    expect(pushes()).toHaveLength(1);
  });
});
