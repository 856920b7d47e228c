/**
 * The oracle: who must have been told what, and when, by the written rules alone. It keeps no queue: who has to be paged
 * is a state, asked anew whenever something has changed or a moment has come.
 */
import {
  began,
  firstMinute,
  type GroupRules,
  type Hours,
  type Life,
  type MemberRules,
  type MonitorRules,
  type ScheduleRules,
  type Step,
} from "./life.ts";

/** A push that must arrive. */
export interface Expected {
  at: number;
  who: string;
  device: string;
  kind: "page" | "reminder" | "escalated" | "again" | "recovery";
  monitor: string;
}

/** The application of a monitor was asked, and how it answered. */
export interface Probe {
  at: number;
  monitor: string;
  failing: readonly string[];
}

/** A push about shifts was refused. */
export interface Refusal {
  at: number;
  device: string;
}

/** What comes from the run, because no rule says it to the second. */
export interface FromRun {
  probes: readonly Probe[];
  refusals: readonly Refusal[];
}

type Event = Step | ({ do: "probe" } & Probe) | ({ do: "refused" } & Refusal);

interface Device {
  name: string;
  who: string;
  enabled: boolean;
  /** Its push server refuses it. */
  broken: boolean;
  /** The service knows. */
  refused: boolean;
}
interface Group {
  name: string;
  rules: GroupRules;
  members: Map<string, MemberRules>;
  schedules: Set<string>;
  /** Those of which it has whose turn is next. */
  nexts: Set<string>;
}
interface Schedule extends ScheduleRules {
  /** In the order in which they were entered. */
  overrides: Override[];
}
/** A change of who is on call, which ends at `until`. */
interface Override {
  do: "take" | "cover" | "join shift";
  who: string;
  instead?: string;
  until: number;
  /** The absences that had been entered before. */
  absences: number;
}
interface Monitor {
  name: string;
  group: string;
  rules: MonitorRules;
  paused: boolean;
  /** Arrivals of reports. */
  reports: number[];
  /** Sub-checks that failed at the last look, and how many looks in a row something did. */
  failing: readonly string[];
  streak: number;
  /** Its incident was resolved by hand while it was failing: healthy first. */
  settled: boolean;
}
interface Silence {
  name: string;
  covers: (incident: Incident) => boolean;
  active: (at: number) => boolean;
  /** The next moment after `at` at which it begins or ends. */
  next: (at: number) => number;
}
/** A group that an incident pages. */
interface Asked {
  group: string;
  escalated: boolean;
  /** When it was first tried to page one of its devices; Infinity: not yet. */
  attempted: number;
  passed: boolean;
  /** From when its reminders count (Infinity: nobody has been paged), how many have left, and by what one is held back. */
  paged: number;
  reminded: number;
  held: "silence" | "hours" | null;
  /** The devices of the last newcomers, all of one instant, with whom its reminders began anew, and how they were before. */
  newcomers: { names: Set<string>; before: { paged: number; reminded: number } } | null;
  /** Devices whose reminder waits for their hours, and since when. */
  waiting: Map<string, number>;
  /** Devices that have still to be paged when it is, whether they have a page or not. */
  calls: Set<string>;
  /** When it was to be paged. */
  since: number;
  /** Devices of newcomers whose page waits for the end of a silence, and since when. */
  awaited: Map<string, number>;
  /** Devices that have a page through it. */
  reached: Set<string>;
}
interface Incident {
  monitor: string;
  group: string;
  status: "open" | "acknowledged" | "resolved";
  expires: number;
  /** Pages begin anew with each round. */
  round: number;
  /** When it was open and no silence covered it: then the clocks of its escalation run. */
  clocked: { from: number; to: number }[];
  asked: Asked[];
  /** Devices that have a page: of which round, and since when. */
  has: Map<string, { round: number; at: number }>;
  /** The groups through which a device was told of it. */
  through: Map<string, Set<string>>;
  /** Devices that have still to hear of its end. */
  owed: Set<string>;
  /** Sub-checks that were told since it was acknowledged. */
  known: Set<string>;
}

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;
/** Minutes since midnight of an instant of a life, with its fraction. */
const minuteOfDay = (at: number) => ((began + at) % day) / minute;
const within = ({ from, to }: Hours, at: number) => {
  const now = minuteOfDay(at);
  const [a, b] = [(from + 1440) % 1440, (to + 1440) % 1440];
  return a < b ? now >= a && now < b : now >= a || now < b;
};
const nextBoundary = ({ from, to }: Hours, at: number) =>
  Math.min(
    ...[from, to].map((edge) => {
      const wait = (((edge % 1440) + 1440) % 1440) * minute - ((began + at) % day);
      return at + (wait <= 0 ? wait + day : wait);
    }),
  );

