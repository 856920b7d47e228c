/**
 * A year of incidents in ten zones, on a real store, against an oracle that knows nothing but the clock on
 * the wall: whoever is to be told is told at the first minute at which their window is open and somebody
 * is there to tell them, once, and never at another time.
 */
import { beforeAll, describe, expect, test } from "vitest";
import type { Actor } from "../../src/app/audit.ts";
import type { DuePush } from "../../src/core/paging/push.ts";
import type { Store } from "../../src/app/store.ts";
import type { ContactRules } from "../../src/core/hours/contact-hours.ts";
import type { Notification } from "../../src/core/model/model.ts";
import { asTheGroup } from "../../src/resource/member.ts";
import { alert, arrival, delivered, groupSpec, packed } from "../support/builders.ts";
import { emptyStore } from "../support/store.ts";
import { minuteByMinute } from "../support/wall-clock.ts";
import { chance, personWithPhone, saved } from "../support/year.ts";

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;
const begins = Date.UTC(2026, 0, 1);
const ends = begins + 365 * day;
/** Of each group, in the year. */
const incidents = 60;

/** Half hours, southern summers, half an hour of summer time, none, and some that begin at midnight. */
const windows: [timezone: string, from: string, to: string, contact_days: number[]][] = [
  ["UTC", "08:00:00", "18:00:00", [1, 2, 3, 4, 5]],
  ["Europe/Berlin", "22:00:00", "06:00:00", [0, 1, 2, 3, 4, 5, 6]],
  ["Europe/London", "01:30:00", "02:30:00", [0, 6]],
  ["America/New_York", "02:15:00", "11:00:00", [0, 1, 3, 5]],
  ["America/St_Johns", "00:00:00", "12:00:00", [2, 4, 6]],
  ["America/Santiago", "23:30:00", "00:30:00", [0, 1, 2, 3, 4, 5, 6]],
  ["Africa/Casablanca", "09:00:00", "17:00:00", [1, 2, 3, 4, 5]],
  ["Asia/Kathmandu", "09:45:00", "17:15:00", [0, 1, 2, 3, 4, 5]],
  ["Australia/Lord_Howe", "01:45:00", "02:15:00", [0, 1, 2, 3, 4, 5, 6]],
  ["Pacific/Chatham", "18:00:00", "09:00:00", [5, 6, 0]],
];

/** One who is told, and when that may be. */
interface Person {
  user_id: string;
  rules: ContactRules;
  /** Of each minute of the year and a month, whether the window is open. */
  open: boolean[];
}
interface Problem {
  group: number;
  opened_at: number;
  resolved_at: number;
}
type Pushed = Pick<DuePush, "text"> & {
  at: number;
  user_id: string;
  rows: string[];
};

/** Each window is kept by several people, and looked at once. */
const walls = new Map<string, boolean[]>();

function wallOf(rules: ContactRules): boolean[] {
  const known = walls.get(rules.timezone);
  if (known) return known;
  const open: boolean[] = [];
  const block = 14 * day;
  for (let at = begins; at < ends + 30 * day; at += block)
    for (const one of minuteByMinute(rules, at, block / minute)) open.push(one.open);
  walls.set(rules.timezone, open);
  return open;
}

