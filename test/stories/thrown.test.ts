/** monitord itself makes a mistake: something throws in each of its loops, and monitoring goes on. */
import { issuerOf } from "../support/issuer.ts";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { mailBy } from "../support/smtp.ts";
import { minutes, seconds, startWorld, topic, type World } from "../support/world.ts";

let world: World;
beforeEach(async () => {
  world = await startWorld();
});
afterEach(() => world.end());

const planted = () => new TypeError("planted");
const titles = () => world.phone.messages(topic).map(({ title }) => title);

async function watch(more: Record<string, unknown> = {}): Promise<{ id: string }> {
  const group = await world.onCall();
  const monitor = await world.api<{ id: string }>("POST", "/health_check_monitors", {
    title: "Shop",
    url: world.target.healthUrl,
    alert_group_id: group.id,
    ...more,
  });
  await world.pass(seconds(1));
  return monitor;
}

const monitorOf = ({ id }: { id: string }) =>
  world.api<{ status: string; status_reason: string | null; checked_at: string | null }>(
    "GET",
    `/health_check_monitors/${id}`,
  );

async function healthOf(name: string) {
  const answer = await fetch(`${world.daemon.url}/health`);
  const { checkResults } = (await answer.json()) as {
    checkResults: { name: string; status: string; shortSummary: string }[];
  };
  return checkResults.find((check) => check.name === name);
}

/** Lets each verb and each read throw at its next call, until they are `healed`; those that were `called`. */
function plant(): { called: Set<string>; healed: () => void } {
  const { store } = world.daemon;
  const called = new Set<string>();
  const throwsOnce = (name: string) => {
    if (called.has(name)) return false;
    called.add(name);
    return true;
  };
  const run = store.run.bind(store);
  store.run = (verb, input) => (throwsOnce(verb) ? Promise.reject(planted()) : run(verb, input));
  const reads = { ...store.read } as Record<string, (...given: unknown[]) => unknown>;
  const failing = Object.entries(reads).map(([name, read]) => [
    name,
    (...given: unknown[]) => (throwsOnce(name) ? Promise.reject(planted()) : read(...given)),
  ]);
  Object.assign(store.read, Object.fromEntries(failing));
  return {
    called,
    healed: () => {
      store.run = run;
      Object.assign(store.read, reads);
    },
  };
}

test("each loop goes on after an exception in each of its verbs and reads, the page arrives, and health counts them", async () => {
  const monitor = await watch();
  const { called, healed } = plant();
  await world.pass(minutes(6));
  world.target.breakCheck("database", "gone");
  await world.pass(minutes(4));
  for (const verb of ["beat", "claim_checks", "wake_due", "page_pending", "claim_pushes"])
    expect(called).toContain(verb);
  for (const verb of ["record_unchanged", "command", "settle_push"]) expect(called).toContain(verb);
  healed();
  expect((await monitorOf(monitor)).status).toBe("down");
  expect(titles()).toEqual(["Shop is down"]);
  expect(await healthOf("exceptions")).toMatchObject({
    status: "warning",
    shortSummary: expect.stringMatching(/poller \d/) as string,
  });
  const metrics = await (await fetch(`${world.daemon.url}/metrics`)).text();
  expect(metrics).toMatch(/^monitord_faults_total\{where="dispatcher"\} [1-9]/m);
});

