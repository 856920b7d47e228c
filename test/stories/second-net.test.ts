/** A loop hangs for good: the second net finds what it should have done, does it, and says so. */
import { afterEach, beforeEach, expect, test } from "vitest";
import { minutes, startWorld, topic, type World } from "../support/world.ts";

let world: World;
beforeEach(async () => {
  world = await startWorld();
});
afterEach(() => world.end());

const titles = () => world.phone.messages(topic).map(({ title }) => title);
const faults = async () => {
  const metrics = await (await fetch(`${world.daemon.url}/metrics`)).text();
  return Number(/^monitord_faults_total\{where="overdue"\} (\d+)/m.exec(metrics)?.[1] ?? 0);
};

/** A verb does nothing for its own loop, and works for the second net. */
function lose(verb: string): () => void {
  const { store } = world.daemon;
  const run = store.run.bind(store);
  const isOfNet = () => new Error().stack!.includes("daemon/watch/second-net");
  store.run = (name, input) => {
    if (name !== verb || isOfNet()) return run(name, input);
    return Promise.resolve({ woken: 0, recheck: [], next_at: null, next: null } as never);
  };
  return () => void (store.run = run);
}

const lost = (verb: string) => async (work: () => Promise<void>) => {
  const heal = lose(verb);
  await work();
  heal();
};

test("an incident resolves although the deadline of its window was lost, and health counts the fault", async () => {
  const group = await world.onCall();
  const monitor = await world.api<{ webhook_url: string }>("POST", "/webhook_monitors", {
    title: "Shop",
    alert_group_id: group.id,
    error_rate_threshold: 1,
  });
  await world.report(monitor);
  await world.settle();
  await lost("wake_due")(async () => {
    await world.pass(minutes(30));
    expect(titles()).toHaveLength(2);
  });
  expect(await faults()).toBeGreaterThanOrEqual(1);
  const health = await (await fetch(`${world.daemon.url}/health`)).json();
  const { checkResults } = health as { checkResults: { name: string; shortSummary: string }[] };
  expect(checkResults.find(({ name }) => name === "exceptions")!.shortSummary).toContain("overdue");
});

test("a device that can be paged only now is paged although the look for it was lost", async () => {
  const group = await world.onCall();
  const monitor = await world.api<{ webhook_url: string }>("POST", "/webhook_monitors", {
    title: "Shop",
    alert_group_id: group.id,
    error_rate_threshold: 1,
    error_rate_window_minutes: 60,
  });
  await world.report(monitor);
  await world.settle();
  await lost("page_pending")(async () => {
    const [user] = await world.api<{ id: string }[]>("GET", "/users");
    await world.api("POST", `/users/${user!.id}/devices`, { kind: "ntfy", target: "second" });
    await world.pass(minutes(15));
    expect(world.phone.messages("second")).toHaveLength(1);
  });
  expect(await faults()).toBeGreaterThanOrEqual(1);
});

test("where nothing is lost nothing is counted", async () => {
  await world.onCall();
  await world.pass(minutes(30));
  expect(await faults()).toBe(0);
});