/** The pushes that the rules ask for. */
export function foretell(life: Life, fromRun: FromRun): Expected[] {
  return new Team(life, fromRun).live();
}

class Team {
  readonly events: Event[];
  readonly told: Expected[] = [];
  readonly people = new Set<string>();
  readonly devices = new Map<string, Device>();
  readonly groups = new Map<string, Group>();
  readonly schedules = new Map<string, Schedule>();
  readonly monitors = new Map<string, Monitor>();
  readonly silences = new Map<string, Silence>();
  readonly incidents: Incident[] = [];
  /** Who is on call in no schedule, and until when; in the order in which they were entered. */
  readonly absences: { who: string; until: number }[] = [];
  readonly until: number;
  now = 0;

  constructor(life: Life, { probes, refusals }: FromRun) {
    this.until = life.until;
    this.events = [
      ...life.steps,
      ...probes.map((probe) => ({ do: "probe" as const, ...probe })),
      ...refusals.map((refusal) => ({ do: "refused" as const, ...refusal })),
    ].sort((a, b) => a.at - b.at);
  }

  live(): Expected[] {
    for (const [index, event] of this.events.entries()) {
      if (event.at > this.now) this.passTo(event.at);
      this.happens(event);
      // What a monitor depends on is asked with it when it fails.
      const next = this.events[index + 1];
      if (next?.at !== event.at || next.do !== "probe") this.settle();
    }
    this.passTo(this.until);
    return this.told;
  }

  /** Lets the time pass, with a stop at each moment at which something falls due. */
  passTo(at: number): void {
    for (;;) {
      const next = Math.min(this.nextMoment(), at);
      for (const incident of this.incidents)
        if (this.isClocked(incident)) incident.clocked.push({ from: this.now, to: next });
      this.now = next;
      this.settle();
      if (next >= at) return;
    }
  }

  nextMoment(): number {
    const moments: number[] = [];
    for (const { rules, reports } of this.monitors.values())
      for (const report of reports) moments.push(report + (rules.window ?? 5) * minute);
    for (const silence of this.silences.values()) moments.push(silence.next(this.now));
    for (const { minute: handoff, overrides } of this.schedules.values()) {
      const since = (((this.now - handoff * minute) % hour) + hour) % hour;
      moments.push(this.now + hour - since, ...overrides.map(({ until }) => until));
    }
    moments.push(...this.absences.map(({ until }) => until));
    for (const { rules, members } of this.groups.values())
      for (const hours of [rules.hours, ...[...members.values()].map((one) => one.hours)])
        if (typeof hours === "object" && hours) moments.push(nextBoundary(hours, this.now));
    for (const incident of this.incidents) {
      if (incident.status === "acknowledged") moments.push(incident.expires);
      if (incident.status !== "open") continue;
      for (const asked of incident.asked) {
        moments.push(this.due(asked), this.dueBefore(asked));
        const after = this.escalation(asked)?.after;
        if (after !== undefined && this.isClocked(incident))
          moments.push(this.now + after - this.ran(incident, asked));
      }
    }
    return Math.min(...moments.filter((moment) => moment > this.now));
  }

  // What happens.