test("each loop that there is goes on after exceptions at its end, and the page arrives", async () => {
  const source = ["daemon", "loops"].map((file) => readFileSync(`src/daemon/${file}.ts`, "utf8"));
  const loops = [...source.join("").matchAll(/onError: (?:failing|exceptions\.of)\("([^"]+)"\)/g)];
  const names = new Set(loops.map(([, name]) => name));
  const folder = mkdtempSync(join(tmpdir(), "monitord-thrown-"));
  writeFileSync(join(folder, "monitors.yaml"), "project: shop\n");
  await world.end();
  world = await startWorld({
    heartbeatUrl: world.target.healthUrl,
    backups: { folder, keep: 1, at: "03:30" },
    provision: [join(folder, "monitors.yaml")],
    issuers: [issuerOf("http://127.0.0.1:1")],
    channels: { email: mailBy(1) },
  });
  await watch();
  // Every sleep of a loop ends its turn. One of a second is that after an exception.
  const { clock } = world;
  const sleep = clock.sleep.bind(clock);
  clock.sleep = (ms, signal) => (ms === 1000 ? sleep(ms, signal) : Promise.reject(planted()));
  await world.pass(minutes(3));
  const metrics = await (await fetch(`${world.daemon.url}/metrics`)).text();
  for (const name of names)
    expect(metrics).toMatch(new RegExp(`^monitord_faults_total\\{where="${name}"\\} [1-9]`, "m"));
  clock.sleep = sleep;
  world.target.breakCheck("database", "gone");
  await world.pass(minutes(5));
  expect(titles()).toEqual(["Shop is down"]);
  rmSync(folder, { recursive: true });
});

test("a monitor whose check throws is down with the reason, and keeps no other from its check", async () => {
  const other = await watch();
  const { read } = world.daemon.store;
  const load = read.checkedMonitors;
  let poisoned = "";
  read.checkedMonitors = (ids) => (ids.includes(poisoned) ? Promise.reject(planted()) : load(ids));
  const hidden = await world.api<{ id: string }>("POST", "/health_check_monitors", {
    title: "Hidden",
    url: world.target.healthUrl,
    fetch_retries: 0,
    confirmations: 1,
    alert_group_id: (await world.onCall()).id,
  });
  poisoned = hidden.id;
  await world.pass(minutes(2));
  expect(await monitorOf(hidden)).toMatchObject({
    status: "down",
    status_reason: "monitord could not read the answer: TypeError: planted",
  });
  expect((await monitorOf(other)).status).toBe("up");
  expect(titles()).toEqual(["Hidden is down"]);
});

test("a result that cannot be recorded is one that could not be recorded", async () => {
  const monitor = await watch({ fetch_retries: 0, confirmations: 1 });
  const { store } = world.daemon;
  const run = store.run.bind(store);
  store.run = (verb, input) => {
    const { command } = input as { command?: { reading?: { ok: boolean } } };
    const isRead = verb === "record_unchanged" || (verb === "command" && command?.reading?.ok);
    return isRead ? Promise.reject(planted()) : run(verb, input);
  };
  await world.pass(minutes(2));
  expect((await monitorOf(monitor)).status_reason).toBe(
    "monitord could not record the answer: TypeError: planted",
  );
});

test("a push whose answer cannot be recorded is recorded without it, and rings once", async () => {
  await watch();
  const { store } = world.daemon;
  const run = store.run.bind(store);
  store.run = (verb, input) => {
    const { outcome } = input as { outcome?: { provider_id?: string | null } };
    return verb === "settle_push" && outcome?.provider_id
      ? Promise.reject(planted())
      : run(verb, input);
  };
  world.target.breakCheck("database", "gone");
  await world.pass(minutes(5));
  expect(titles()).toEqual(["Shop is down"]);
});

test("a monitor that goes without checks is counted by health, and a paused or resumed one is not", async () => {
  await watch();
  const paused = await watch({ title: "Paused" });
  await world.api("POST", `/health_check_monitors/${paused.id}/pause`, {});
  const { store } = world.daemon;
  const run = store.run.bind(store);
  expect((await healthOf("unchecked"))?.status).toBe("ok");
  store.run = (verb, input) =>
    verb === "claim_checks"
      ? (Promise.resolve({ due: [], from: {}, next_at: null }) as never)
      : run(verb, input);
  await world.pass(minutes(10));
  await world.api("POST", `/health_check_monitors/${paused.id}/resume`, {});
  await world.pass(minutes(1));
  expect(await healthOf("unchecked")).toMatchObject({
    status: "warning",
    shortSummary: "1 monitor not checked for three intervals",
  });
  store.run = run;
  await world.pass(minutes(5));
  expect((await healthOf("unchecked"))?.status).toBe("ok");
});

test("with a second organization the very first check after a quiet time is judged by its rules", async () => {
  const group = await world.onCall();
  await world.pass(minutes(2));
  await world.daemon.store.run("create_organization", { name: "Other", now: world.clock.now() });
  const monitor = await world.api<{ id: string }>("POST", "/health_check_monitors", {
    title: "Inside",
    url: world.target.healthUrl,
    alert_group_id: group.id,
    fetch_retries: 0,
  });
  await world.pass(seconds(1));
  expect(world.target.requests).toEqual([]);
  expect((await monitorOf(monitor)).status_reason).toContain("not allowed: loopback");
});
