/**
 * A monitor and its incident as a store would keep them, in memory: commands go through `decide`, what comes
 * out is applied, and what was told is remembered. Its deadline is kept, so that time can pass. It throws
 * where a database would refuse: a second unresolved incident, or a push under a key that was used.
 */
import type { Command, Reading, Signal } from "../../src/core/command/command.ts";
import type { Dependency, Snapshot } from "../../src/core/command/snapshot.ts";
import { decide } from "../../src/core/decision/decide.ts";
import type { CheckResult, Incident, Instant, RunUnderWay } from "../../src/core/model/model.ts";
import { errorsNeeded } from "../../src/core/reports/failed-runs.ts";
import { expectsReports } from "../../src/core/reports/heartbeat.ts";
import { beat, healthSnapshot, incident, night, result, webhookSnapshot } from "./builders.ts";

type Monitors = Exclude<Snapshot, { kind: "alert_group" }>;

export interface Said {
  at: Instant;
  transition: string;
  title: string;
  message: string;
}

export class Life {
  now = night;
  readonly said: Said[] = [];
  readonly timeline: string[] = [];
  readonly history: string[] = [];
  incidents = 0;
  #snapshot: Monitors;
  /** The incident that opened last. */
  #latest: Incident | null = null;
  readonly #keys = new Set<string>();
  readonly #arrivals: Instant[] = [];
  #running: RunUnderWay[] = [];
  #failures: Instant[] = [];
  #runs = 0;

  constructor(snapshot: Monitors) {
    this.#snapshot = snapshot;
  }

  get subject() {
    return this.#snapshot.subject;
  }
  /** The unresolved one. */
  get incident(): Incident | null {
    return this.#snapshot.incident;
  }
  /** The one that opened last, resolved or not. */
  get latest(): Incident | null {
    return this.#latest;
  }
  get titles(): string[] {
    return this.said.map(({ title }) => title);
  }

  /** What it depends on is so from now on. */
  depend(on: readonly Dependency[]): void {
    this.#snapshot.parents = on;
  }

  configure(fields: Record<string, unknown>): void {
    Object.assign(this.#snapshot.monitor, fields);
    this.put({ kind: "configured" });
  }

  /** A check that finds this. */
  check(reading: Reading | CheckResult["status"]): void {
    this.subject.lease_token = "lease";
    // Each of its fetches fails until it counts.
    for (let tries = 0; this.subject.lease_token !== null; tries++) {
      if (tries > 6) throw new Error("the check never counted");
      this.subject.lease_token = "lease";
      this.put({
        kind: "checked",
        lease: "lease",
        reading:
          typeof reading === "string"
            ? {
                ok: true,
                finished_at: this.now,
                results: [result({ status: reading })],
                remarks: [],
              }
            : reading,
      });
      if (this.subject.fetch_attempts > 0) this.subject.lease_token = "";
    }
  }

  report(count = 1): void {
    this.put({
      kind: "reported",
      reports: Array.from({ length: count }, () => ({
        at: this.now,
        message: "boom",
        source: null,
        meta: null,
      })),
    });
    for (let i = 0; i < count; i++) this.#arrivals.push(this.now);
  }

  /** A run says that it began, or how it ended. */
  run(signal: Signal, rid: string | null = null): void {
    this.put({
      kind: "signaled",
      beat: beat({ at: this.now, signal, rid }),
    });
    if (signal === "fail") this.#arrivals.push(this.now);
  }

  /** Time goes by, and what it wakes by itself happens on the way. */
  pass(ms: number): void {
    const until = this.now + ms;
    for (let wakes = 0; ; wakes++) {
      const { wake_at } = this.subject;
      if (wake_at === null || wake_at > until) break;
      if (wakes > 1000) throw new Error("it wakes itself without end");
      this.now = Math.max(this.now, wake_at);
      this.put({ kind: "woken" });
    }
    this.now = until;
  }

  put(command: Command): void {
    const snapshot = this.#snapshot;
    if (snapshot.kind === "webhook_monitor") {
      const { subject, monitor } = snapshot;
      const window = monitor.error_rate_window_minutes * 60_000;
      const from = this.now - window;
      const within = this.#arrivals.filter((at) => at > from);
      const since =
        subject.status === "firing" ? Math.min(from, subject.status_since - window) : from;
      snapshot.failures = expectsReports(monitor) ? this.#failures.filter((at) => at > since) : [];
      const last_success_at =
        command.kind === "signaled" && command.beat.signal === "success"
          ? this.now
          : subject.last_success_at;
      const rank =
        errorsNeeded(monitor.error_rate_threshold, snapshot.failures, {
          window_from: from,
          last_success_at,
        }) - (command.kind === "reported" ? command.reports.length : 0);
      snapshot.in_window = within.length;
      snapshot.window_from = from;
      snapshot.tipping_at = rank > 0 ? (within.at(-rank) ?? null) : null;
      snapshot.running = this.#running;
    }
    snapshot.latest = this.#latest;
    for (const change of decide(snapshot, command, this.now))
      switch (change.kind) {
        case "subject":
          Object.assign(snapshot.subject, change.set);
          break;
        case "run": {
          const { beat, lost } = change;
          const own = this.#running.findLast(({ rid }) => rid === beat.rid);
          this.#running = this.#running.filter(
            (run) => !lost.includes(run.id) && (run !== own || beat.signal === "start"),
          );
          if (beat.signal === "start")
            this.#running.push({ id: `run-${++this.#runs}`, rid: beat.rid, started_at: beat.at });
          if (beat.signal === "fail") this.#failures.push(beat.at);
          break;
        }
        case "history":
          this.history.push(`${change.status}: ${change.reason ?? "-"}`);
          break;
        case "incident-opened": {
          if (snapshot.incident) throw new Error("it has an incident already");
          this.incidents++;
          const { kind: _kind, ...fields } = change;
          snapshot.incident = incident({
            id: `incident-${this.incidents}`,
            opened_at: this.now,
            paging_since: this.now,
            source: snapshot.kind,
            ...fields,
          });
          break;
        }
        case "about":
          if (snapshot.incident) throw new Error("it has an incident already");
          snapshot.incident = change.incident;
          break;
        case "incident":
          if (snapshot.incident)
            snapshot.incident = {
              ...snapshot.incident,
              ...change.set,
              ...(change.set.status === "open" ? { paging_since: this.now } : {}),
            };
          break;
        case "timeline":
          this.timeline.push(change.text);
          break;
        case "notify": {
          const { transition, title, message, round = "1" } = change;
          const key = [snapshot.incident?.id, transition, round].join("/");
          if (this.#keys.has(key)) throw new Error(`told twice: ${key}`);
          this.#keys.add(key);
          this.said.push({ at: this.now, transition, title, message });
          break;
        }
      }
    this.#latest = snapshot.incident ?? this.#latest;
    if (snapshot.incident?.status === "resolved") snapshot.incident = null;
  }
}

/** A health check monitor that is well. */
export const healthLife = (monitor: Parameters<typeof healthSnapshot>[0] = {}) =>
  new Life(
    healthSnapshot({
      ...monitor,
      subject: { status: "up", results: [result()], ...monitor.subject },
    }),
  );

/** A webhook monitor that is quiet. */
export const webhookLife = (monitor: Parameters<typeof webhookSnapshot>[0] = {}) =>
  new Life(webhookSnapshot(monitor));
