/**
 * Random lives: devices come, break, are fixed and disabled; members come and go; groups change their hours
 * and priority; monitors move; incidents open, are acknowledged, resolved and reopened; silences begin and end; push
 * servers accept, reject and fail. Whenever all is quiet, each open incident without a silence has paged
 * every device that can be reached now and whose contact hours allow it, and no device twice.
 */
import fc from "fast-check";
import { expect, test } from "vitest";
import { nextOpening } from "../../../src/core/hours/contact-hours.ts";
import { ignoresHours } from "../../../src/core/paging/gate.ts";
import type { PushOutcome } from "../../../src/core/paging/push.ts";
import type { Device, Incident } from "../../../src/core/model/model.ts";
import { night, silence } from "../../support/builders.ts";
import { accepted, minute, type Given } from "./given.ts";

const failure: PushOutcome = {
  kind: "retry",
  http_status: 500,
  detail: "HTTP 500",
  retry_after_ms: null,
  perhaps_delivered: false,
};
/** Answers of push servers. */
const outcomes: PushOutcome[] = [
  accepted,
  { kind: "refused", http_status: 403, detail: "HTTP 403" },
  failure,
  { kind: "perhaps_delivered", http_status: null, detail: "timed out" },
];

const eventNames = [
  "add device",
  "fix device",
  "disable device",
  "enable device",
  "server answers",
  "server accepts",
  "join",
  "leave",
  "minimum priority",
  "group priority",
  "contact hours",
  "move",
  "report",
  "report",
  "acknowledge",
  "unacknowledge",
  "resolve",
  "reopen",
  "silence",
  "end silence",
  "wait",
] as const;
/** What happens, and two numbers that choose to whom and how. */
const event = fc.tuple(fc.constantFrom(...eventNames), fc.nat(5), fc.nat(3));
type Event = [(typeof eventNames)[number], number, number];

/** Number of lives. */
const lives = process.env["TEST_STORE"] === "postgres" ? 8 : 30;

