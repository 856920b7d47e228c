import { describe, expect, test } from "vitest";
import { decide } from "../../../src/core/decision/decide.ts";
import { pagingFrom, pageOn } from "../../../src/core/paging/paging.ts";
import { priorityNow } from "../../../src/core/paging/priority.ts";
import { refusalKey } from "../../../src/core/alerts/refusal.ts";
import { whyNotReopened } from "../../../src/core/decision/reopen.ts";
import type { Change } from "../../../src/core/command/change.ts";
import type { Arrival, Command } from "../../../src/core/command/command.ts";
import type { Incident } from "../../../src/core/model/model.ts";
import type { Snapshot } from "../../../src/core/command/snapshot.ts";
import {
  alertGroup,
  arrival,
  delivered,
  incident,
  night,
  subject,
  webhookSnapshot,
} from "../../support/builders.ts";

const minute = 60_000;

const groupSnapshot = (): Snapshot => ({
  kind: "alert_group",
  subject: subject({ id: "oncall", kind: "alert_group", status: "ok" }),
  group: alertGroup({ title: "On call" }),
  incident: null,
  open: new Map(),
  next_resolve_at: null,
  drilling: null,
});

/** A URL, its deliveries by the minute, and what its people hear. */
function url(snapshot: Snapshot) {
  const said: string[] = [];
  let writes = 0;
  let last: Incident | null = null;
  let opened = 0;
  const apply = (changes: Change[], at: number) => {
    let about: Incident | null = snapshot.incident;
    let isRefusal = false;
    for (const change of changes) {
      if (change.kind === "subject") Object.assign(snapshot.subject, change.set);
      if (change.kind === "about")
        [about, isRefusal] = [change.incident, change.key === refusalKey];
      if (change.kind === "notify") said.push(`${(at - night) / minute} ${change.title}`);
      if (!isRefusal) continue;
      if (change.kind === "incident-opened") {
        opened++;
        const { kind: _kind, ...fields } = change;
        about = incident({
          id: `r${opened}`,
          key: refusalKey,
          opened_at: at,
          paging_since: at,
          ...fields,
        });
      }
      if (change.kind === "incident") {
        writes++;
        about = { ...about!, ...change.set };
      }
      last = about;
    }
  };
  return {
    said,
    get last() {
      return last;
    },
    get writes() {
      return writes;
    },
    get opened() {
      return opened;
    },
    subject: snapshot.subject,
    refuse(after: number, with_: Partial<Arrival> = {}, reason = "The body is not JSON.") {
      const at = night + after * minute;
      const command: Command = {
        kind: "refused",
        http_status: 400,
        reason,
        arrival: arrival({ received_at: at, body: "<alert>\n  disk </alert>", ...with_ }),
      };
      apply(decide({ ...snapshot, refusal: last }, command, at), at);
    },
    accept(after: number) {
      const at = night + after * minute;
      const command: Command =
        snapshot.kind === "alert_group"
          ? { kind: "alerted", delivered: delivered([]), arrival: arrival({ received_at: at }) }
          : {
              kind: "reported",
              reports: [{ at, message: "boom", source: null, meta: null }],
            };
      const refusal = snapshot.subject.refused_in_row > 0 ? last : null;
      apply(decide({ ...snapshot, refusal }, command, at), at);
    },
    resolve(after: number) {
      const at = night + after * minute;
      apply(
        [
          { kind: "about", key: refusalKey, incident: last },
          ...decide(
            { ...snapshot, incident: last },
            { kind: "resolved", by: "Ada", reason: null },
            at,
          ),
        ],
        at,
      );
    },
  };
}