  happens(event: Event): void {
    switch (event.do) {
      case "person":
        this.people.add(event.who);
        this.addDevice(event.who, `${event.who}-d1`);
        return;
      case "device":
        if (this.people.has(event.who)) this.addDevice(event.who, event.device);
        return;
      case "disable":
      case "enable":
      case "break":
      case "mend": {
        const device = this.devices.get(event.device);
        if (!device) return;
        if (event.do === "disable" || event.do === "enable") device.enabled = event.do === "enable";
        if (event.do === "break") device.broken = true;
        // A device that is switched off cannot be tested.
        if (event.do === "mend") {
          device.broken = false;
          if (device.enabled) device.refused = false;
        }
        return;
      }
      case "group":
        this.groups.set(event.group, {
          name: event.group,
          rules: this.rulesOf(event.rules),
          members: new Map(),
          schedules: new Set(),
          nexts: new Set(),
        });
        return;
      case "rules": {
        const group = this.groups.get(event.group);
        if (!group) return;
        Object.assign(group.rules, this.rulesOf(event.rules));
        return;
      }
      case "join": {
        if (this.people.has(event.who))
          this.groups.get(event.group)?.members.set(event.who, event.rules);
        return;
      }
      case "leave":
        this.groups.get(event.group)?.members.delete(event.who);
        return;
      case "schedule": {
        const people = event.rules.people.filter((who) => this.people.has(who));
        const { otherwise, ...rules } = event.rules;
        const next = otherwise !== undefined && this.schedules.has(otherwise) && { otherwise };
        if (people.length > 0)
          this.schedules.set(event.schedule, { ...rules, ...next, people, overrides: [] });
        return;
      }
      case "use": {
        const group = this.groups.get(event.group);
        if (this.schedules.has(event.schedule))
          (event.turn === "next" ? group?.nexts : group?.schedules)?.add(event.schedule);
        return;
      }
      case "take":
      case "cover":
      case "join shift": {
        const { who, minutes } = event;
        const instead = event.do === "cover" ? event.instead : undefined;
        if (!this.people.has(who) || (event.do === "cover" && !this.people.has(event.instead)))
          return;
        if (who === instead) return;
        this.schedules.get(event.schedule)?.overrides.push({
          do: event.do,
          who,
          ...(instead !== undefined && { instead }),
          until: this.after(minutes),
          absences: this.absences.length,
        });
        return;
      }
      case "away":
        if (this.people.has(event.who))
          this.absences.push({ who: event.who, until: this.after(event.minutes) });
        return;
      case "monitor": {
        const { kind, depends_on, ...rules } = event.rules;
        if (!this.groups.has(event.group)) return;
        this.monitors.set(event.monitor, {
          name: event.monitor,
          group: event.group,
          rules: {
            kind,
            ...rules,
            ...(depends_on !== undefined && this.monitors.has(depends_on) && { depends_on }),
          },
          paused: false,
          reports: [],
          failing: [],
          streak: 0,
          settled: false,
        });
        return;
      }
      case "report": {
        const monitor = this.monitors.get(event.monitor);
        if (monitor?.rules.kind === "webhook") monitor.reports.push(this.now);
        return;
      }
      case "probe": {
        const monitor = this.monitors.get(event.monitor)!;
        monitor.failing = event.failing;
        monitor.streak = event.failing.length > 0 ? monitor.streak + 1 : 0;
        return;
      }
      case "refused": {
        const device = this.devices.get(event.device);
        if (device?.broken) device.refused = true;
        return;
      }
      case "acknowledge":
      case "acknowledge for": {
        const incident = this.unresolved(event.monitor);
        if (incident?.status !== "open") return;
        const lasting =
          event.do === "acknowledge for"
            ? event.minutes
            : this.groups.get(incident.group)!.rules.acknowledge_for_minutes;
        incident.status = "acknowledged";
        incident.expires = lasting === undefined ? Infinity : this.now + lasting * minute;
        return;
      }
      case "unacknowledge": {
        const incident = this.unresolved(event.monitor);
        if (incident?.status === "acknowledged") this.again(incident);
        return;
      }
      case "resolve": {
        const incident = this.unresolved(event.monitor);
        if (!incident) return;
        this.monitors.get(event.monitor)!.settled = true;
        this.resolve(incident);
        return;
      }
      case "silence": {
        const { of, name } = event;
        if (!this.monitors.has(of) && !this.groups.has(of)) return;
        const from = Math.ceil(this.now / minute) * minute + event.after * minute;
        const until = from + event.minutes * minute;
        const begins = event.after > 0 ? from : this.now;
        this.silences.set(name, {
          name,
          covers: (incident) => incident.monitor === of || incident.group === of,
          active: (at) => at >= begins && at < until,
          next: (at) => (at < begins ? begins : at < until ? until : Infinity),
        });
        return;
      }
      case "window": {
        const { group, name, minute: start, minutes } = event;
        if (!this.groups.has(group)) return;
        const since = (at: number) => (((at - start * minute) % hour) + hour) % hour;
        this.silences.set(name, {
          name,
          covers: (incident) => incident.group === group,
          active: (at) => since(at) < minutes * minute,
          next: (at) => at + (since(at) < minutes * minute ? minutes * minute : hour) - since(at),
        });
        return;
      }
      case "end silence":
        this.silences.delete(event.name);
        return;
      case "pause":
      case "resume": {
        const monitor = this.monitors.get(event.monitor);
        if (!monitor) return;
        monitor.paused = event.do === "pause";
        // A failure that is not confirmed does not count after a pause.
        if (monitor.paused && monitor.streak < (monitor.rules.confirmations ?? 1))
          monitor.streak = 0;
        return;
      }
    }
  }

