/** A dashboard at three in the morning: what its tests start from. */
import type { MonitorPast } from "../../../src/api/history.ts";
import type { ScheduleNow } from "../../../src/api/on-call/schedules.ts";
import type { HealthCheckMonitor } from "../../../src/api/health-check-monitors.ts";
import type { Incident, IncidentDetail, Notification } from "../../../src/api/incidents.ts";
import type { WebhookMonitor } from "../../../src/api/webhook-monitors.ts";
import { styleOf } from "../../../src/ctl/output/style.ts";
import { worstFirst } from "../../../src/ctl/output/status.ts";
import { signsOf, lineText, type Line } from "../../../src/ctl/top/line.ts";
import { initial, update } from "../../../src/ctl/top/model.ts";
import type { Data, Effect, Size, State } from "../../../src/ctl/top/state.ts";
import { view } from "../../../src/ctl/top/view/view.ts";
import * as answers from "../../support/answers.ts";

export const now = Date.UTC(2026, 10, 21, 3, 0, 0);
export const ago = (seconds: number) =>
  `${new Date(now - seconds * 1000).toISOString().slice(0, 19)}Z`;

export const incident = (number: number, changes: Partial<Incident> = {}): Incident =>
  answers.incident({
    id: `incident-${number}`,
    number,
    source_id: `monitor-${number}`,
    alert_group_id: "oncall",
    title: `Service ${number} is down`,
    summary: "Database: connection refused",
    opened_at: ago(60 * number),
    ...changes,
  });

const stored = { project: null, inserted_at: ago(86_400), updated_at: ago(86_400) };

export const health = (
  number: number,
  changes: Partial<HealthCheckMonitor> = {},
): HealthCheckMonitor =>
  answers.health({
    id: `monitor-${number}`,
    title: `Service ${number}`,
    alert_group_id: "oncall",
    url: `https://service-${number}.example.com/health`,
    external_id: `service-${number}`,
    checked_at: ago(12),
    finished_at: ago(13),
    next_check_at: ago(-48),
    ...stored,
    ...changes,
  });

export const webhook = (number: number, changes: Partial<WebhookMonitor> = {}): WebhookMonitor =>
  answers.webhook({
    id: `monitor-${number}`,
    title: `Errors ${number}`,
    alert_group_id: "oncall",
    error_rate_threshold: 10,
    webhook_id: "secret",
    webhook_url: "https://monitord.example.com/api/webhook/secret",
    external_id: `errors-${number}`,
    ...stored,
    ...changes,
  });

const results = (
  ...list: [label: string, status: string, message: string, short: string][]
): HealthCheckMonitor["last_results"] =>
  list.map(([label, status, message, short]) => ({
    name: label.toLowerCase(),
    label,
    status,
    notificationMessage: message,
    shortSummary: short,
    meta: null,
  }));

/** A silence by Bo that ends in an hour. */
export const deploy = {
  silence_id: "s1",
  until: ago(-3600),
  by: "Bo",
  why: "deploy",
  maintenance: false,
};

const person = (
  name: string,
  state: Incident["reach"]["people"][number]["state"],
): Incident["reach"]["people"][number] => ({
  user_id: name.toLowerCase(),
  name,
  state,
  device: "Pixel",
  until: null,
  reason: null,
  pages: 0,
  reached_at: null,
  last_reached_at: null,
});

/** The last 24 hours of a monitor. */
const past = (
  monitor_id: string,
  ...states: [steps: number, state: MonitorPast["states"][number]["state"]][]
): MonitorPast => ({
  monitor_id,
  kind: "health_check_monitors",
  states: states.map(([steps, state]) => ({ steps, state })),
  uptime: states.some(([, state]) => state === "failing") ? 0.98417 : 1,
  p50_ms: 231,
});

