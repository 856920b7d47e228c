/**
 * The load of a run: senders that report without a pause, and causes of pages. Everything that is sent is written down
 * before it leaves, and its acknowledgement when it is read.
 */
import { setTimeout as sleep } from "node:timers/promises";
import type { Phone, PhoneMessage } from "../support/phone.ts";
import { alertmanagerAlert, alertmanagerBody } from "../support/senders.ts";
import { aboutOf, type Cast } from "./cast.ts";
import type { Alert, Message, Report, Target } from "./history.ts";

export interface Load {
  reports: Report[];
  alerts: Alert[];
  /** No new cause and no new report from now on; resolves when nothing is under way. */
  stop(): Promise<void>;
}

export interface LoadOptions {
  cast: Cast;
  phone: Phone;
  /** Where the service answers now; null: nowhere. */
  url: () => string | null;
  random: () => number;
  /** Senders of reports that only count. */
  senders: number;
  /** Pause of each between two reports, ms. */
  pause: number;
  /** Pause between two causes of pages, ms. */
  causes: number;
}

/** A phone gets a summary in place of the sixth push of a minute: a group is left alone for so long, ms. */
const rest = 45_000;

export const messageOf = ({ topic, title, tags, at, sequence_id }: PhoneMessage): Message => ({
  topic,
  about: aboutOf(title),
  kind: tags.includes("rotating_light")
    ? "page"
    : tags.includes("white_check_mark")
      ? "recovery"
      : "other",
  at,
  title,
  sequence_id,
});

export function startLoad({ cast, phone, url, random, ...options }: LoadOptions): Load {
  const reports: Report[] = [];
  const alerts: Alert[] = [];
  let over = false;
  let end!: () => void;
  const ended = new Promise<void>((resolve) => (end = resolve));
  let keys = 0;

  /** Posts once; true: 202. */
  async function post(target: Target, body: unknown, key: string | null): Promise<boolean> {
    const base = url();
    if (base === null) return false;
    try {
      const answer = await fetch(`${base}${cast.pathOf.get(target.key)!}`, {
        method: "POST",
        headers: {
          "content-type": "application/json",
          ...(key !== null && { "idempotency-key": key }),
        },
        body: JSON.stringify(body),
        signal: AbortSignal.timeout(15_000),
      });
      await answer.body?.cancel();
      return answer.status === 202;
    } catch {
      return false;
    }
  }

  /** Posts under one key until it is acknowledged, or the run is over; when that was. */
  async function insist(target: Target, body: unknown): Promise<number | null> {
    const key = `key-${keys++}`;
    while (!(await post(target, body, key))) {
      if (over) return null;
      await sleep(20);
    }
    return Date.now();
  }

  async function report(target: Target, isKept: boolean): Promise<void> {
    while (url() === null && !over) await sleep(10);
    if (over) return;
    const own: Report = { target: target.key, sent_at: Date.now(), acknowledged_at: null };
    reports.push(own);
    const body = { message: `report ${reports.length}` };
    if (isKept) own.acknowledged_at = await insist(target, body);
    else if (await post(target, body, null)) own.acknowledged_at = Date.now();
  }

  async function sendWithoutEnd(sender: number): Promise<void> {
    while (!over) {
      const target = cast.counting[Math.floor(random() * cast.counting.length)]!;
      // Half of them send again what has no answer, under its key.
      await report(target, sender % 2 === 0);
      await sleep(options.pause);
    }
  }

  const seen = (target: Target, about: string, kind: Message["kind"]) =>
    Promise.race([
      ended,
      Promise.all(
        target.topics.map((topic) =>
          phone.waitFor((message) => {
            const known = messageOf(message);
            return known.topic === topic && known.about === about && known.kind === kind;
          }),
        ),
      ),
    ]);

  async function alert(target: Target): Promise<void> {
    const name = `alert-${alerts.length}`;
    const own: Alert = {
      name,
      target: target.key,
      sent_at: Date.now(),
      acknowledged_at: null,
      resolving_at: null,
      resolved_at: null,
    };
    alerts.push(own);
    own.acknowledged_at = await insist(target, alertmanagerBody([alertmanagerAlert(name)]));
    await seen(target, name, "page");
    if (over || random() < 0.3) return;
    own.resolving_at = Date.now();
    const resolved = { status: "resolved", endsAt: new Date().toISOString() };
    own.resolved_at = await insist(
      target,
      alertmanagerBody([alertmanagerAlert(name, resolved)], { status: "resolved" }),
    );
    await seen(target, name, "recovery");
  }

  async function fire(target: Target): Promise<void> {
    await Promise.all(Array.from({ length: target.threshold }, () => report(target, true)));
    await seen(target, target.key, "page");
  }

  /** Rooms whose phones have room for more, each with the monitors that have not fired. */
  const rooms = cast.rooms.map(({ alerts: group, fires }) => ({
    group,
    fires: [...fires],
    free_at: 0,
  }));

  async function causePages(): Promise<void> {
    const underWay: Promise<void>[] = [];
    while (!over) {
      const free = rooms.filter(({ free_at }) => free_at <= Date.now());
      const room = free[Math.floor(random() * free.length)];
      const monitor = room && random() < 0.5 ? room.fires.pop() : undefined;
      if (room) {
        room.free_at = Infinity;
        const cause = monitor ? fire(monitor) : alert(room.group);
        underWay.push(cause.then(() => void (room.free_at = Date.now() + rest)));
      }
      await Promise.race([ended, sleep(options.causes)]);
    }
    await Promise.all(underWay);
  }

  const running = [
    causePages(),
    ...Array.from({ length: options.senders }, (_, i) => sendWithoutEnd(i)),
  ];
  return {
    reports,
    alerts,
    async stop() {
      over = true;
      end();
      await Promise.all(running);
    },
  };
}
