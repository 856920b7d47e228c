/**
 * Plays lives in a real daemon: several at a time, each with people, groups and monitors of its own, because most of
 * the time of a life is that of a clock that moves.
 */
import { began, type GroupRules, type Hours, type Life, type Step } from "./life.ts";
import { onPostgres, startWorld, type World } from "../support/world.ts";

/** A push about incidents that a phone got. */
export interface Push {
  /** ms since the life began. */
  at: number;
  who: string;
  device: string;
  kind: Kind;
  /** The monitors whose incidents it names: several in a summary. */
  monitors: string[];
  title: string;
}
export type Kind =
  | "page"
  | "reminder"
  | "escalated"
  | "again"
  | "recovery"
  | "acknowledged"
  | "handed over"
  | "summary"
  | "other";

/** The application of a monitor was asked, and how it answered. */
export interface Probe {
  at: number;
  monitor: string;
  failing: string[];
}

/** The push server refused a push that is about no incident: the service knows then that the device is broken. */
export interface Refusal {
  at: number;
  device: string;
}

export interface Record_ {
  pushes: Push[];
  probes: Probe[];
  refusals: Refusal[];
}

/** An incident with its timeline and its notifications, as the API shows them. */
export type Incident = Record<string, unknown>;

const kinds: [RegExp, Kind][] = [
  [/^(On call in|You are (not )?on call|Your shift)|has nobody|on call until/, "other"],
  [/^\d+ |^Summary/, "summary"],
  [/^Reminder: /, "reminder"],
  [/^Escalated to /, "escalated"],
  [/^(Unacknowledged|Acknowledgement expired|Reopened|Still)/, "again"],
  [/^(Acknowledged|Snoozed) by /, "acknowledged"],
  [/^(Handed over|Taken over)/, "handed over"],
  [/back below threshold|is up again|is (healthy|degraded)|[Rr]esolved/, "recovery"],
];
const kindOf = (title: string): Kind =>
  kinds.find(([pattern]) => pattern.test(title))?.[1] ?? "page";

const clockTime = (minute: number) => {
  const of = ((minute % 1440) + 1440) % 1440;
  return `${String(Math.floor(of / 60)).padStart(2, "0")}:${String(of % 60).padStart(2, "0")}:00`;
};
const hoursOf = ({ from, to }: Hours) => ({
  contact_hours_all_day: false,
  contact_hours_from: clockTime(from),
  contact_hours_to: clockTime(to),
});
const instant = (ms: number) => new Date(ms).toISOString().replace(/\.\d+/, "");
/** The same second of the next whole minute. */
export const wholeMinute = (ms: number) => Math.ceil(ms / 60_000) * 60_000;

type Row = Record<string, string> & { id: string };

/** What a life has made in the service: ids by its own names. */
class Player {
  readonly life: Life;
  readonly world: World;
  readonly name: string;
  readonly ids = new Map<string, Row>();
  readonly failing = new Map<string, string[]>();
  readonly probes: Probe[] = [];
  #key: string | null = null;

  constructor(world: World, life: Life, name: string) {
    this.world = world;
    this.life = life;
    this.name = name;
  }