/** Two incidents that nobody has taken, one that somebody has, and monitors of every status. */
export function troubled(changes: Partial<Data> = {}): Data {
  return {
    at: now,
    incidents: [
      incident(12, {
        title: "Checkout is down",
        summary:
          "Database: connection refused on 10.0.0.5:5432 after 3 tries; the replica is 40 min behind",
        opened_at: ago(380),
        reach: answers.reached({
          sentence: "1 of 2 reached: Ada · Bo rejected by the push server",
          total: 2,
          reached: 1,
          people: [person("Bo", "refused"), person("Ada", "reached")],
          reminder_at: ago(-80),
          escalation: {
            at: ago(-520),
            alert_group_id: "managers",
            title: "Managers",
            reachable: true,
          },
        }),
      }),
      incident(14, {
        source: "webhook_monitor",
        source_id: "monitor-2",
        title: "Shop errors: 31 reports in 5 min",
        summary: "TypeError: Cannot read properties of undefined (reading 'price')",
        priority_level: 2,
        opened_at: ago(45),
        reach: answers.reached({
          sentence: "Nobody is reached yet · Bo on hold until Sat 08:00 UTC · Ada being notified",
          total: 2,
          people: [person("Bo", "held"), person("Ada", "sending")],
        }),
      }),
      incident(9, {
        source: "alert_group",
        source_id: "oncall",
        key: "web-1",
        title: "决算 nightly 🔥",
        summary: "disk of db-7 is 97 % full",
        priority_level: 2,
        status: "acknowledged",
        opened_at: ago(7300),
        acknowledged_at: ago(7000),
        acknowledged_by: "Ada",
      }),
    ],
    monitors: worstFirst([
      health(12, {
        title: "Checkout",
        status: "down",
        status_reason:
          "Database: connection refused on 10.0.0.5:5432 after 3 tries; the replica is 40 min behind",
        checks_passing: 1,
        last_results: results(
          ["Queue", "ok", "", "3 jobs"],
          ["Cache", "warning", "hit rate is 12 %", "12 %"],
          [
            "Database",
            "failed",
            "connection refused on 10.0.0.5:5432 after 3 tries; the replica is 40 min behind",
            "refused",
          ],
        ),
      }),
      webhook(2, {
        title: "Shop errors",
        status: "firing",
        status_reason: "31 reports in 5 min",
        errors_in_window: 31,
        last_received_at: ago(3),
      }),
      health(3, {
        title: "Nightly report",
        status: "stale",
        status_reason: "The last run finished 3 h ago",
        finished_at: ago(10_800),
      }),
      health(4, {
        title: "Payments",
        status: "degraded",
        status_reason: "Queue: 12,400 jobs wait",
        checks_passing: 2,
        silenced: deploy,
      }),
      health(5, {
        title: "Brand new",
        status: "pending",
        checked_at: null,
        checks_total: null,
        checks_passing: null,
        last_results: null,
      }),
      health(6, { title: "Search", paused_at: ago(600), status: "down" }),
      webhook(7, { title: "App errors", status: "quiet" }),
      ...Array.from({ length: 30 }, (_, i) =>
        health(100 + i, { title: `Node ${String(i + 1).padStart(2, "0")}` }),
      ),
    ]),
    pasts: new Map(
      [
        past("monitor-12", [20, "healthy"], [3, "degraded"], [1, "failing"]),
        past("monitor-4", [4, "unknown"], [14, "healthy"], [6, "degraded"]),
        past("monitor-6", [12, "healthy"], [2, "failing"], [10, "paused"]),
        ...Array.from({ length: 30 }, (_, i) => past(`monitor-${100 + i}`, [24, "healthy"])),
      ].map((one) => [one.monitor_id, one]),
    ),
    groups: new Map([["oncall", "On call"]]),
    people: new Map([
      ["ada", "Ada"],
      ["bo", "Bo"],
      ["cy", "Cy"],
    ]),
    onCall: [],
    opened: null,
    ...changes,
  };
}

const onCallBy = (name: string, until: string): ScheduleNow["on_call"][number] => ({
  user_id: name.toLowerCase(),
  email: `${name.toLowerCase()}@example.com`,
  name,
  until,
  confirmed_at: null,
  by: "schedule",
});

/** Schedules: one with two people, one with a gap, and more than a tall terminal names. */
export const onCall: readonly ScheduleNow[] = [
  {
    title: "Primary",
    on_call: [onCallBy("Ada", "2026-11-23T08:00:00Z"), onCallBy("Bo", "2026-11-22T08:00:00Z")],
    next_shift: {
      people: [{ user_id: "cy", email: "cy@example.com", name: null }],
      from: "2026-11-22T08:00:00Z",
      until: "2026-11-30T08:00:00Z",
    },
  },
  {
    title: "Nights",
    on_call: [],
    next_shift: {
      people: [{ user_id: "bo", email: "bo@example.com", name: "Bo" }],
      from: "2026-11-23T08:00:00Z",
      until: "2026-11-30T08:00:00Z",
    },
  },
  {
    title: "Weekends at the warehouse in Rotterdam",
    on_call: [onCallBy("Cy", "2026-11-23T08:00:00Z")],
    next_shift: { people: [], from: "2026-11-23T08:00:00Z", until: "2026-11-28T08:00:00Z" },
  },
  { title: "Managers", on_call: [{ ...onCallBy("Di", ""), until: null }], next_shift: null },
  { title: "Database", on_call: [onCallBy("Eve", "2026-12-01T08:00:00Z")], next_shift: null },
].map((one, i) => ({
  schedule_id: `schedule-${i}`,
  external_id: null,
  timezone: "Europe/Berlin",
  next: null,
  ...one,
}));