  /** The whole minute that comes so many after the next one. */
  after(minutes: number): number {
    return Math.ceil(this.now / minute) * minute + minutes * minute;
  }

  addDevice(who: string, name: string): void {
    if (!this.devices.has(name))
      this.devices.set(name, { name, who, enabled: true, broken: false, refused: false });
  }

  /** Rules as they hold: `escalate_to` names a group that is there. */
  rulesOf({ escalate_to, escalate_after_minutes, ...rules }: GroupRules): GroupRules {
    return {
      ...rules,
      ...(escalate_to !== undefined &&
        escalate_after_minutes !== undefined &&
        this.groups.has(escalate_to) && { escalate_to, escalate_after_minutes }),
    };
  }

  // Monitors and incidents.

  unresolved(monitor: string): Incident | undefined {
    return this.incidents.find((one) => one.monitor === monitor && one.status !== "resolved");
  }

  failing(monitor: Monitor): boolean {
    const { kind, threshold = 1, window = 5, confirmations = 1 } = monitor.rules;
    if (kind === "health") return monitor.streak >= confirmations;
    return monitor.reports.filter((at) => at + window * minute > this.now).length >= threshold;
  }

  /** A dependency is down: the monitor opens no incident meanwhile. */
  suppressed({ rules: { depends_on } }: Monitor): boolean {
    const router = depends_on === undefined ? undefined : this.monitors.get(depends_on);
    return router !== undefined && !router.paused && router.streak > 0;
  }

  decide(monitor: Monitor): void {
    const last = this.unresolved(monitor.name);
    if (this.failing(monitor)) {
      if (last || monitor.paused || monitor.settled || this.suppressed(monitor)) return;
      const incident: Incident = {
        monitor: monitor.name,
        group: monitor.group,
        status: "open",
        expires: Infinity,
        round: 1,
        clocked: [],
        asked: [],
        has: new Map(),
        through: new Map(),
        owed: new Set(),
        known: new Set(monitor.failing),
      };
      this.asks(incident, monitor.group, false);
      this.incidents.push(incident);
    } else if (monitor.rules.kind === "webhook" || monitor.streak === 0) {
      monitor.settled = false;
      if (last) this.resolve(last);
    }
  }

  resolve(incident: Incident): void {
    incident.status = "resolved";
    for (const name of incident.has.keys()) incident.owed.add(name);
  }

  /** It is unacknowledged again: its group is paged, and all else begins anew. */
  again(incident: Incident): void {
    incident.status = "open";
    incident.round += 1;
    incident.asked = [];
    this.asks(incident, incident.group, false);
  }

  /** A group is to be paged: each of its devices gets the page, or has it on hold. */
  asks(incident: Incident, name: string, escalated: boolean): void {
    const asked = asks(name, escalated, this.now);
    const group = this.groups.get(name)!;
    for (const who of this.peopleOf(group).keys())
      if (this.concerns(incident, group, who))
        for (const device of this.usable(who)) asked.calls.add(device.name);
    incident.asked.push(asked);
  }

  // Who can be told.

  /**
   * The people of a group now, with their rules: its members, who is on call in its schedules, and who is next. One that has
   * nobody, and no other group to go to, has all the people of its schedules.
   */
  peopleOf({ members, schedules, nexts, rules }: Group): Map<string, MemberRules> {
    const some = [
      ...[...schedules].flatMap((name) => this.onCall(name)),
      ...[...nexts].flatMap((name) => this.nextOf(name) ?? []),
    ];
    if (some.length === 0 && members.size === 0 && rules.escalate_to === undefined)
      some.push(...[...schedules, ...nexts].flatMap((name) => this.everybodyOf(name)));
    return new Map([...some.map((who): [string, MemberRules] => [who, {}]), ...members]);
  }

  isAway(who: string, before = 0): boolean {
    return this.absences.slice(before).some((one) => one.who === who && this.now < one.until);
  }

  /** Whose turn it is by the order, from 0. */
  turnOf({ people, minute: handoff }: Schedule): number {
    return Math.floor((this.now / minute + firstMinute - handoff) / 60) % people.length;
  }

  /** Who is on call by turns alone; an absence is filled by the one whose own turns are farthest. */
  ownTurns(schedule: Schedule): string[] {
    const { people, everyone } = schedule;
    if (everyone) return [...new Set(people)].filter((who) => !this.isAway(who));
    const turn = this.turnOf(schedule);
    if (!this.isAway(people[turn]!)) return [people[turn]!];
    const half = turn + Math.floor(people.length / 2);
    const around = people.map((_, i) => half + (i % 2 === 1 ? (i + 1) / 2 : -i / 2));
    const order = around.map((at) => people[(at + people.length) % people.length]!);
    return order.filter((who) => !this.isAway(who)).slice(0, 1);
  }