describe.each<[string, () => Snapshot]>([
  ["a group", groupSnapshot],
  [
    "a monitor",
    () => webhookSnapshot({ monitor: { title: "Shop errors", error_rate_threshold: 9 } }),
  ],
])("a delivery to the URL of %s that could not be read", (_name, snapshot) => {
  test("opens one incident, until one is read again", () => {
    const one = url(snapshot());
    one.refuse(0);
    expect(one.last).toMatchObject({
      status: "open",
      title: "A delivery could not be read: The body is not JSON",
      summary: expect.stringContaining("It begins: <alert> disk </alert>"),
      occurrences: 1,
      details: { notice: true, http_status: 400, beginning: "<alert> disk </alert>" },
    });
    expect(one.subject.refused_in_row).toBe(1);
    one.accept(5);
    expect(one.last).toMatchObject({
      status: "resolved",
      resolved_reason: "A delivery was read again.",
    });
    expect(one.subject.refused_in_row).toBe(0);
    expect(one.said).toEqual([
      "0 A delivery could not be read: The body is not JSON",
      "5 Resolved: A delivery could not be read: The body is not JSON",
    ]);
    one.accept(6);
    expect(one.said).toHaveLength(2);
  });

  test("pages once, however many are refused, and is updated once a minute", () => {
    const one = url(snapshot());
    for (let i = 0; i < 600; i++) one.refuse(i / 60, {}, i === 599 ? "Too large." : "Not JSON.");
    expect(one.said).toHaveLength(1);
    expect(one.writes).toBeLessThanOrEqual(10);
    one.refuse(11, {}, "Too large.");
    expect(one.last).toMatchObject({
      title: "A delivery could not be read: Too large",
      occurrences: 601,
    });
  });

  test("pages once when every other delivery is refused, and again when it was well for an hour", () => {
    const one = url(snapshot());
    for (let i = 0; i < 300; i++) {
      one.refuse(i);
      one.accept(i + 0.5);
    }
    expect(one.last).toMatchObject({ status: "resolved", details: { again: true } });
    expect(one.said).toHaveLength(2);
    one.refuse(299.6);
    expect(one.last).toMatchObject({ status: "open", resolved_at: null });
    one.refuse(305);
    one.accept(306);
    expect(one.said).toHaveLength(2);
    expect(one.opened).toBe(1);
    one.refuse(366);
    expect(one.opened).toBe(2);
    expect(one.said).toHaveLength(3);
  });

  test("shows nothing of a sender that did not present the secret", () => {
    const one = url(snapshot());
    one.refuse(0, { ring: "unauthenticated", headers: { "user-agent": "curl" } });
    expect(one.last).toMatchObject({ details: { beginning: "", user_agent: "curl" } });
    expect(one.last!.summary).not.toContain("begins");
  });

  test("can be resolved manually, which says nothing of its source", () => {
    const one = url(snapshot());
    one.refuse(0);
    one.resolve(1);
    expect(one.last).toMatchObject({ status: "resolved", resolved_reason: "Resolved by Ada." });
    expect(one.said.at(-1)).toBe(
      "1 A delivery could not be read: The body is not JSON: resolved by Ada",
    );
    expect(one.last!.pages_again).toBeNull();
    expect(whyNotReopened(one.last!, { ...one.subject, status: "firing" }, null)).toMatch(
      /^The next delivery/,
    );
    one.accept(2);
    expect(one.said).toHaveLength(2);
  });
});

test("it has the lowest priority whatever its group says, no reminder, and no escalation", () => {
  const group = alertGroup({ priority_level: 1, repeat_minutes: 5 });
  const details = { notice: true };
  const plan = { group, steps: [{ to: "second", after_minutes: 5 }], titles: new Map() };
  expect(priorityNow(group, { details })).toBe(3);
  const began = pagingFrom({ priority_level: 3, any_hour_since: null, details }, plan, night);
  expect(began.act_at).toBeNull();
  const later = pageOn(
    incident({ details, priority_level: 3, paging_since: night, paged_at: night }),
    plan,
    night + 100 * minute,
  );
  expect(later).toEqual([{ kind: "incident", set: { act_at: null } }]);
});