export function lifePromises(given: Given): void {
  const { store, actor, save, saved } = given;

  async function live(events: readonly Event[], life: number): Promise<void> {
    const { org_id } = actor;
    let now = night;
    const groupIds: string[] = [];
    for (const title of ["A", "B"]) {
      const hours = { contact_hours_from: "08:00:00", contact_hours_to: "18:00:00" };
      const fields = { title, repeat_minutes: 0, ...hours, contact_hours_all_day: true };
      groupIds.push((await given.group(fields)).id);
    }
    const users: { id: string; email: string }[] = [];
    for (const name of ["ada", "bo", "cy"]) {
      const email = `${name}${life}@example.com`;
      users.push({
        id: (await saved("users", { email, name, role: null, external_id: null })).id,
        email,
      });
    }
    const monitorIds: string[] = [];
    for (const title of ["Shop", "Blog"]) {
      const rate = { error_rate_threshold: 1, error_rate_window_minutes: 600 };
      const fields = { title, alert_group_id: groupIds[0]!, ...rate };
      monitorIds.push((await given.webhook(fields)).id);
    }
    const devices: Device[] = [];
    const answers = new Map<string, PushOutcome>();
    const silenceIds = new Map<string, string>();
    const answerOf = (id: string) => answers.get(id) ?? accepted;

    const groupOf = (n: number) => groupIds[n % 2]!;
    const monitorOf = (n: number) => monitorIds[n % 2]!;
    const userOf = (n: number) => users[n % 3]!;
    const editGroup = (n: number, fields: object) =>
      save("alert_groups", { ...fields }, { id: groupOf(n), complete: null, now });
    const editDevice = async (n: number, fields: object) => {
      const device = devices[n % (devices.length || 1)];
      if (!device) return;
      const { id, user_id } = device;
      const change = { actor, user_id, id, given: fields, complete: null, if_version: null, now };
      await store.run("save_device", change);
    };
    const answerFrom = (n: number, outcome: PushOutcome) => {
      const device = devices[n % (devices.length || 1)];
      if (device) answers.set(device.id, outcome);
    };
    /** When each incident was reopened or given back last: then it pages again. */
    const again = new Map<string, number>();
    const unresolved = async () =>
      (await store.read.incidents({ ...given.page(), statuses: ["open", "acknowledged"] })).filter(
        ({ source_id }) => monitorIds.includes(source_id),
      );
    const answer = async (
      n: number,
      command:
        | { kind: "acknowledged" | "unacknowledged"; by: string }
        | { kind: "resolved"; by: string; reason: null },
    ) => {
      const incident = (await unresolved()).find(({ source_id }) => source_id === monitorOf(n));
      if (!incident) return;
      await store.run("incident", { org_id, incident_id: incident.id, command, now });
      if (command.kind === "unacknowledged" && incident.status === "acknowledged")
        again.set(incident.id, now);
    };

    const happen: Record<Event[0], (n: number, how: number) => unknown> = {
      "add device": async (n) => {
        if (devices.length === 5) return;
        const added = await given.addDevice(userOf(n).id, `phone${life}-${devices.length}`);
        if (added.ok) devices.push(added.value.device);
      },
      "fix device": (n) => editDevice(n, { target: `fixed${life}-${now}` }),
      "disable device": (n) => editDevice(n, { enabled: false }),
      "enable device": (n) => editDevice(n, { enabled: true }),
      "server answers": (n, how) => answerFrom(n, outcomes[how]!),
      "server accepts": (n) => answerFrom(n, accepted),
      join: (n, how) => {
        const member = { actor, group_id: groupOf(how), email: userOf(n).email, now };
        return store.run("add_member", member);
      },
      leave: (n, how) => {
        const member = { actor, group_id: groupOf(how), user_id: userOf(n).id, now };
        return store.run("remove_member", member);
      },
      "minimum priority": (n, how) => {
        const member = { actor, group_id: groupOf(how), user_id: userOf(n).id, now };
        const minimum_priority = [null, 1, 2, 3][n % 4]!;
        return store.run("set_member", { ...member, given: { minimum_priority } });
      },
      "group priority": (n, how) => editGroup(n, { priority_level: 1 + (how % 3) }),
      "contact hours": (n, how) =>
        editGroup(n, {
          contact_hours_all_day: how % 2 === 0,
          urgent_ignores_contact_hours: how > 1,
        }),
      move: (n, how) => {
        const fields = { alert_group_id: groupOf(how) };
        return save("webhook_monitors", fields, { id: monitorOf(n), complete: null, now });
      },
      report: (n) => given.report(monitorOf(n), now),
      acknowledge: (n) => answer(n, { kind: "acknowledged", by: "Ada" }),
      unacknowledge: (n) => answer(n, { kind: "unacknowledged", by: "Ada" }),
      reopen: async (n) => {
        const query = { ...given.page(), source_id: monitorOf(n), order: "desc" as const };
        const [last] = await store.read.incidents(query);
        if (last?.status !== "resolved") return;
        const command = { kind: "reopened" as const, by: "Ada", incident_id: last.id };
        const said = await store.run("incident", { org_id, incident_id: last.id, command, now });
        if (said.ok) again.set(last.id, now);
      },
      resolve: (n) => answer(n, { kind: "resolved", by: "Ada", reason: null }),
      silence: async (n) => {
        const monitor_id = monitorOf(n);
        if (silenceIds.has(monitor_id)) return;
        const made = await store.run("create_silence", {
          actor,
          silence: silence({ monitor_id, from: now, until: null }),
          now,
        });
        if (made.ok) silenceIds.set(monitor_id, made.value.id);
      },
      "end silence": async (n) => {
        const id = silenceIds.get(monitorOf(n));
        if (id) await store.run("end_silence", { actor, id, now });
        silenceIds.delete(monitorOf(n));
      },
      wait: (_, how) => {
        now += [1, 10, 100, 300][how]! * minute;
      },
    };

    /** The loops do all that is due. */
    async function settleAll(): Promise<void> {
      for (let rounds = 0; ; rounds++) {
        if (rounds > 30) throw new Error("it does not come to rest");
        await given.wakeDue(now);
        await store.run("page_pending", { after: "", limit: 200, now });
        const due = await given.claimPushes(now);
        for (const { device, claims } of due) await given.settle(claims, answerOf(device.id), now);
        if (due.length === 0) return;
      }
    }

    /** `Shop: phone-1 was not paged`, for each promise that is broken. */
    async function broken(incident: Incident): Promise<string[]> {
      const details = (await store.read.incident(org_id, incident.id))!;
      const group = (await store.read.resource(
        "alert_groups",
        org_id,
        incident.alert_group_id,
        now,
      ))!;
      const members = (await store.read.members(org_id, group.id))!;
      const open = ignoresHours(group, incident) || nextOpening(group, now) === now;
      const found: string[] = [];
      for (const { user_id, minimum_priority } of members)
        for (const device of (await store.read.devices(org_id, user_id))!) {
          const pages = details.notifications.filter(
            ({ device_id, transition, handed_over }) =>
              device_id === device.id && transition === "opened" && !handed_over,
          );
          const arrived = pages.filter(({ state }) => state === "delivered");
          const mayHave = pages.some(({ perhaps_delivered }) => perhaps_delivered);
          const named = `${incident.title}: ${device.target}`;
          const since = again.get(incident.id) ?? 0;
          const anew = arrived.filter(({ inserted_at }) => inserted_at >= since);
          if (anew.length > 1) found.push(`${named} was paged ${anew.length} times`);
          const reachable =
            device.enabled && device.broken_at === null && answerOf(device.id) === accepted;
          const allowed = open && incident.priority_level <= (minimum_priority ?? 3);
          if (reachable && allowed && arrived.length === 0 && !mayHave)
            found.push(`${named} was not paged`);
        }
      return found;
    }

    const start: Event[] = [
      ...[0, 1, 2].map((n): Event => ["add device", n, 0]),
      ["join", 0, 0],
      ["join", 1, 0],
      ["join", 2, 1],
      ["report", 0, 0],
    ];
    for (const [name, n, how] of start) await happen[name](n, how);
    for (const [index, [name, n, how]] of events.entries()) {
      await happen[name](n, how);
      await settleAll();
      // Beyond the waits between attempts.
      now += 2 * minute;
      await settleAll();
      for (const incident of await unresolved())
        if (incident.status === "open" && !silenceIds.has(incident.source_id))
          expect(await broken(incident), `after event ${index}: ${name}`).toEqual([]);
    }
    for (const n of [0, 1]) await answer(n, { kind: "resolved", by: "Ada", reason: null });
  }

  test("in random lives each open incident pages all who can be reached, and nobody twice", async () => {
    let life = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(event, { minLength: 10, maxLength: 40 }), (events) =>
        live(events, life++),
      ),
      { numRuns: lives, seed: 20_261_122, endOnFailure: true },
    );
  });
}