  /** Who is on call: by turns or, while they have nobody, in the schedule that is asked otherwise; then the overrides. */
  onCall(name: string): string[] {
    const schedule = this.schedules.get(name)!;
    const own = this.ownTurns(schedule);
    const { otherwise, overrides } = schedule;
    let people = own.length > 0 || otherwise === undefined ? own : this.onCall(otherwise);
    for (const { do: mode, who, instead, until, absences } of overrides) {
      // An absence that was entered later cancels it.
      if (this.now >= until || this.isAway(who, absences)) continue;
      const others = people.filter((one) => one !== who && one !== instead);
      if (mode === "take") people = [who];
      if (mode === "join shift" || (mode === "cover" && people.includes(instead!)))
        people = [...others, who];
    }
    return people;
  }

  /** The first in the order after the turn under way who is here and not on call; of the schedule that answers by its turns. */
  nextOf(name: string): string | undefined {
    const now = this.onCall(name);
    let schedule: Schedule | undefined = this.schedules.get(name)!;
    while (schedule && this.ownTurns(schedule).length === 0)
      schedule = this.schedules.get(schedule.otherwise ?? "");
    if (!schedule || schedule.everyone) return undefined;
    const { people } = schedule;
    const turn = this.turnOf(schedule);
    return people
      .map((_, i) => people[(turn + i + 1) % people.length]!)
      .find((who) => !now.includes(who) && !this.isAway(who));
  }

  everybodyOf(name: string): string[] {
    const { people, otherwise } = this.schedules.get(name)!;
    return [...people, ...(otherwise === undefined ? [] : this.everybodyOf(otherwise))];
  }

  silenced(incident: Incident): boolean {
    return [...this.silences.values()].some((one) => one.covers(incident) && one.active(this.now));
  }

  priority(incident: Incident): number {
    return this.groups.get(incident.group)!.rules.priority_level ?? 2;
  }

  /** Whether a group's rules have anything to tell the person of this incident at all, at any hour. */
  concerns(incident: Incident, group: Group, who: string): boolean {
    const rules = this.peopleOf(group).get(who);
    return rules !== undefined && this.priority(incident) <= (rules.minimum_priority ?? 3);
  }

  /** Whether the person can be told through the group now. */
  open(incident: Incident, group: Group, who: string): boolean {
    if (!this.concerns(incident, group, who)) return false;
    return this.inHours(incident, group, who);
  }

  /** Whether it is in the hours of the person, which are those of the group for who has left it. */
  inHours(incident: Incident, group: Group, who: string): boolean {
    if (this.priority(incident) === 1 && group.rules.urgent_ignores_contact_hours) return true;
    const hours = this.peopleOf(group).get(who)?.hours ?? group.rules.hours ?? "always";
    return hours === "always" || within(hours, this.now);
  }

  usable(who: string): Device[] {
    return [...this.devices.values()].filter(
      (device) => device.who === who && device.enabled && !device.refused,
    );
  }

  /** Tells a device through a group, absent of the end; false: it was refused. */
  tell(incident: Incident, device: Device, kind: Expected["kind"], group?: Group): boolean {
    if (device.broken) {
      device.refused = true;
      return false;
    }
    // Several groups that page or remind a device at one instant are one push.
    const same = this.told.findIndex(
      (one) =>
        one.at === this.now && one.monitor === incident.monitor && one.device === device.name,
    );
    if (same >= 0 && kind === "reminder") return true;
    if (group) {
      const through = incident.through.get(device.name) ?? new Set();
      incident.through.set(device.name, through.add(group.name));
    }
    if (same >= 0) this.told.splice(same, 1);
    this.told.push({
      at: this.now,
      who: device.who,
      device: device.name,
      kind,
      monitor: incident.monitor,
    });
    return true;
  }

  // What the state asks for.