describe("a year of incidents in ten zones", () => {
  const random = chance(20_260_101);
  /** When nobody is there: the daemon is down. */
  const away = Array.from({ length: 25 }, () => {
    const from = begins + Math.floor(random() * 364 * day);
    return { from, to: from + Math.floor(random() ** 2 * 40 * hour) };
  });
  const present = (at: number) =>
    away.reduce((now, { from, to }) => (now >= from && now < to ? to : now), at);
  /** The first instant from then on at which somebody is there and the window is open. */
  function tellable({ open }: Person, at: number): number {
    for (let now = present(at); ;) {
      if (open[Math.floor((now - begins) / minute)]) return now;
      const next = (Math.floor(now / minute) + 1) * minute;
      now = present(next);
    }
  }

  const people: Person[][] = [];
  const problems: Problem[] = [];
  const pushes: Pushed[] = [];
  const rows = new Map<string, Notification>();
  const problemOf = new Map<string, Problem>();
  let store: Store;

  beforeAll(async () => {
    away.sort((a, b) => a.from - b.from);
    const opened = await emptyStore(() => begins);
    store = opened.store;
    await live();
    return opened.end;
  }, 600_000);

  async function live() {
    const { id: org_id } = await store.run("ensure_organization", {
      name: "default",
      now: begins,
    });
    const actor: Actor = { org_id, name: "test", request_id: null };
    const groups: string[] = [];
    for (const [index, window] of windows.entries()) {
      const [timezone, contact_hours_from, contact_hours_to, contact_days] = window;
      const rules = {
        timezone,
        contact_hours_all_day: false,
        contact_hours_from,
        contact_hours_to,
        contact_days,
      };
      const spec = groupSpec({ title: `Group ${index}`, repeat_minutes: 0, ...rules });
      const group = await saved(store, actor, "alert_groups", spec, begins);
      groups.push(group);
      // One as the group has it, and one with the hours of the next group's people.
      const [other_zone, from, to, days] = windows[(index + 1) % 10]!;
      const own = {
        timezone: other_zone,
        contact_hours_all_day: false,
        contact_hours_from: from,
        contact_hours_to: to,
        contact_days: days,
      };
      people.push([
        await person(actor, group, `ada${index}`, rules, null),
        await person(actor, group, `bo${index}`, own, own),
      ]);
      for (let i = 0; i < incidents; i++) {
        const opened_at = present(begins + Math.floor(random() * 364 * day));
        const lasts = minute + Math.floor(random() ** 3 * 4 * day);
        const resolved_at = present(opened_at + lasts);
        problems.push({ group: index, opened_at, resolved_at });
      }
    }
    const happens = problems
      .flatMap((problem, n) => [
        { at: problem.opened_at, n, status: "firing" as const },
        { at: problem.resolved_at, n, status: "resolved" as const },
      ])
      .sort((a, b) => a.at - b.at);

    let now = begins;
    let next_at: number | null = null;
    for (const { at, n, status } of [
      ...happens,
      { at: ends + 29 * day, n: -1, status: "resolved" as const },
    ]) {
      while (next_at !== null && present(next_at) < at) {
        now = Math.max(now, present(next_at));
        next_at = await work(now);
      }
      if (n < 0) break;
      now = at;
      const subject_id = groups[problems[n]!.group]!;
      const delivery = packed({
        arrival: arrival({ org_id, target_id: subject_id, received_at: now }),
        delivered: delivered([alert({ identity: `problem ${n}`, status, episode: null })]),
      });
      await store.run("deliver", { subject_id, deliveries: [delivery] });
      next_at = await work(now);
    }
    await look(org_id);
  }

  /** All that a daemon does at an instant; answers when there is something to do again. */
  async function work(now: number): Promise<number | null> {
    const woken = await store.run("wake_due", { limit: 1000, now });
    const { due, next_at } = await store.run("claim_pushes", {
      per_lane: 100,
      busy: {},
      now,
    });
    for (const push of due) {
      pushes.push({
        at: now,
        text: push.text,
        user_id: push.device.user_id,
        rows: push.claims.map(({ notification_id }) => notification_id),
      });
      await store.run("settle_push", {
        claims: push.claims,
        started_at: now,
        outcome: {
          kind: "delivered",
          http_status: 200,
          provider_id: null,
        },
        jitter: 0.5,
        now,
      } as Parameters<typeof store.run<"settle_push">>[1]);
    }
    if (due.length > 0) return now;
    const times = [woken.next_at, next_at].filter((at) => at !== null);
    return times.length === 0 ? null : Math.max(now + 1, Math.min(...times));
  }

  async function look(org_id: string) {
    const page = { org_id, limit: 100_000, after: null };
    for (const row of await store.read.notifications(page)) rows.set(row.id, row);
    for (const { id, key } of await store.read.incidents(page))
      problemOf.set(id, problems[Number(key.split(" ").at(-1))]!);
  }

  async function person(
    actor: Actor,
    group_id: string,
    name: string,
    rules: ContactRules,
    own: Partial<typeof asTheGroup> | null,
  ): Promise<Person> {
    const email = `${name}@example.com`;
    const user_id = await personWithPhone(store, actor, name, begins);
    await store.run("add_member", { actor, group_id, email, now: begins });
    if (own)
      await store.run("set_member", {
        actor,
        group_id,
        user_id,
        given: { ...asTheGroup, ...own },
        now: begins,
      });
    return { user_id, rules, open: wallOf(rules) };
  }

  const everybody = () => people.flat();
  const said = (at: number) => new Date(at).toISOString();

  test("sends nothing outside a window", () => {
    const wrong = pushes.filter(({ at, user_id }) => {
      const { open } = everybody().find((one) => one.user_id === user_id)!;
      return !open[Math.floor((at - begins) / minute)];
    });
    expect(wrong.map(({ at }) => said(at))).toEqual([]);
    expect(pushes.length).toBeGreaterThan(500);
  });

  test("loses nothing: each opens and ends for each person at the first minute at which that may be said, or never", () => {
    const wrong: string[] = [];
    const heard = { opened: 0, dropped: 0 };
    for (const [id, problem] of problemOf)
      for (const person of people[problem.group]!) {
        const mine = [...rows.values()].filter(
          (row) => row.incident_id === id && row.user_id === person.user_id,
        );
        const opens = tellable(person, problem.opened_at);
        const told = opens < problem.resolved_at;
        heard[told ? "opened" : "dropped"] += 1;
        const should = told
          ? [
              `opened delivered ${said(opens)}`,
              `recovered delivered ${said(tellable(person, problem.resolved_at))}`,
            ]
          : ["opened dropped never"];
        const did = mine
          .map(
            ({ transition, state, delivered_at }) =>
              `${transition} ${state} ${delivered_at === null ? "never" : said(delivered_at)}`,
          )
          .sort();
        if (should.join() !== did.join())
          wrong.push(
            `${person.rules.timezone}, ${said(problem.opened_at)} to ${said(problem.resolved_at)}: ${did.join()} instead of ${should.join()}`,
          );
      }
    expect(wrong).toEqual([]);
    // Both do happen, or this says nothing.
    expect(heard.opened).toBeGreaterThan(100);
    expect(heard.dropped).toBeGreaterThan(100);
  });

  test("sends each notification in one push, and one digest when a window opens", () => {
    const sent = pushes.flatMap((push) => push.rows);
    expect(new Set(sent).size).toBe(sent.length);
    const digests = new Map<string, number>();
    for (const { at, user_id, rows: ids } of pushes) {
      const person = everybody().find((one) => one.user_id === user_id)!;
      const late = ids.some((id) => rows.get(id)!.held_reason !== null);
      if (!late) continue;
      const key = `${person.rules.timezone} ${user_id} ${said(at)}`;
      digests.set(key, (digests.get(key) ?? 0) + 1);
    }
    const twice = [...digests].filter(([, count]) => count > 1);
    expect(twice).toEqual([]);
    expect(pushes.some(({ rows: ids }) => ids.length > 2)).toBe(true);
  });
});