  /** Calls the API with a key of its own, because each key may only ask so often. */
  async api<T = Record<string, unknown>>(method: string, path: string, body?: unknown): Promise<T> {
    if (this.#key !== null) this.world.key = this.#key;
    return this.world.api<T>(method, path, body);
  }

  async signIn(): Promise<void> {
    const made = await this.api<{ key: string }>("POST", "/api_keys", {
      name: this.name,
      scopes: ["admin"],
    });
    this.#key = made.key;
  }

  id(of: string): string | undefined {
    return this.ids.get(of)?.id;
  }

  async make(name: string, path: string, body: object): Promise<void> {
    this.ids.set(name, await this.api<Row>("POST", path, body));
  }

  groupFields({ hours, escalate_to, escalate_after_minutes, ...rules }: GroupRules): object {
    const next = escalate_to === undefined ? undefined : this.id(escalate_to);
    return {
      ...rules,
      ...(next !== undefined &&
        escalate_after_minutes !== undefined && { escalate_to: next, escalate_after_minutes }),
      ...(hours === null && { contact_hours_all_day: true }),
      ...(hours && hoursOf(hours)),
    };
  }

  async incident(monitor: string): Promise<string | undefined> {
    const id = this.id(monitor);
    if (id === undefined) return undefined;
    const [open] = await this.api<Row[]>("GET", `/incidents?source_id=${id}&unresolved=true`);
    return open?.id;
  }

  /** All incidents of its monitors. */
  async incidents(): Promise<Incident[]> {
    const all: Incident[] = [];
    for (const [name, { id }] of this.ids)
      if (/^m\d/.test(name))
        for (const one of await this.api<Row[]>("GET", `/incidents?source_id=${id}`))
          all.push(await this.api("GET", `/incidents/${one.id}`));
    return all;
  }

  async acts(monitor: string, verb: string, body: object): Promise<void> {
    const incident = await this.incident(monitor);
    if (incident !== undefined) await this.api("POST", `/incidents/${incident}/${verb}`, body);
  }

  async device(
    { who, device }: { who: string; device: string },
    change: (path: string, topic: string) => Promise<unknown>,
  ): Promise<void> {
    const id = this.id(device);
    if (id === undefined) return;
    await change(`/users/${this.id(who)}/devices/${id}`, `${this.name}-${device}`);
  }

  /** The whole minute that comes so many after the next one. */
  after(minutes: number): string {
    return instant(wholeMinute(this.world.clock.now()) + minutes * 60_000);
  }

  /** Does one step; one that names what is not there does nothing. */
  async does(step: Step): Promise<void> {
    const { world } = this;
    const api = this.api.bind(this);
    switch (step.do) {
      case "person":
        await this.make(step.who, "/users", {
          email: `${this.name}-${step.who}@example.com`,
          name: step.who,
        });
        return this.does({ at: step.at, do: "device", who: step.who, device: `${step.who}-d1` });
      case "device":
        if (this.id(step.who) !== undefined && this.id(step.device) === undefined)
          await this.make(step.device, `/users/${this.id(step.who)}/devices`, {
            kind: "ntfy",
            target: `${this.name}-${step.device}`,
          });
        return;
      case "disable":
      case "enable":
        return this.device(step, (path) => api("PUT", path, { enabled: step.do === "enable" }));
      case "break":
        return this.device(step, async (_, topic) => world.phone.failWith(403, topic));
      case "mend":
        return this.device(step, async (path, topic) => {
          world.phone.failWith(null, topic);
          const { enabled } = await api<{ enabled: boolean }>("GET", path);
          if (enabled) await api("POST", `${path}/test`);
        });
      case "group":
        return this.make(step.group, "/alert_groups", {
          title: `${this.name} ${step.group}`,
          ...this.groupFields(step.rules),
        });
      case "rules": {
        const id = this.id(step.group);
        if (id !== undefined) await api("PUT", `/alert_groups/${id}`, this.groupFields(step.rules));
        return;
      }
      case "join": {
        const [group, user] = [this.id(step.group), this.id(step.who)];
        if (group === undefined || user === undefined) return;
        const { minimum_priority = null, hours } = step.rules;
        return api("POST", `/alert_groups/${group}/members`, {
          email: `${this.name}-${step.who}@example.com`,
          minimum_priority,
          ...(hours === undefined && {
            contact_hours_all_day: null,
            contact_hours_from: null,
            contact_hours_to: null,
          }),
          ...(hours === "always" && { contact_hours_all_day: true }),
          ...(typeof hours === "object" && hoursOf(hours)),
        });
      }
      case "leave": {
        const [group, user] = [this.id(step.group), this.id(step.who)];
        if (group === undefined || user === undefined) return;
        const members = await api<Row[]>("GET", `/alert_groups/${group}/members`);
        if (members.some(({ user_id }) => user_id === user))
          await api("DELETE", `/alert_groups/${group}/members/${user}`);
        return;
      }
      case "schedule": {
        const people = step.rules.people.flatMap((who) => this.id(who) ?? []);
        if (people.length === 0) return;
        const { minute, everyone, otherwise } = step.rules;
        const next = otherwise === undefined ? undefined : this.id(otherwise);
        return this.make(step.schedule, "/schedules", {
          title: `${this.name} ${step.schedule}`,
          people: everyone ? [...new Set(people)] : people,
          ...(everyone
            ? { everyone }
            : { handoff_cron: `${minute} * * * *`, start: instant(began).slice(0, 10) }),
          ...(next !== undefined && { otherwise: next }),
          notice_minutes: 0,
        });
      }
      case "use": {
        const [group, schedule] = [this.id(step.group), this.id(step.schedule)];
        if (group !== undefined && schedule !== undefined)
          await api("PUT", `/alert_groups/${group}/schedules/${schedule}?turn=${step.turn}`, {});
        return;
      }
      case "take":
      case "cover":
      case "join shift": {
        const [schedule, user] = [this.id(step.schedule), this.id(step.who)];
        const instead = step.do === "cover" ? this.id(step.instead) : null;
        if (schedule === undefined || user === undefined || instead === undefined) return;
        if (user === instead) return;
        return api("POST", `/schedules/${schedule}/overrides`, {
          mode: step.do === "join shift" ? "join" : step.do,
          user_id: user,
          instead_of_user_id: instead,
          until: this.after(step.minutes),
        });
      }
      case "away": {
        const user = this.id(step.who);
        if (user !== undefined)
          await api("POST", `/users/${user}/absences`, { until: this.after(step.minutes) });
        return;
      }
      case "monitor": {
        const group = this.id(step.group);
        if (group === undefined) return;
        const { kind, threshold = 1, window = 5, confirmations = 1, depends_on } = step.rules;
        const router = depends_on === undefined ? undefined : this.id(depends_on);
        const common = {
          title: `${this.name} ${step.monitor}`,
          alert_group_id: group,
          detect_flapping: false,
          ...(router !== undefined && { depends_on: [router] }),
        };
        if (kind === "webhook")
          return this.make(step.monitor, "/webhook_monitors", {
            ...common,
            error_rate_threshold: threshold,
            error_rate_window_minutes: window,
          });
        this.failing.set(step.monitor, []);
        return this.make(step.monitor, "/health_check_monitors", {
          ...common,
          confirmations,
          url: `${world.target.url}/${this.name}/${step.monitor}`,
        });
      }
      case "report": {
        const monitor = this.ids.get(step.monitor) as unknown as { webhook_url?: string };
        if (monitor?.webhook_url !== undefined)
          await world.report(monitor as { webhook_url: string });
        return;
      }
      case "answer":
        this.failing.set(step.monitor, step.failing);
        return;
      case "acknowledge":
        return this.acts(step.monitor, "acknowledge", { by: "Somebody" });
      case "acknowledge for":
        return this.acts(step.monitor, "acknowledge", {
          by: "Somebody",
          for_minutes: step.minutes,
        });
      case "unacknowledge":
        return this.acts(step.monitor, "unacknowledge", { by: "Somebody" });
      case "resolve":
        return this.acts(step.monitor, "resolve", { by: "Somebody" });
      case "silence": {
        const id = this.id(step.of);
        if (id === undefined) return;
        const from = wholeMinute(world.clock.now()) + step.after * 60_000;
        return this.make(step.name, "/silences", {
          [step.of.startsWith("g") ? "alert_group_id" : "monitor_id"]: id,
          ...(step.after > 0 && { from: instant(from) }),
          until: instant(from + step.minutes * 60_000),
          reason: "work",
        });
      }
      case "window": {
        const group = this.id(step.group);
        if (group === undefined) return;
        return this.make(step.name, "/silences", {
          alert_group_id: group,
          cron: `${step.minute} * * * *`,
          duration_minutes: step.minutes,
          reason: "work",
        });
      }
      case "end silence": {
        const id = this.id(step.name);
        if (id !== undefined) await api("DELETE", `/silences/${id}`);
        return;
      }
      case "pause":
      case "resume": {
        const id = this.id(step.monitor);
        const kind = this.failing.has(step.monitor) ? "health_check_monitors" : "webhook_monitors";
        if (id !== undefined) await api("POST", `/${kind}/${id}/${step.do}`);
        return;
      }
    }
  }
}

/**
 * Plays lives at once in one service; what came of each, in their order. `ended` hears of each while the service still
 * runs, and can ask for its incidents.
 */
export async function play(
  lives: readonly Life[],
  options: { databaseUrl?: string } = {},
  ended: (life: Life, record: Record_, incidents: () => Promise<Incident[]>) => unknown = () => {},
): Promise<Record_[]> {
  const world = await startWorld({ start: began, ...options });
  try {
    const players = lives.map((life, index) => new Player(world, life, `L${index + 1}`));
    world.target.respond((request, response) => {
      const [, name, monitor = ""] = (request.url ?? "").split("/");
      const player = players.find((one) => one.name === name)!;
      const failing = player.failing.get(monitor) ?? [];
      player.probes.push({ at: world.clock.now() - began, monitor, failing });
      response.writeHead(200, { "content-type": "application/json" });
      response.end(
        JSON.stringify({
          finishedAt: Math.floor(world.clock.now() / 1000),
          checkResults: ["a", "b"].map((check) => ({
            name: check,
            status: failing.includes(check) ? "failed" : "ok",
          })),
        }),
      );
    });
    const steps = players
      .flatMap((player) => player.life.steps.map((step) => ({ player, step })))
      .filter(({ step }) => step.at > 0)
      .sort((a, b) => a.step.at - b.step.at);
    await Promise.all(
      players.map(async (player) => {
        await player.signIn();
        for (const step of player.life.steps) if (step.at === 0) await player.does(step);
      }),
    );
    for (const { player, step } of steps) {
      const wait = began + step.at - world.clock.now();
      if (wait > 0) await world.pass(wait);
      try {
        await player.does(step);
      } catch (error) {
        throw new Error(`life ${player.life.seed}, ${JSON.stringify(step)}`, { cause: error });
      }
      await world.settle();
    }
    await world.pass(began + Math.max(...lives.map(({ until }) => until)) - world.clock.now());
    const records = players.map((player) => ({
      pushes: pushesOf(player),
      probes: player.probes,
      refusals: refusalsOf(player),
    }));
    for (const [index, player] of players.entries())
      await ended(player.life, records[index]!, () => player.incidents());
    return records;
  } finally {
    await world.end();
  }
}

/** What its phones got before it ended; the others may go on. */
function pushesOf({ world, life, name }: Player): Push[] {
  const monitors = life.steps.flatMap((step) => (step.do === "monitor" ? [step.monitor] : []));
  return world.phone.messages().flatMap(({ topic, title, message, at }): Push[] => {
    if (at - began > life.until || !topic.startsWith(`${name}-`) || title.startsWith("Test"))
      return [];
    const device = topic.slice(name.length + 1);
    return [
      {
        at: at - began,
        who: device.split("-")[0]!,
        device,
        kind: kindOf(title),
        monitors: monitors.filter((monitor) =>
          new RegExp(`\\b${name} ${monitor}\\b`).test(`${title}\n${message}`),
        ),
        title,
      },
    ];
  });
}

/** Where lives are played: named in the output. */
export const where = onPostgres ? "PostgreSQL" : "SQLite";

function refusalsOf({ world, name }: Player): Refusal[] {
  return world.phone
    .failed()
    .filter(({ topic, title }) => topic.startsWith(`${name}-`) && kindOf(title) === "other")
    .map(({ topic, at }) => ({ at: at - began, device: topic.slice(name.length + 1) }));
}