  settle(): void {
    const refused = this.refusals();
    for (const monitor of this.monitors.values()) this.decide(monitor);
    for (const incident of this.incidents)
      if (incident.status === "acknowledged" && incident.expires <= this.now) this.again(incident);
    for (const incident of this.incidents) {
      // A silence holds the push about it back, not the handover.
      if (incident.status === "open") this.handOver(incident);
      for (const asked of incident.asked) {
        this.missNewcomers(asked);
        this.forgetCalls(asked);
        this.countsFrom(incident, asked);
      }
      if (this.silenced(incident)) {
        for (const asked of incident.asked) {
          if (this.due(asked) <= this.now) asked.held ??= "silence";
          if (incident.status === "open") this.awaits(incident, asked);
        }
        continue;
      }
      if (incident.status === "open") {
        for (const asked of incident.asked) this.remindLate(incident, asked);
        // A newcomer's page takes no reminder from those who have theirs.
        for (const asked of incident.asked) this.remind(incident, asked);
        for (let asked = 0; asked < incident.asked.length; asked++) {
          this.page(incident, incident.asked[asked]!);
          this.escalate(incident, incident.asked[asked]!);
        }
        for (const asked of incident.asked) this.countsFrom(incident, asked);
      }
      this.recover(incident);
    }
    // What one incident finds out about a device counts for the others, too.
    if (this.refusals() > refused) this.settle();
  }

  refusals(): number {
    return [...this.devices.values()].filter((device) => device.refused).length;
  }

  /** Whoever is away when a reminder would be due without them has never been a newcomer. */
  missNewcomers(asked: Asked): void {
    const { newcomers } = asked;
    if (!newcomers || [...newcomers.names].some((name) => this.isThere(asked, name))) return;
    if (this.dueBefore(asked) <= this.now) forgetNewcomers(asked);
  }

  /** When the next reminder would be due if its newcomers had not come. */
  dueBefore(asked: Asked): number {
    return asked.newcomers ? this.due({ ...asked, ...asked.newcomers.before }) : Infinity;
  }

  /** Whether the device of a newcomer is on, and its person in the group still. */
  isThere({ group }: Asked, name: string): boolean {
    const { enabled, who } = this.devices.get(name)!;
    return enabled && this.peopleOf(this.groups.get(group)!).has(who);
  }

  /** Who leaves a group leaves its escalation on hold, and is no newcomer with the page of another group. */
  forgetCalls({ group, calls }: Asked): void {
    const people = this.peopleOf(this.groups.get(group)!);
    for (const name of calls) if (!people.has(this.devices.get(name)!.who)) calls.delete(name);
  }

  /** Who has left all groups that tell of an open incident has handed it over, unless its own group is empty. */
  handOver(incident: Incident): void {
    if (this.peopleOf(this.groups.get(incident.group)!).size === 0) return;
    const asked = incident.asked.map(({ group }) => group);
    for (const name of incident.has.keys()) {
      const { who } = this.devices.get(name)!;
      const through = [...asked, ...incident.through.get(name)!];
      if (through.some((group) => this.peopleOf(this.groups.get(group)!).has(who))) continue;
      incident.has.delete(name);
      for (const one of incident.asked) {
        one.reached.delete(name);
        if (one.newcomers?.names.delete(name) && one.newcomers.names.size === 0)
          forgetNewcomers(one);
      }
    }
  }

  /** Newcomers of several groups wait for the end of a silence with a page of each. */
  awaits(incident: Incident, { group, awaited }: Asked): void {
    for (const who of this.peopleOf(this.groups.get(group)!).keys())
      for (const { name } of this.usable(who))
        if (incident.has.get(name)?.round !== incident.round && !awaited.has(name))
          awaited.set(name, this.now);
  }

  page(incident: Incident, asked: Asked): void {
    const group = this.groups.get(asked.group)!;
    for (const who of this.peopleOf(group).keys()) {
      if (!this.open(incident, group, who)) continue;
      for (const device of this.usable(who)) {
        const before = incident.has.get(device.name);
        // What waits for its hours gives way to what has arrived since.
        const called = this.isCalled(incident, asked, device);
        asked.calls.delete(device.name);
        const waited = incident.asked.map(({ awaited }) => awaited.get(device.name) ?? -Infinity);
        const isLast = asked.awaited.get(device.name) === Math.max(...waited);
        asked.awaited.delete(device.name);
        if (before?.round === incident.round && !called) {
          // Those that waited from one instant on are one push.
          if (isLast && before.at === this.now) this.beginAnewWith(asked, device);
          continue;
        }
        asked.attempted = Math.min(asked.attempted, this.now);
        const kind = asked.escalated ? "escalated" : before ? "again" : "page";
        if (!this.tell(incident, device, kind, group)) continue;
        asked.reached.add(device.name);
        incident.has.set(device.name, { round: incident.round, at: this.now });
        this.beginAnewWith(asked, device);
      }
    }
  }