export function nothing(): Data {
  return {
    ...troubled(),
    incidents: [],
    monitors: [],
  };
}

/** What the details of incident 12 are made of. */
export function openedCheckout(data: Data): Data {
  const push = (changes: Partial<Notification>) =>
    answers.notification({
      incident_id: "incident-12",
      title: "Checkout is down",
      message: "",
      inserted_at: ago(380),
      ...changes,
    });
  const detail: IncidentDetail = {
    ...data.incidents.find(({ number }) => number === 12)!,
    description: null,
    runbook_url: "https://wiki.example.com/runbooks/checkout",
    timeline: [
      {
        id: "entry-1",
        at: ago(86_780),
        kind: "opened",
        text: "Checkout is down: Database: connection refused on 10.0.0.5:5432 after 3 tries; the replica is 40 min behind",
        actor: null,
        user_id: null,
        public_state: null,
        edited_at: null,
      },
      {
        id: "entry-2",
        at: ago(379),
        kind: "delivered",
        text: "Ada's Pixel was told.",
        actor: null,
        user_id: null,
        public_state: null,
        edited_at: null,
      },
      {
        id: "entry-3",
        at: ago(100),
        kind: "note",
        text: "failover is under way",
        actor: "Ada",
        user_id: null,
        public_state: null,
        edited_at: null,
      },
    ],
    people: [
      {
        user_id: "ada",
        name: "Ada",
        sent_at: ago(380),
        accepted_at: ago(379),
        answered_at: ago(300),
        answered_verb: "acknowledge",
        answered_device_id: "pixel",
        answered_device_name: "Pixel",
        not_reached: [],
      },
      {
        user_id: "bo",
        name: "Bo",
        sent_at: ago(380),
        accepted_at: null,
        answered_at: null,
        answered_verb: null,
        answered_device_id: null,
        answered_device_name: null,
        not_reached: [
          {
            device_id: "iphone",
            name: "iPhone",
            reason: "ntfy answered 403: forbidden",
          },
        ],
      },
    ],
    notifications: [
      push({
        id: "push-1",
        user_id: "ada",
        device_id: "pixel",
        attempts: 2,
        delivered_at: ago(379),
        last_error: "503",
      }),
      push({
        id: "push-2",
        user_id: "bo",
        device_id: "iphone",
        state: "refused",
        delivered_at: null,
        last_error: "ntfy answered 403: forbidden",
      }),
      push({
        id: "push-3",
        user_id: "cy",
        device_id: "tablet",
        state: "held",
        attempts: 0,
        due_at: ago(-14_400),
        delivered_at: null,
      }),
    ],
  };
  return {
    ...data,
    opened: {
      ref: { kind: "incident", id: "incident-12" },
      incident: detail,
      monitor: null,
      history: [],
    },
  };
}

export const small: Size = { columns: 80, rows: 24 };
export const large: Size = { columns: 160, rows: 50 };

export function dashboard(data: Data = troubled(), size: Size = small, ascii = false): State {
  return initial({
    who: {
      server: "https://monitord.example.com",
      key: "laptop (read, write), Shop",
    },
    look: {
      signs: signsOf(styleOf({ color: false, ascii })),
      zone: "Europe/Berlin",
      still: false,
      readonly: false,
    },
    size,
    now,
    dueAt: now + 2000,
    data,
  });
}

/** The state after these keys, and all that was asked for on the way. */
export function pressed(state: State, ...keys: string[]): { state: State; effects: Effect[] } {
  const effects: Effect[] = [];
  let after = state;
  for (const key of keys) {
    const step = update(after, { type: "key", key });
    after = step.state;
    effects.push(...step.effects);
  }
  return { state: after, effects };
}

/** The frame as one would see it. */
export function frame(state: State): string {
  return text(view(state, state.size.columns, state.size.rows));
}

export function text(lines: readonly Line[]): string {
  return `${lines.map((line) => lineText(line).trimEnd()).join("\n")}\n`;
}
