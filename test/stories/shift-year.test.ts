/**
 * A year of shifts in ten zones, with handoffs, overrides, absences and incidents, on a real store, against an oracle that
 * was written from the rules of schedules and shares no code with them: each person on call at any moment of an open incident
 * has one page for each stay, and none outside of it. `TEST_EVERY_HOUR=1` has an incident an hour.
 */
import { Cron } from "croner";
import { beforeAll, expect, test } from "vitest";
import type { Actor } from "../../src/app/audit.ts";
import type { AskedOverride } from "../../src/app/on-call/add-overrides.ts";
import type { Store } from "../../src/app/store.ts";
import { alert, arrival, delivered, groupSpec, packed, scheduleSpec } from "../support/builders.ts";
import { emptyStore } from "../support/store.ts";
import { onPostgres } from "../support/world.ts";
import { chance, personWithPhone, saved } from "../support/year.ts";

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;
const begins = Date.UTC(2026, 10, 25, 12);
const ends = begins + 365 * day;
const between = (process.env["TEST_EVERY_HOUR"] === "1" ? 1 : onPostgres ? 96 : 24) * hour;

const rotas: [timezone: string, handoff_cron: string, handoff_every: number, people: number][] = [
  ["UTC", "0 0 * * *", 1, 2],
  ["Europe/Berlin", "0 9 * * MON", 1, 3],
  ["Europe/London", "30 1 * * SUN", 1, 4],
  ["America/New_York", "30 2 * * *", 3, 3],
  ["America/St_Johns", "0 8,20 * * *", 1, 3],
  ["America/Santiago", "0 0 * * SUN", 2, 2],
  ["Africa/Casablanca", "0 17 * * FRI", 1, 5],
  ["Asia/Kathmandu", "45 9 1 * *", 1, 3],
  ["Australia/Lord_Howe", "0 2 * * *", 2, 4],
  ["Pacific/Chatham", "0 9 * * MON,THU", 1, 1],
];

const random = chance(20_261_125);
const below = (count: number) => Math.floor(random() * count);

interface Rota {
  group_id: string;
  /** Ids in the order of turns. */
  people: string[];
  guest: string;
  /** The ends of turns. */
  handoffs: number[];
  overrides: AskedOverride[];
  absences: AskedOverride[];
}
interface Problem {
  rota: number;
  opened_at: number;
  resolved_at: number;
}
interface Stay {
  user_id: string;
  from: number;
  until: number;
}

const problems: Problem[] = [];
const made: Rota[] = [];
let pages: { user_id: string; problem: number; at: number }[] = [];
let store: Store;

beforeAll(async () => {
  const opened = await emptyStore(() => begins);
  store = opened.store;
  const { id: org_id } = await store.run("ensure_organization", { name: "default", now: begins });
  const actor: Actor = { org_id, name: "test", request_id: null };
  for (const index of rotas.keys()) made.push(await rota(actor, index));
  for (let at = begins + hour; at < ends; at += between) {
    const opened_at = at + below(between / minute) * minute + 7000;
    const lasts = minute + Math.floor(random() ** 4 * 5 * day);
    problems.push({ rota: below(rotas.length), opened_at, resolved_at: opened_at + lasts });
  }
  await live(org_id);
  return opened.end;
}, 3_600_000);

async function rota(actor: Actor, index: number): Promise<Rota> {
  const [timezone, handoff_cron, handoff_every, count] = rotas[index]!;
  const people: string[] = [];
  for (let i = 0; i <= count; i++)
    people.push(await personWithPhone(store, actor, `p${index}-${i}`, begins));
  const guest = people.pop()!;
  const turns = { title: `Schedule ${index}`, timezone, handoff_cron, handoff_every };
  const rules = { ...scheduleSpec(turns), notice_minutes: 0, people };
  const schedule_id = await saved(store, actor, "schedules", rules, begins);
  const group = groupSpec({ title: `Group ${index}`, repeat_minutes: 0 });
  const group_id = await saved(store, actor, "alert_groups", group, begins);
  const set = { actor, group_id, schedule_id, turn: "now" as const, given: {}, now: begins };
  expect(await store.run("set_group_schedule", set)).toMatchObject({ ok: true });
  const times = (longest: number) => {
    const from = begins + day + below(360 * 24 * 60) * minute;
    return { from, until: from + (1 + below(longest / minute)) * minute, reason: null };
  };
  const overrides: AskedOverride[] = [];
  for (let i = 0; i < 12; i++) {
    const mode = (["take", "cover", "join"] as const)[i % 3]!;
    const instead_of_user_id = mode === "cover" ? people[below(people.length)]! : null;
    overrides.push({ mode, user_id: guest, instead_of_user_id, ...times(3 * day) });
  }
  const absences = [...people, ...people, ...people].map((user_id): AskedOverride => ({
    mode: "away",
    user_id,
    instead_of_user_id: null,
    ...times(60 * day),
  }));
  const of = { actor, dry: false, now: begins };
  for (const one of overrides)
    expect(await store.run("add_overrides", { ...of, schedule_id, asked: [one] })).toMatchObject({
      ok: true,
    });
  for (const one of absences)
    expect(
      await store.run("add_overrides", { ...of, schedule_id: null, asked: [one] }),
    ).toMatchObject({ ok: true });
  const moments = new Cron(handoff_cron, { timezone, mode: "5-part" });
  const handoffs: number[] = [];
  for (let at = begins, n = 1; at < ends + 40 * day; n++) {
    at = moments.nextRun(new Date(at))!.getTime();
    if (n % handoff_every === 0) handoffs.push(at);
  }
  return { group_id, people, guest, handoffs, overrides, absences };
}