  beginAnewWith(asked: Asked, { name }: Device): void {
    const { paged, reminded } = asked;
    this.beginAnew(asked);
    if (paged < this.now) asked.newcomers = { names: new Set([name]), before: { paged, reminded } };
    else asked.newcomers?.names.add(name);
  }

  /**
   * A group that has paged nobody itself reminds those of its members who have the page: counted from when it was to be
   * paged. Once a reminder found nobody, from what they got last, or from when somebody can be reminded again.
   */
  countsFrom(incident: Incident, asked: Asked): void {
    if (asked.paged !== Infinity) return;
    const group = this.groups.get(asked.group)!;
    const theirs = (name: string) =>
      incident.has.get(name)?.round === incident.round &&
      this.devices.get(name)!.enabled &&
      this.peopleOf(group).has(this.devices.get(name)!.who);
    const last = this.told.findLast(
      ({ monitor, kind, device }) =>
        monitor === incident.monitor && kind !== "recovery" && theirs(device),
    );
    if (!last) return;
    const interval = (group.rules.repeat_minutes ?? 0) * minute;
    if (interval === 0 || this.now < asked.since + interval) asked.paged = asked.since;
    else if (!this.silenced(incident) && this.mayBeReminded(incident, asked, group))
      asked.paged = last.at >= asked.since ? Math.max(last.at, this.now - interval) : this.now;
  }

  mayBeReminded(incident: Incident, asked: Asked, group: Group): boolean {
    return [...this.peopleOf(group).keys()].some(
      (who) =>
        this.open(incident, group, who) &&
        this.usable(who).some(
          (device) =>
            incident.has.get(device.name)?.round === incident.round &&
            !this.isCalled(incident, asked, device),
        ),
    );
  }

  /**
   * When the clock of a group's escalation began; Infinity: not yet. What waits gives way to what its device gets through
   * another group, which counts, too. A page from before the group was to be paged counts from then.
   */
  triedAt(incident: Incident, asked: Asked): number {
    const members = this.peopleOf(this.groups.get(asked.group)!);
    const theirs = [...this.devices.values()]
      .filter(({ who, enabled }) => enabled && members.has(who))
      .map((device) => {
        const first = this.told.find(
          (one) =>
            one.device === device.name &&
            one.monitor === incident.monitor &&
            one.kind !== "recovery" &&
            one.at >= asked.since,
        );
        if (first) return first.at;
        const has = incident.has.get(device.name)?.round === incident.round;
        return has && !asked.calls.has(device.name) ? asked.since : Infinity;
      });
    return Math.min(asked.attempted, ...theirs);
  }

  /** How long the clock has run. */
  ran(incident: Incident, asked: Asked): number {
    const since = this.triedAt(incident, asked);
    return incident.clocked.reduce(
      (sum, { from, to }) => sum + Math.max(0, to - Math.max(from, since)),
      0,
    );
  }

  /** The page of a group has still to reach a device, and nothing else has since. */
  isCalled(incident: Incident, asked: Asked, device: Device): boolean {
    return asked.calls.has(device.name) && !this.toldSince(incident, device, asked.since);
  }

  toldSince(incident: Incident, device: Device, since: number): boolean {
    return this.told.some(
      (one) =>
        one.device === device.name &&
        one.monitor === incident.monitor &&
        one.kind !== "recovery" &&
        one.at > since,
    );
  }

  /**
   * A reminder that waited for the hours of a person leaves when they begin, unless something came since: then the
   * reminders that were held back count from that.
   */
  remindLate(incident: Incident, asked: Asked): void {
    const group = this.groups.get(asked.group)!;
    const opens = (name: string) => {
      const device = this.devices.get(name)!;
      return (
        this.usable(device.who).includes(device) && this.open(incident, group, device.who) && device
      );
    };
    // In a silence it waits for nobody's hours.
    const waited = asked.waiting.size > 0;
    const givesWay = () => {
      if (!asked.held || !waited) return;
      foundNobody(asked);
      this.countsFrom(incident, asked);
    };
    for (const [name, since] of asked.waiting) {
      const device = opens(name);
      if (!device) continue;
      asked.waiting.delete(name);
      if (this.toldSince(incident, device, since)) givesWay();
      else if (this.tell(incident, device, "reminder", group)) this.beginAnew(asked);
    }
    // A page does, too.
    for (const name of asked.calls) {
      const device = opens(name);
      if (device && !this.isCalled(incident, asked, device)) givesWay();
    }
  }

  /** The reminders of a group begin anew when a hold ends, and with a newcomer; one of this instant is the first then. */
  beginAnew(asked: Asked): void {
    asked.held = null;
    if (asked.paged === this.now) return;
    asked.newcomers = null;
    asked.reminded = 0;
    asked.paged = this.now;
  }

  /** When the next reminder is due, by the rules as they are now. One that is held back leaves whatever they are. */
  due({ group, paged, reminded, held }: Asked): number {
    if (held) return paged;
    const { repeat_minutes = 0, repeat_limit = 0 } = this.groups.get(group)!.rules;
    return repeat_minutes === 0 || reminded >= repeat_limit
      ? Infinity
      : paged + repeat_minutes * minute;
  }

  remind(incident: Incident, asked: Asked): void {
    const due = this.due(asked);
    if (due > this.now) return;
    const group = this.groups.get(asked.group)!;
    let left = false;
    for (const who of this.peopleOf(group).keys()) {
      for (const device of this.usable(who))
        if (incident.has.get(device.name)?.round !== incident.round) continue;
        // Its page leaves now.
        else if (this.isCalled(incident, asked, device) && this.open(incident, group, who))
          continue;
        else if (this.open(incident, group, who))
          left = this.tell(incident, device, "reminder", group) || left;
        // One push of a group waits for a device.
        else if (
          this.concerns(incident, group, who) &&
          !asked.calls.has(device.name) &&
          !asked.waiting.has(device.name)
        )
          asked.waiting.set(device.name, this.now);
    }
    if (left) {
      asked.newcomers = null;
      // One that was held back ends the hold, and counts only where others wait for their hours: after a silence it is the
      // page with which they begin anew. What an edit made due is one of the rounds since the page.
      const interval = (group.rules.repeat_minutes ?? 0) * minute;
      if (!asked.held) asked.reminded += 1;
      else asked.reminded = asked.held === "hours" && asked.waiting.size > 0 ? 1 : 0;
      asked.paged = asked.held
        ? this.now
        : asked.paged + Math.floor((this.now - asked.paged) / interval) * interval;
    }
    asked.held = !left && asked.waiting.size > 0 ? "hours" : null;
    if (!left && !asked.held) foundNobody(asked);
  }

  escalation({ group, passed }: Asked): { to: string; after: number } | undefined {
    const { escalate_to, escalate_after_minutes } = this.groups.get(group)!.rules;
    if (passed || escalate_to === undefined) return undefined;
    return { to: escalate_to, after: escalate_after_minutes! * minute };
  }

  /** Whether the clocks of its escalation run, once a group was tried. */
  isClocked(incident: Incident): boolean {
    return incident.status === "open" && !this.silenced(incident);
  }

  escalate(incident: Incident, asked: Asked): void {
    const next = this.escalation(asked);
    if (!next) return;
    const group = this.groups.get(asked.group)!;
    const reachable = [...this.peopleOf(group).keys()].some(
      (who) => this.concerns(incident, group, who) && this.usable(who).length > 0,
    );
    if ((reachable || asked.reached.size > 0) && this.ran(incident, asked) < next.after) return;
    asked.passed = true;
    if (incident.asked.some((one) => one.group === next.to)) return;
    this.asks(incident, next.to, true);
  }

  recover(incident: Incident): void {
    for (const name of incident.owed) {
      const device = this.devices.get(name)!;
      // Through any group that told the device; it is told by the group's hours if its person has left that.
      const through = [...incident.through.get(name)!].map((group) => this.groups.get(group)!);
      const open = through.some((group) =>
        this.peopleOf(group).has(device.who)
          ? this.open(incident, group, device.who)
          : this.inHours(incident, group, device.who),
      );
      if (!open) continue;
      incident.owed.delete(name);
      if (device.enabled && !device.refused) this.tell(incident, device, "recovery");
    }
  }
}

/** The reminders are as if newcomers who have left, or are disabled, before the first had never been there. */
function forgetNewcomers(asked: Asked): void {
  Object.assign(asked, { ...asked.newcomers!.before, newcomers: null });
}

/** A reminder was for nobody. */
function foundNobody(asked: Asked): void {
  Object.assign(asked, { paged: Infinity, reminded: 0, held: null });
}

const asks = (group: string, escalated: boolean, since: number): Asked => ({
  since,
  group,
  escalated,
  attempted: Infinity,
  passed: false,
  paged: Infinity,
  reminded: 0,
  held: null,
  newcomers: null,
  waiting: new Map(),
  calls: new Set(),
  awaited: new Map(),
  reached: new Set(),
});