async function live(org_id: string): Promise<void> {
  const happens = problems
    .flatMap(({ opened_at, resolved_at, rota }, n) => [
      { at: opened_at, n, rota, status: "firing" as const },
      { at: resolved_at, n, rota, status: "resolved" as const },
    ])
    .toSorted((a, b) => a.at - b.at);
  let next_at: number | null = await work(begins);
  for (const { at, n, rota, status } of happens) {
    while (next_at !== null && next_at < at) next_at = await work(next_at);
    const subject_id = made[rota]!.group_id;
    const delivery = packed({
      arrival: arrival({ org_id, target_id: subject_id, received_at: at }),
      delivered: delivered([alert({ identity: `problem ${n}`, status, episode: null })]),
    });
    await store.run("deliver", { subject_id, deliveries: [delivery] });
    next_at = await work(at);
  }
  const page = { org_id, limit: 1_000_000, after: null };
  const numbers = new Map(
    (await store.read.incidents(page)).map(({ id, key }) => [id, Number(key.split(" ").at(-1))]),
  );
  pages = (await store.read.notifications(page))
    .filter(({ transition, state }) => transition === "opened" && state === "delivered")
    .map(({ user_id, incident_id, attempted_at }) => ({
      user_id,
      problem: numbers.get(incident_id!)!,
      at: attempted_at!,
    }));
}

/** All that a daemon does at an instant; answers when it has something to do again. */
async function work(now: number): Promise<number | null> {
  const woken = await store.run("wake_due", { limit: 1000, now });
  for (let after: string | null = ""; after !== null;)
    ({ next: after } = await store.run("page_pending", { after, limit: 200, now }));
  for (;;) {
    const { due, next_at } = await store.run("claim_pushes", { per_lane: 100, busy: {}, now });
    for (const { claims } of due)
      await store.run("settle_push", {
        claims,
        started_at: now,
        outcome: { kind: "delivered", http_status: 200, provider_id: null },
        jitter: 0.5,
        now,
      } as Parameters<typeof store.run<"settle_push">>[1]);
    if (due.length > 0) continue;
    const times = [woken.next_at, next_at].filter((at) => at !== null);
    return times.length === 0 ? null : Math.max(now + 1, Math.min(...times));
  }
}

/** The people on call, by the rules: the turn, or who stands in; then overrides in the order of creation. */
function onCall({ people, handoffs, overrides, absences }: Rota, at: number): Set<string> {
  const isDuring = ({ from, until }: AskedOverride) => from <= at && at < until;
  const isAway = (user: string) => absences.some((one) => one.user_id === user && isDuring(one));
  const turn = handoffs.filter((end) => end <= at).length % people.length;
  const half = turn + Math.floor(people.length / 2);
  const nearest = [half];
  for (let step = 1; step < people.length; step++) nearest.push(half + step, half - step);
  const order = [turn, ...nearest].map((place) => people.at(place % people.length)!);
  const first = order.find((user) => !isAway(user));
  const now = new Set(first === undefined ? [] : [first]);
  for (const override of overrides.filter(isDuring)) {
    const { mode, user_id, instead_of_user_id } = override;
    if (mode === "take") now.clear();
    if (mode === "cover" && !now.delete(instead_of_user_id!)) continue;
    now.add(user_id);
  }
  return now;
}

/** The times for which each person is on call, without a break. */
function staysOf(rota: Rota): Stay[] {
  const { handoffs, overrides, absences } = rota;
  const changes = [...overrides, ...absences].flatMap(({ from, until }) => [from, until]);
  const times = [...new Set([begins, ...handoffs, ...changes])].toSorted((a, b) => a - b);
  const stays: Stay[] = [];
  const open = new Map<string, Stay>();
  for (const [i, from] of times.entries()) {
    const until = times[i + 1] ?? from;
    const turns = onCall(rota, from);
    // A gap pages everybody.
    const now = turns.size > 0 ? turns : new Set(rota.people);
    for (const user of open.keys()) if (!now.has(user)) open.delete(user);
    for (const user_id of now) {
      const stay = open.get(user_id) ?? { user_id, from, until };
      if (!open.has(user_id)) stays.push(stay);
      stay.until = until;
      open.set(user_id, stay);
    }
  }
  return stays;
}

const shown = (at: number) => new Date(at).toISOString();

test("each person on call during an incident has one page for each stay, at its beginning", () => {
  const wanted: string[] = [];
  const got = new Map(pages.map((page) => [`${page.problem} ${page.user_id} ${page.at}`, 0]));
  for (const { problem, user_id, at } of pages) {
    const key = `${problem} ${user_id} ${at}`;
    got.set(key, got.get(key)! + 1);
  }
  const stays = made.map(staysOf);
  for (const [n, { rota, opened_at, resolved_at }] of problems.entries())
    for (const { user_id, from, until } of stays[rota]!)
      if (from < resolved_at && until > opened_at)
        wanted.push(`${n} ${user_id} ${Math.max(from, opened_at)}`);
  const text = (key: string) => {
    const [n, user, at] = key.split(" ");
    const { rota, opened_at } = problems[Number(n)]!;
    const name = made[rota]!.people.indexOf(user!);
    return `${rotas[rota]![0]}: ${name < 0 ? "guest" : name}, ${shown(Number(at))}, open since ${shown(opened_at)}`;
  };
  expect(wanted.filter((key) => !got.has(key)).map(text)).toEqual([]);
  const known = new Set(wanted);
  expect([...got.keys()].filter((key) => !known.has(key)).map(text)).toEqual([]);
  expect([...got].filter(([, count]) => count > 1).map(([key]) => text(key))).toEqual([]);
  expect(wanted.length).toBeGreaterThan(problems.length);
});
