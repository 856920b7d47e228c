/**
 * The promises of `Store`, asked of any driver. A driver's test file names the driver and nothing else.
 */
import { beforeEach, describe, expect, test } from "vitest";
import type { Actor } from "../../src/app/audit.ts";
import type { PushClaim } from "../../src/core/paging/push.ts";
import type { SaveInput } from "../../src/app/declare/save-resource.ts";
import type { Shown } from "../../src/store/reads/resources.ts";
import type { Store } from "../../src/app/store.ts";
import type { Beat, ErrorReport, Reading } from "../../src/core/model/command.ts";
import type { MemberRules, ResourceKind } from "../../src/core/model/model.ts";
import { asTheGroup } from "../../src/core/declare/plan-members.ts";
import {
  arrival,
  groupSpec,
  healthSpec,
  night,
  result,
  webhookSpec,
  silence,
} from "../support/builders.ts";
import { statuses } from "../../src/core/model/status.ts";
import { addressId } from "../../src/core/access/signed-action.ts";

/** A store that is empty, and the same one again after it was closed or killed. */
export interface Driver {
  open(): Promise<Store>;
  reopen(store: Store): Promise<Store>;
}

const minute = 60_000;
/** Ids of nodes have 36 characters. */
const node = "00000000-0000-4000-8000-00000000000a";
const otherNode = "00000000-0000-4000-8000-00000000000b";
const nodeOf = (id: string) => ({ id, name: "host", version: "1.0.0" });

export function storeContract(name: string, driver: Driver): void {
  describe(`${name} keeps the promises of a store`, () => {
    let store: Store;
    let actor: Actor;

    beforeEach(async () => {
      store = await driver.open();
      const organization = await store.run("create_organization", {
        name: "default",
        now: night,
      });
      actor = { org_id: organization.id, name: "test", request_id: null };
      return () => store.close();
    });

    const save = (
      kind: ResourceKind,
      complete: Record<string, unknown>,
      more: Partial<SaveInput<ResourceKind>> = {},
    ) =>
      store.run("save", {
        actor,
        kind,
        id: null,
        given: complete,
        complete,
        if_version: null,
        now: night,
        ...more,
      } as SaveInput<ResourceKind>);
    const saved = async (kind: ResourceKind, fields: Record<string, unknown>) => {
      const outcome = await save(kind, fields);
      if (!outcome.ok) throw new Error(JSON.stringify(outcome));
      return outcome.value.resource;
    };
    const group = (more: Record<string, unknown> = {}) => saved("alert_groups", groupSpec(more));
    const health = async (more: Record<string, unknown> = {}) =>
      (await saved(
        "health_check_monitors",
        healthSpec({
          alert_group_id: (await group()).id,
          fetch_retries: 0,
          ...more,
        }),
      )) as Shown<"health_check_monitors">;
    const webhook = async (more: Record<string, unknown> = {}) =>
      (await saved(
        "webhook_monitors",
        webhookSpec({
          title: "Errors",
          alert_group_id: (await group()).id,
          ...more,
        }),
      )) as Shown<"webhook_monitors">;
    const onCall = async (alert_group_id: string) => {
      const user = await saved("users", {
        email: "Ada@example.com",
        name: "Ada",
        external_id: null,
      });
      await store.run("add_member", {
        actor,
        group_id: alert_group_id,
        email: "ada@EXAMPLE.com",
        now: night,
      });
      const device = await store.run("save_device", {
        actor,
        user_id: user.id,
        id: null,
        given: {},
        complete: {
          kind: "ntfy",
          target: "ada",
          name: "Pixel",
          server: null,
          access_token: null,
          format: null,
          secret: null,
          enabled: true,
        },
        if_version: null,
        now: night,
      });
      if (!device.ok) throw new Error("no device");
      return { user, device: device.value.device };
    };
    const boom = (at: number): ErrorReport => ({
      at,
      message: "boom",
      source: null,
      meta: null,
    });
    const report = (subject_id: string, now: number, count = 1) =>
      store.run("report", {
        subject_id,
        reports: Array.from({ length: count }, () => boom(now)),
        now,
      });
    const shown = async (id: string, now: number) => {
      const monitor = await store.read.resource("webhook_monitors", actor.org_id, id, now);
      return monitor!.subject;
    };
    const reading = (status: "ok" | "failed"): Reading => ({
      ok: true,
      finished_at: night,
      results: [result({ status })],
      remarks: [],
    });
    const check = async (of: Reading, now: number) => {
      const { due } = await store.run("claim_checks", { node, limit: 10, now });
      for (const { subject_id, lease } of due)
        await store.run("command", {
          subject_id,
          command: { kind: "checked", lease, reading: of },
          now,
        });
      return due.length;
    };
    const claim = (now: number, busy: Record<string, number> = {}) =>
      store.run("claim_pushes", { per_lane: 8, busy, now });
    const incidents = () => store.read.incidents({ org_id: actor.org_id, limit: 100, after: null });

    test("forty racing creates with one external_id make one resource", async () => {
      const outcomes = await Promise.all(
        Array.from({ length: 40 }, (_, i) =>
          save("alert_groups", groupSpec({ title: `Racer ${i}`, external_id: "oncall" })),
        ),
      );
      const ids = outcomes.map((o) => (o.ok ? o.value.resource.id : null));
      expect(new Set(ids).size).toBe(1);
      expect(outcomes.filter((o) => o.ok && o.value.created)).toHaveLength(1);
    });

    test("saving what is stored already changes neither version nor time", async () => {
      const first = await group({ external_id: "oncall" });
      const again = await save("alert_groups", groupSpec({ external_id: "oncall" }), {
        now: night + minute,
      });
      expect(again).toMatchObject({
        ok: true,
        value: { created: false, resource: first },
      });
    });

    test("an update of another version is refused", async () => {
      const { id } = await group();
      const outcome = await save(
        "alert_groups",
        { title: "New" },
        {
          id,
          complete: null,
          if_version: 7,
        },
      );
      expect(outcome).toEqual({ ok: false, why: "stale", version: 1 });
    });

    test("a group that is used is not deleted, and its users are named", async () => {
      const monitor = await webhook();
      const outcome = await store.run("remove", {
        actor,
        kind: "alert_groups",
        id: monitor.alert_group_id,
        if_version: null,
        now: night,
      });
      expect(outcome).toMatchObject({
        why: "conflict",
        message: expect.stringContaining('"Errors"'),
      });
    });

    test("another organization's resources are not there", async () => {
      const { id } = await group();
      const other = await store.run("create_organization", {
        name: "other",
        now: night,
      });
      expect(await store.read.resource("alert_groups", other.id, id, night)).toBeNull();
      expect(
        await save(
          "alert_groups",
          { title: "Mine" },
          {
            id,
            actor: { ...actor, org_id: other.id },
          },
        ),
      ).toEqual({ ok: false, why: "not_found" });
    });

    test("lists are pages in the order of creation, also within one millisecond", async () => {
      const ids: string[] = [];
      for (let i = 0; i < 25; i++) ids.push((await group({ title: `Group ${i}` })).id);
      const listed: string[] = [];
      let after = null;
      for (;;) {
        const page: Shown<"alert_groups">[] = await store.read.resources(
          "alert_groups",
          { org_id: actor.org_id, limit: 10, after },
          night,
        );
        listed.push(...page.map(({ id }) => id));
        const last = page.at(-1);
        if (page.length < 10 || !last) break;
        after = { inserted_at: last.inserted_at, id: last.id };
      }
      expect(listed).toEqual(ids);
    });

    test("the dashboard lists monitors worst first, in the order of their statuses", async () => {
      const failing = await webhook({ title: "C" });
      const resolved = await webhook({ title: "B" });
      const quiet = await webhook({ title: "A" });
      const pending = await health({ title: "A" });
      for (const { id } of [failing, resolved]) await report(id, night, 10);
      await store.run("wake_due", { limit: 9, now: night + 5 * minute });
      await report(failing.id, night + 5 * minute, 10);
      const all = { search: null, status: null, alert_group_id: null, limit: 9, offset: 0 };
      const listed = await store.read.board_monitors({ org_id: actor.org_id, ...all });
      expect(listed.map(({ id }) => id)).toEqual(
        [failing, pending, resolved, quiet].map((one) => one.id),
      );
      const ranks = listed.map(({ status }) => statuses[status].rank);
      expect(ranks).toEqual(ranks.toSorted((a, b) => a - b));
    });

    test("reports are counted exactly, in the window and out of it", async () => {
      const { id } = await webhook({ error_rate_threshold: 100 });
      await Promise.all(Array.from({ length: 50 }, (_, i) => report(id, night + (i % 7))));
      expect((await shown(id, night + 6)).window_count).toBe(50);
      const at = (ms: number) => shown(id, night + 5 * minute + ms);
      expect((await at(-1)).window_count).toBe(50);
      expect((await at(0)).window_count).toBe(42);
      expect((await at(6)).window_count).toBe(0);
    });

    test("each caller is told of its own reports, whoever they were committed with", async () => {
      const { id } = await webhook();
      expect(await Promise.all([report(id, night, 2), report(id, night, 5)])).toEqual([
        { accepted: 2 },
        { accepted: 5 },
      ]);
      expect((await shown(id, night)).window_count).toBe(7);
    });

    test("a report to nobody is answered with null", async () => {
      expect(await report("nobody", night)).toBeNull();
    });

    test("a window that grows counts again what had left", async () => {
      const monitor = await webhook({ error_rate_threshold: 100 });
      await report(monitor.id, night, 4);
      await report(monitor.id, night + 6 * minute, 1);
      expect((await shown(monitor.id, night + 6 * minute)).window_count).toBe(1);
      await save(
        "webhook_monitors",
        { error_rate_window_minutes: 10 },
        {
          id: monitor.id,
          complete: null,
          now: night + 6 * minute,
        },
      );
      expect((await shown(monitor.id, night + 6 * minute)).window_count).toBe(5);
    });

    test("crossing the threshold opens one incident, and the window running dry resolves it", async () => {
      const { id, alert_group_id } = await webhook();
      await onCall(alert_group_id);
      await Promise.all([1, 2, 3, 4, 5].map((i) => report(id, night + i * 1000)));
      expect(await incidents()).toMatchObject([{ number: 1, status: "open" }]);
      const { next_at } = await store.run("wake_due", { limit: 9, now: night });
      // Five reports, three of them needed: it ends when the third has left the window.
      expect(next_at).toBe(night + 3000 + 5 * minute);
      await store.run("wake_due", { limit: 9, now: next_at! });
      expect(await incidents()).toMatchObject([{ status: "resolved" }]);
      expect((await shown(id, next_at!)).status).toBe("resolved");
    });

    test("a monitor that goes up and down for three hours owes six pushes, of three incidents", async () => {
      const { alert_group_id, id } = await health({
        alert_group_id: (await group({ repeat_minutes: 0 })).id,
        staleness_threshold_minutes: 600,
        // Whatever its phase, it is due every minute.
        interval_seconds: 20,
      });
      await onCall(alert_group_id);
      let now = night;
      const pushes = async () =>
        (
          await store.read.notifications({
            org_id: actor.org_id,
            limit: 100,
            after: null,
          })
        ).map(({ title }) => title);
      const minutes = async (many: number, of: () => "ok" | "failed") => {
        for (let i = 0; i < many; i++) {
          now += minute;
          // What its phone is owed is delivered, so that it is to be told what follows.
          for (const { claims } of (await claim(now)).due)
            await store.run("settle_push", {
              claims,
              outcome: {
                kind: "delivered",
                http_status: 200,
                provider_id: null,
              },
              started_at: now,
              jitter: 0.5,
              now,
            });
          await store.run("wake_due", { limit: 10, now });
          await check(reading(of()), now);
        }
      };
      let found: "ok" | "failed" = "ok";
      await minutes(180, () => (found = found === "ok" ? "failed" : "ok"));
      const told = [
        "Shop is down",
        "Shop is up again",
        "Shop is down",
        "Shop is up again",
        "Shop is flapping",
      ];
      expect(await pushes()).toEqual(told);
      const query = { org_id: actor.org_id, limit: 10, after: null };
      const flapping = async (is: boolean) =>
        (await store.read.resources("health_check_monitors", { ...query, flapping: is }, now)).map(
          (monitor) => monitor.id,
        );
      expect([await flapping(true), await flapping(false)]).toEqual([[id], []]);
      expect((await store.read.vitals(now)).flapping_monitors).toBe(1);
      await minutes(32, () => "ok");
      expect(await pushes()).toEqual([...told, "Shop has stopped flapping: up"]);
      expect((await incidents()).map(({ status }) => status)).toEqual([
        "resolved",
        "resolved",
        "resolved",
      ]);
      expect(await flapping(true)).toEqual([]);
    });

    test("what has not left yet says what is true when it leaves", async () => {
      const { alert_group_id } = await health({
        alert_group_id: (await group({ repeat_minutes: 0 })).id,
        staleness_threshold_minutes: 600,
        // Whatever its phase, it is due every minute.
        interval_seconds: 20,
      });
      await onCall(alert_group_id);
      let now = night;
      const minutes = async (many: number, of: (i: number) => "ok" | "failed") => {
        for (let i = 0; i < many; i++) {
          now += minute;
          await store.run("wake_due", { limit: 10, now });
          await check(reading(of(i)), now);
        }
      };
      await minutes(7, (i) => (i % 2 === 0 ? "failed" : "ok"));
      await minutes(33, () => "failed");
      const owed = await store.read.notifications({
        org_id: actor.org_id,
        state: "queued",
        limit: 10,
        after: null,
      });
      expect(owed.map(({ title, transition }) => [title, transition])).toEqual([
        ["Shop has stopped flapping: down", "opened"],
      ]);
    });

    test("all of it survives a restart", async () => {
      const { id, alert_group_id } = await webhook();
      await onCall(alert_group_id);
      await report(id, night, 3);
      store = await driver.reopen(store);
      await store.run("begin", {
        node: nodeOf(node),
        alone: true,
        now: night + 1,
      });
      expect((await shown(id, night)).window_count).toBe(3);
      expect((await claim(night + 1)).due).toHaveLength(1);
      await report(id, night + minute);
      expect(await incidents()).toMatchObject([{ occurrences: 4 }]);
    });

    test("a check is claimed by one, and due again when its claim runs out", async () => {
      const { id } = await health();
      const first = await store.run("claim_checks", {
        node,
        limit: 9,
        now: night,
      });
      expect(first.due.map((due) => due.subject_id)).toEqual([id]);
      const again = await store.run("claim_checks", {
        node,
        limit: 9,
        now: night,
      });
      expect(again).toEqual({ due: [], next_at: night + 25_000 });
      const later = await store.run("claim_checks", {
        node,
        limit: 9,
        now: night + 25_000,
      });
      expect(later.due).toHaveLength(1);
      const stale = await store.run("command", {
        subject_id: id,
        command: {
          kind: "checked",
          lease: first.due[0]!.lease,
          reading: reading("failed"),
        },
        now: night + 25_001,
      });
      expect(stale?.status).toBe("pending");
    });

    test("a start makes due what was under way", async () => {
      await health();
      await store.run("claim_checks", { node, limit: 9, now: night });
      await store.run("begin", {
        node: nodeOf(node),
        alone: true,
        now: night + 1,
      });
      expect(await check(reading("ok"), night + 1)).toBe(1);
    });

    test("a node that fell silent is missed, and what it was checking is due", async () => {
      const beat = (id: string, now: number) =>
        store.run("beat", { reason: "suspended", node: nodeOf(id), now });
      await health();
      await beat(otherNode, night);
      const { due } = await store.run("claim_checks", {
        node: otherNode,
        limit: 9,
        now: night,
      });
      expect(due).toHaveLength(1);
      expect(await beat(node, night + 14_000)).toMatchObject({ gone: [] });
      expect(await check(reading("ok"), night + 14_000)).toBe(0);
      expect(await beat(node, night + 16_000)).toMatchObject({
        gone: [{ id: otherNode, name: "host" }],
      });
      expect(await check(reading("ok"), night + 16_000)).toBe(1);
      const { nodes } = await store.read.vitals(night + 16_000);
      expect(nodes.map(({ id }) => id)).toEqual([node]);
    });

    test("a start beside others leaves alone what they are checking; an end gives back its own", async () => {
      await health();
      await store.run("beat", {
        reason: "suspended",
        node: nodeOf(otherNode),
        now: night,
      });
      await store.run("claim_checks", {
        node: otherNode,
        limit: 9,
        now: night,
      });
      const now = night + 1;
      await store.run("begin", { node: nodeOf(node), alone: false, now });
      expect(await check(reading("ok"), now)).toBe(0);
      const [, held] = (await store.read.vitals(now)).nodes;
      expect((await store.read.vitals(now)).nodes).toHaveLength(2);
      expect(held).toMatchObject({ claims: 0 });
      await store.run("leave", { node: otherNode, now });
      expect(await check(reading("ok"), now)).toBe(1);
    });

    describe("a gap in the signs of life", () => {
      const beat = (id: string, now: number, reason = "suspended" as const) =>
        store.run("beat", { reason, node: nodeOf(id), now });
      const begin = (now: number) => store.run("begin", { node: nodeOf(node), alone: false, now });
      const recorded = (since?: number) =>
        store.read.blind_periods({ limit: 9, after: null, since });

      test("of less than three minutes is none", async () => {
        expect(await begin(night)).toEqual({ blind: null });
        expect(await beat(node, night + 179_999)).toEqual({
          gone: [],
          blind: null,
          settling: false,
        });
        await store.run("leave", { node, now: night + 180_000 });
        expect(await begin(night + 359_999)).toEqual({ blind: null });
        expect(await recorded()).toEqual([]);
      });

      test("is none as long as another node is there", async () => {
        await begin(night);
        await beat(otherNode, night + 170_000);
        const { blind } = await beat(node, night + 200_000);
        expect(blind).toBeNull();
      });

      test("is recorded once, with its reason, from the last sign to the next", async () => {
        await begin(night);
        await beat(otherNode, night + 1);
        const now = night + 600_000;
        const found = await Promise.all([beat(node, now), beat(otherNode, now)]);
        expect(found.filter(({ blind }) => blind !== null)).toHaveLength(1);
        const period = {
          id: expect.any(String) as string,
          from: night + 1,
          to: now,
          reason: "suspended",
          settling_until: now,
        };
        expect(await recorded()).toEqual([period]);
        await store.run("leave", { node, now: now + 1 });
        await store.run("leave", { node: otherNode, now: now + 2 });
        const { blind } = await begin(now + 400_000);
        expect(blind).toMatchObject({
          from: now + 2,
          to: now + 400_000,
          reason: "stopped",
        });
        expect(await recorded()).toHaveLength(2);
        expect(await recorded(now + 1)).toHaveLength(1);
        const { blind_periods } = await store.read.vitals(now + 400_000);
        expect(blind_periods.map(({ reason }) => reason)).toEqual(["stopped", "suspended"]);
        expect((await store.read.vitals(now + 25 * 3600_000)).blind_periods).toEqual([]);
      });

      test("is over when every monitor has been looked at that was due", async () => {
        await health();
        await begin(night);
        await check(reading("ok"), night);
        const now = night + 600_000;
        expect((await beat(node, now)).settling).toBe(true);
        expect((await beat(node, now + 1_000)).settling).toBe(true);
        await check(reading("ok"), now + 1_000);
        expect((await beat(node, now + 2_000)).settling).toBe(false);
      });

      test("is settled after two minutes in any case", async () => {
        await health();
        await begin(night);
        await beat(node, night + 600_000);
        const { settling } = await beat(node, night + 720_000);
        expect(settling).toBe(false);
      });

      test("makes of what is found one push for each device", async () => {
        const { id: alert_group_id } = await group({ priority_level: 2 });
        await onCall(alert_group_id);
        await health({ alert_group_id });
        await health({ alert_group_id });
        await begin(night);
        await check(reading("ok"), night);
        const now = night + 600_000;
        await beat(node, now);
        await check(reading("failed"), now);
        const claimed = (at: number) =>
          store.run("claim_pushes", { per_lane: 8, busy: {}, now: at });
        expect((await claimed(now)).due).toEqual([]);
        await beat(node, now + 1_000);
        const { due } = await claimed(now + 1_000);
        expect(due).toHaveLength(1);
        expect(due[0]!.claims).toHaveLength(2);
        expect(due[0]!.text.title).toContain("2 incidents opened");
      });
    });

    describe("a network that is away", () => {
      const pages = async (now: number) =>
        (await store.run("claim_pushes", { per_lane: 8, busy: {}, now })).due;

      test("is told once to each device, when it is back", async () => {
        const { id, alert_group_id, org_id } = await health();
        await onCall(alert_group_id);
        const tell = (now: number) =>
          store.run("offline", { since: night, subject_ids: [id], now });
        await tell(night + 5_000);
        await tell(night + 10_000);
        expect(await pages(night + 10_000)).toEqual([]);
        const now = night + 70_000;
        const { blind } = await store.run("online", {
          from: night,
          page: true,
          mistaken: false,
          now,
        });
        expect(blind).toMatchObject({
          from: night,
          to: now,
          reason: "offline",
        });
        const [page, ...more] = await pages(now + 120_000);
        expect(more).toEqual([]);
        expect(page!.text).toMatchObject({
          title: expect.stringContaining("nothing changed") as string,
          priority: 5,
        });
        const listed = await store.read.notifications({
          org_id,
          limit: 9,
          after: null,
        });
        expect(listed.map(({ transition }) => transition)).toEqual(["offline"]);
      });

      test.each([
        ["for a moment", { page: false, mistaken: false }],
        ["by mistake", { page: true, mistaken: true }],
      ])("%s is told to nobody", async (_, how) => {
        const { id, alert_group_id } = await health();
        await onCall(alert_group_id);
        await store.run("offline", {
          since: night,
          subject_ids: [id],
          now: night,
        });
        const { blind } = await store.run("online", {
          from: night,
          ...how,
          now: night + 1,
        });
        expect(blind === null).toBe(how.mistaken);
        expect(await pages(night + 600_000)).toEqual([]);
      });

      test("leaves the status of what could not be looked at, which is due when it is back", async () => {
        const { id } = await health();
        const { due } = await store.run("claim_checks", {
          node,
          limit: 9,
          now: night,
        });
        await store.run("command", {
          subject_id: id,
          command: { kind: "reading_skipped", lease: due[0]!.lease },
          now: night,
        });
        const subject = async () =>
          (await store.read.resource("health_check_monitors", actor.org_id, id, night))!.subject;
        expect(await subject()).toMatchObject({
          status: "pending",
          status_reason: "monitord itself seems to be offline",
          due_at: night + 15_000,
        });
        await store.run("online", {
          from: night,
          page: false,
          mistaken: false,
          now: night + 2,
        });
        expect(await subject()).toMatchObject({ due_at: night + 2 });
      });
    });

    test("there is one oldest organization, however often it is asked for", async () => {
      const asked = await Promise.all(
        [1, 2, 3].map(() => store.run("ensure_organization", { name: "default", now: night })),
      );
      expect(new Set(asked.map(({ id }) => id))).toEqual(new Set([actor.org_id]));
    });

    test("a push that is settled is gone; one whose claim ran out is tried again", async () => {
      const monitor = await health();
      await onCall(monitor.alert_group_id);
      await check(reading("failed"), night);
      const [first] = (await claim(night)).due;
      expect(first).toMatchObject({
        claims: [{ attempt: 1 }],
        device: { target: "ada" },
      });
      expect((await claim(night + 14_999)).due).toEqual([]);
      const [second] = (await claim(night + 15_000)).due;
      const [{ notification_id, attempt }] = second!.claims as [PushClaim];
      expect(attempt).toBe(2);
      expect(await store.read.notification(actor.org_id, notification_id)).toMatchObject({
        notification: { state: "leased", perhaps_delivered: true },
      });
      const settle = (attempt: number) =>
        store.run("settle_push", {
          claims: [{ notification_id, attempt }],
          started_at: night,
          outcome: { kind: "delivered", http_status: 200, provider_id: "x" },
          jitter: 0.5,
          now: night + 16_000,
        });
      // The first holder wakes up late: its answer counts for nothing.
      await settle(1);
      expect(await store.read.notification(actor.org_id, notification_id)).toMatchObject({
        notification: { state: "leased" },
        attempts: [{ attempt: 1, outcome: "lost" }],
      });
      await settle(2);
      expect((await claim(night + 3600_000)).due).toEqual([]);
      expect(await store.read.notification(actor.org_id, notification_id)).toMatchObject({
        notification: { state: "delivered" },
        attempts: [{ outcome: "lost" }, { attempt: 2, outcome: "delivered" }],
      });
    });

    test("a recovery waits for its opening, and is nothing when that never left", async () => {
      const monitor = await health();
      await onCall(monitor.alert_group_id);
      await check(reading("failed"), night);
      const [opening] = (await claim(night)).due;
      await check(reading("ok"), night + 2 * minute);
      // Claimed and never answered: perhaps it rang. It is not sent again, and the recovery may go.
      const [recovery, ...rest] = (await claim(night + 2 * minute)).due;
      expect(rest).toEqual([]);
      const after = recovery ?? (await claim(night + 2 * minute)).due[0];
      expect(after?.text.tags).toEqual(["white_check_mark"]);
      expect(opening?.text.tags).toEqual(["rotating_light"]);
    });

    test("an incident is taken and given back, which the audit log keeps", async () => {
      const monitor = await health();
      await onCall(monitor.alert_group_id);
      await check(reading("failed"), night);
      const [incident] = await incidents();
      for (const kind of ["acknowledged", "unacknowledged"] as const)
        // The second of each changes nothing, and is no event.
        for (const now of [night + minute, night + 2 * minute])
          await store.run("incident", {
            org_id: actor.org_id,
            incident_id: incident!.id,
            command: { kind, by: "Ada" },
            actor,
            now,
          });
      expect(await incidents()).toMatchObject([
        { status: "open", acknowledged_at: null, acknowledged_by: null },
      ]);
      const detail = await store.read.incident(actor.org_id, incident!.id);
      expect(detail?.timeline.map((entry) => entry.kind).slice(-2)).toEqual([
        "acknowledged",
        "unacknowledged",
      ]);
      const audit = await store.read.audit_events({
        org_id: actor.org_id,
        limit: 100,
        after: null,
      });
      expect(
        audit.filter(({ object_kind }) => object_kind === "incident").map(({ action }) => action),
      ).toEqual(["acknowledged", "unacknowledged"]);
    });

    test("what is published of an incident is read until it is taken off, and its page has one address", async () => {
      const shop = { status_page: true, status_page_slug: "shop" };
      const { id } = await group(shop);
      await health({ alert_group_id: id });
      await check(reading("failed"), night);
      const [incident] = await incidents();
      const incident_id = incident!.id;
      const published = async (since = night) =>
        (
          await store.read.published_incidents({
            alert_group_id: id,
            since,
            limit: 9,
          })
        ).map(({ timeline }) => timeline.map(({ kind, text }) => [kind, text]));
      expect(await published()).toEqual([]);
      const by = { actor, incident_id, by: "Ada", now: night };
      const said = { ...by, message: "We look.", title: "Orders" };
      expect(await store.run("publish", said)).toMatchObject({
        value: { published_at: night, public_title: "Orders" },
      });
      await check(reading("ok"), night + 2 * minute);
      expect(await published()).toEqual([[["published", "We look."]]]);
      expect(await published(night + 3 * minute)).toEqual([]);
      // The second changes nothing.
      for (const now of [night + 2 * minute, night + 3 * minute])
        await store.run("unpublish", { ...by, now });
      expect(await published()).toEqual([]);
      const stranger = { ...actor, org_id: "another" };
      for (const refused of [
        await store.run("publish", { ...said, actor: stranger }),
        await store.run("unpublish", { ...by, actor: stranger }),
      ])
        expect(refused).toMatchObject({ ok: false, why: "not_found" });

      await group({ status_page: false });
      expect(await store.read.status_pages()).toMatchObject([{ id, ...shop }]);
      await expect(group({ status_page_slug: "shop" })).rejects.toThrow(
        "belongs to another status page",
      );
    });

    test("silences that are over are listed, the last to end first", async () => {
      const { id: monitor_id, alert_group_id } = await health();
      for (const minutes of [1, 3, 2]) {
        const made = await store.run("create_silence", {
          actor,
          silence: silence({
            monitor_id,
            from: night,
            until: null,
            reason: `${minutes} min`,
          }),
          now: night,
        });
        await store.run("end_silence", {
          actor,
          id: made.ok ? made.value.id : "",
          now: night + minutes * minute,
        });
      }
      const over = await store.read.ended_silences({
        org_id: actor.org_id,
        now: night + 3 * minute,
        limit: 2,
      });
      expect(over.map(({ reason }) => reason)).toEqual(["3 min", "2 min"]);
      const places = await store.read.places(actor.org_id, [monitor_id, alert_group_id, "nobody"]);
      expect([...places.values()].map(({ kind }) => kind).sort()).toEqual([
        "alert_groups",
        "health_check_monitors",
      ]);
    });

    test("an opening that nobody tried to send is dropped with its incident", async () => {
      const monitor = await health();
      await onCall(monitor.alert_group_id);
      await check(reading("failed"), night);
      await check(reading("ok"), night + 2 * minute);
      expect((await claim(night + 2 * minute)).due).toEqual([]);
      const [incident] = await incidents();
      const detail = await store.read.incident(actor.org_id, incident!.id);
      expect(detail?.notifications).toMatchObject([{ state: "dropped" }]);
      expect(detail?.timeline.map((entry) => entry.kind)).toEqual([
        "opened",
        "resolved",
        "dropped",
      ]);
    });

    test("a refusal marks the device and says so; a later success heals it", async () => {
      const monitor = await health();
      const { user } = await onCall(monitor.alert_group_id);
      await check(reading("failed"), night);
      const settle = async (
        outcome: Parameters<typeof store.run<"settle_push">>[1]["outcome"],
        now: number,
      ) => {
        const [due] = (await claim(now)).due;
        await store.run("settle_push", {
          claims: due!.claims,
          started_at: now,
          outcome,
          jitter: 0.5,
          now,
        });
        return (await store.read.devices(actor.org_id, user.id))![0]!;
      };
      expect(
        await settle({ kind: "refused", http_status: 403, detail: "HTTP 403" }, night),
      ).toMatchObject({ broken_at: night, broken_reason: "HTTP 403" });
      expect((await store.read.vitals(night)).unreachable_groups).toHaveLength(1);
      await check(reading("ok"), night + 2 * minute);
      await check(reading("failed"), night + 4 * minute);
      expect(
        await settle(
          { kind: "delivered", http_status: 200, provider_id: null },
          night + 4 * minute,
        ),
      ).toMatchObject({ broken_at: null });
    });

    test("a busy lane is left alone and the others go on", async () => {
      const monitor = await health();
      const { user } = await onCall(monitor.alert_group_id);
      await store.run("save_device", {
        actor,
        user_id: user.id,
        id: null,
        given: {},
        complete: {
          kind: "ntfy",
          target: "tablet",
          name: null,
          server: "https://push.example.com",
          access_token: null,
          format: null,
          secret: null,
          enabled: true,
        },
        if_version: null,
        now: night,
      });
      await check(reading("failed"), night);
      const { due } = await claim(night, { "": 8 });
      expect(due.map((push) => push.device.target)).toEqual(["tablet"]);
    });

    test("deleting a monitor resolves its incident with that reason", async () => {
      const monitor = await health();
      await check(reading("failed"), night);
      await store.run("remove", {
        actor,
        kind: "health_check_monitors",
        id: monitor.id,
        if_version: null,
        now: night + 1,
      });
      expect(await incidents()).toMatchObject([
        {
          status: "resolved",
          resolved_reason: "The monitor was deleted by test.",
        },
      ]);
    });

    test("a one-time code works once, and not after its time", async () => {
      const code = (hash: string, now: number) =>
        store.run("redeem_setup_code", {
          code_hash: hash,
          name: "laptop",
          key_hash: `key of ${hash} ${now}`,
          prefix: "mon_abc",
          now,
        });
      for (const hash of ["a", "b"])
        await store.run("create_setup_code", {
          org_id: actor.org_id,
          hash,
          expires_at: night + minute,
          now: night,
        });
      expect(await code("a", night)).toMatchObject({
        ok: true,
        value: { scopes: ["admin"] },
      });
      expect(await code("a", night)).toEqual({ ok: false, why: "not_found" });
      expect(await code("b", night + minute)).toEqual({
        ok: false,
        why: "not_found",
      });
    });

    describe("a link to add a phone", () => {
      const invite = async (hash: string, user_id: string) => {
        const made = await store.run("invite_device", {
          actor,
          user_id,
          hash,
          name: null,
          target: `topic-${hash}`,
          server: null,
          expires_at: night + 30 * minute,
          now: night,
        });
        if (!made.ok) throw new Error(made.why);
        return made.value;
      };
      const bo = () =>
        saved("users", {
          email: "bo@example.com",
          name: null,
          external_id: null,
        });
      const test_ = (hash: string, now = night) =>
        store.run("test_invited", {
          hash,
          called: "iPhone",
          request_id: null,
          now,
        });

      test("makes one device however many press at once, and ends with its answer", async () => {
        const user = await bo();
        const { id } = await invite("a", user.id);
        const presses = await Promise.all([test_("a"), test_("a"), test_("a")]);
        expect(presses.filter(({ ok }) => ok)).toHaveLength(1);
        const [device, ...others] = (await store.read.devices(actor.org_id, user.id))!;
        expect(others).toEqual([]);
        expect(device).toMatchObject({ name: "iPhone", target: "topic-a" });
        expect(await store.read.invited("a")).toMatchObject({
          invitation: { id, device_id: device!.id, tests: 1 },
          person: "bo@example.com",
          test: { state: "queued", transition: "test" },
        });
        expect(await store.run("confirm_invited", { hash: "a", now: night })).toMatchObject({
          ok: false,
          why: "conflict",
        });

        const at = night + minute;
        const confirm = (address: string) =>
          store.run("confirm_device", { id: device!.id, address, now: at });
        expect(await confirm("elsewhere")).toBe(false);
        expect(await confirm(addressId(device!))).toBe(true);
        expect(await store.read.invited("a")).toMatchObject({
          invitation: { verified_at: at },
        });
        for (const press of [
          await test_("a", at),
          await store.run("confirm_invited", { hash: "a", now: at }),
        ])
          expect(press).toEqual({ ok: false, why: "not_found" });
      });

      test("is of one person of one organization, works for its time, and is forgotten a week later", async () => {
        const user = await bo();
        const { id } = await invite("b", user.id);
        expect(await store.read.invitation("another", user.id, id)).toBeNull();
        expect(await store.read.invitation(actor.org_id, "another", id)).toBeNull();
        expect(await test_("b", night + 30 * minute)).toEqual({
          ok: false,
          why: "not_found",
        });
        const forever = 1e12;
        const prune = (now: number) =>
          store.run("prune", {
            now,
            retention: {
              reports: forever,
              incidents: forever,
              inbound_events: forever,
              audit_events: forever,
              history: forever,
            },
          });
        const week = night + 30 * minute + 7 * 24 * 60 * minute;
        await prune(week);
        expect(await store.read.invited("b")).not.toBeNull();
        await prune(week + 1);
        expect(await store.read.invited("b")).toBeNull();
      });

      test("goes when it is withdrawn, and with its device or its person", async () => {
        const user = await bo();
        const { id } = await invite("c", user.id);
        const withdraw = () =>
          store.run("withdraw_invitation", {
            actor,
            user_id: user.id,
            id,
            now: night,
          });
        expect(await withdraw()).toEqual({ ok: true, value: null });
        expect(await withdraw()).toEqual({ ok: false, why: "not_found" });
        await invite("d", user.id);
        await test_("d");
        const [device] = (await store.read.devices(actor.org_id, user.id))!;
        await store.run("remove_device", {
          actor,
          user_id: user.id,
          id: device!.id,
          now: night,
        });
        expect(await store.read.invited("d")).toBeNull();
        await invite("e", user.id);
        await store.run("remove", {
          actor,
          kind: "users",
          id: user.id,
          if_version: null,
          now: night,
        });
        expect(await store.read.invited("e")).toBeNull();
      });
    });

    test("an apply writes all of it or nothing", async () => {
      const { alert_group_id: _, ...declared } = healthSpec({ external_id: "shop" });
      const wanted = (url: string) => [
        {
          kind: "alert_groups" as const,
          external_id: "oncall",
          fields: groupSpec({ external_id: "oncall" }),
        },
        {
          kind: "health_check_monitors" as const,
          external_id: "shop",
          fields: { ...declared, url, alert_group: "oncall" },
        },
      ];
      const apply = (url: string, more: object = {}) =>
        store.run("apply", {
          actor,
          project: "shop",
          wanted: wanted(url),
          adopt: false,
          prune: null,
          revision: null,
          dry: false,
          now: night,
          ...more,
        });
      expect(await apply("ftp://shop.example.com")).toMatchObject({
        ok: false,
        why: "invalid",
        faults: [{ field: "health_check_monitors[0].url" }],
      });
      const page = { org_id: actor.org_id, limit: 10, after: null };
      expect(await store.read.resources("alert_groups", page, night)).toEqual([]);

      const url = "https://shop.example.com/health";
      const planned = await apply(url, { dry: true });
      expect(planned).toMatchObject({
        ok: true,
        value: { changes: [{ action: "create" }, { action: "create" }] },
      });
      const { revision } = (planned as { value: { revision: number } }).value;
      await group();
      expect(await apply(url, { revision })).toMatchObject({ why: "conflict" });
      expect(await apply(url)).toMatchObject({ ok: true });
      expect(await apply(url)).toMatchObject({
        value: {
          changes: [{ action: "unchanged" }, { action: "unchanged" }],
        },
      });
    });

    test("dependencies of an apply may lead to later monitors, and may be turned around, pruned and missed", async () => {
      const monitor = (external_id: string, depends_on: string[]) => {
        const { alert_group_id: _, ...fields } = healthSpec({
          title: external_id,
          external_id,
          depends_on,
        });
        return {
          kind: "health_check_monitors" as const,
          external_id,
          fields: { ...fields, alert_group: "oncall" },
        };
      };
      const page = { org_id: actor.org_id, limit: 20, after: null };
      const apply = async (next: Record<string, string[]>) => {
        const done = await store.run("apply", {
          actor,
          project: "shop",
          wanted: [
            {
              kind: "alert_groups",
              external_id: "oncall",
              fields: { ...groupSpec({ external_id: "oncall" }) },
            },
            ...Object.entries(next).map(([id, on]) => monitor(id, on)),
          ],
          adopt: false,
          prune: { max: null, detach: false },
          revision: null,
          dry: false,
          now: night,
        });
        const kind = "health_check_monitors";
        const monitors = await store.read.resources(kind, page, night);
        const names = new Map(monitors.map((m) => [m.id, m.external_id]));
        return [
          done.ok ? done.value.changes.slice(1).map(({ action }) => action) : done,
          monitors
            .map((m) => {
              const on = m.depends_on.map((id) => names.get(id) ?? "?");
              return `${m.external_id} → ${on.toSorted().join()}`;
            })
            .toSorted(),
        ];
      };
      const first = { a: ["b", "c"], b: ["c"], c: [] };
      expect(await apply(first)).toEqual([
        ["create", "create", "create"],
        ["a → b,c", "b → c", "c → "],
      ]);
      expect(await apply(first)).toMatchObject([["unchanged", "unchanged", "unchanged"], {}]);
      expect(await apply({ a: [], b: ["a"], c: ["a", "b"] })).toEqual([
        ["update", "update", "update"],
        ["a → ", "b → a", "c → a,b"],
      ]);
      expect(await apply({ d: ["a"], a: [] })).toEqual([
        ["create", "unchanged", "delete", "delete"],
        ["a → ", "d → a"],
      ]);
      const monitors = await store.read.resources("health_check_monitors", page, night);
      const remove = (id: string) =>
        store.run("remove", {
          actor,
          kind: "health_check_monitors",
          id,
          if_version: null,
          now: night,
        });
      const [a, d] = ["a", "d"].map((name) => monitors.find((m) => m.external_id === name)!.id);
      expect(await remove(a!)).toEqual({
        ok: false,
        why: "conflict",
        message:
          'This health check monitor is still used by health check monitor "d" (d). Change or delete it first.',
      });
      expect(await remove(d!)).toMatchObject({ ok: true });
      expect(await remove(a!)).toMatchObject({ ok: true });
      // Gone since the apply, and nobody's mistake.
      expect(
        await store.run("drift", {
          actor,
          project: "shop",
          wanted: null,
          now: night,
        }),
      ).toMatchObject({
        ok: true,
        value: { changes: [{ action: "create" }, { action: "create" }] },
      });
    });

    test("a page waits half a minute for the answer of what its monitor depends on, and no longer", async () => {
      const router = await health({ title: "Router" });
      const shop = await health({ depends_on: [router.id] });
      const { due } = await store.run("claim_checks", {
        node,
        limit: 10,
        now: night,
      });
      const { lease } = due.find(({ subject_id }) => subject_id === shop.id)!;
      await store.run("command", {
        subject_id: shop.id,
        command: { kind: "checked", lease, reading: reading("failed") },
        now: night,
      });
      // The other check hangs.
      const wake = async (now: number) => {
        const { next_at } = await store.run("wake_due", { limit: 9, now });
        return next_at! - night;
      };
      expect(await wake(night)).toBe(10_000);
      expect(await wake(night + 10_000)).toBe(20_000);
      expect(await wake(night + 20_000)).toBe(30_000);
      expect(await incidents()).toEqual([]);
      await store.run("wake_due", { limit: 9, now: night + 30_000 });
      expect(await incidents()).toMatchObject([
        {
          source_id: shop.id,
          summary: expect.stringContaining(
            '"Router" was asked and did not answer within 30 s.',
          ) as string,
        },
      ]);
    });

    test("what is withheld at the very moment in which its parent is good again is checked anew", async () => {
      const router = await health({ title: "Router" });
      const children = await Promise.all(
        Array.from({ length: 120 }, (_, i) =>
          saved(
            "health_check_monitors",
            healthSpec({
              title: `Child ${i}`,
              alert_group_id: router.alert_group_id,
              interval_seconds: 3600,
              fetch_retries: 0,
              depends_on: [router.id],
            }),
          ),
        ),
      );
      const claimed = async (now: number) => {
        const { due } = await store.run("claim_checks", {
          node,
          limit: 200,
          now,
        });
        return new Map(due.map((one) => [one.subject_id, one.lease]));
      };
      const answer = (
        id: string,
        leases: Map<string, string>,
        status: "ok" | "failed",
        now: number,
      ) =>
        store.run("command", {
          subject_id: id,
          command: {
            kind: "checked",
            lease: leases.get(id) ?? "",
            reading: reading(status),
          },
          now,
        });
      let now = night;
      const first = await claimed(now);
      expect(first.size).toBe(121);
      await answer(router.id, first, "failed", now);
      now += 2 * minute;
      const again = await claimed(now);
      await Promise.all([
        answer(router.id, again, "ok", now),
        ...children.map(({ id }) => answer(id, again, "failed", now)),
      ]);
      const asked = await store.run("wake_due", { limit: 200, now });
      expect(asked.release).toEqual([router.id]);
      await Promise.all([1, 2].map(() => store.run("release", { subject_id: router.id, now })));
      await store.run("wake_due", { limit: 200, now });
      // Whoever was withheld is checked anew; the others have their incident.
      for (const later of [0, 1000]) {
        const leases = await claimed(now + later);
        await Promise.all(
          [...leases.keys()].map((id) => answer(id, leases, "failed", now + later)),
        );
      }
      const all = { org_id: actor.org_id, limit: 200, after: null };
      const opened = new Set((await store.read.incidents(all)).map((one) => one.source_id));
      expect(children.filter(({ id }) => !opened.has(id))).toEqual([]);
    });

    test("escalations of an apply may lead to later groups, and may be turned around", async () => {
      const apply = async (next: Record<string, string | null>) => {
        const done = await store.run("apply", {
          actor,
          project: "shop",
          wanted: Object.entries(next).map(([external_id, escalate_to]) => ({
            kind: "alert_groups" as const,
            external_id,
            fields: groupSpec({
              external_id,
              escalate_to,
              escalate_after_minutes: escalate_to === null ? null : 5,
            }),
          })),
          adopt: false,
          prune: { max: null, detach: false },
          revision: null,
          dry: false,
          now: night,
        });
        const page = { org_id: actor.org_id, limit: 20, after: null };
        const groups = await store.read.resources("alert_groups", page, night);
        const names = new Map(groups.map((g) => [g.id, g.external_id]));
        return [
          done.ok ? done.value.changes.map(({ action }) => action) : done,
          groups.map((g) => `${g.external_id} → ${g.escalate_to && names.get(g.escalate_to)}`),
        ];
      };
      const first = { a: "b", b: "c", c: null };
      expect(await apply(first)).toEqual([
        ["create", "create", "create"],
        ["a → b", "b → c", "c → null"],
      ]);
      expect(await apply(first)).toMatchObject([["unchanged", "unchanged", "unchanged"], {}]);
      expect(await apply({ a: null, b: "a", c: "b" })).toEqual([
        ["update", "update", "update"],
        ["a → null", "b → a", "c → b"],
      ]);
      expect(await apply({ d: null })).toEqual([
        ["create", "delete", "delete", "delete"],
        ["d → null"],
      ]);
    });

    test("an apply gives members hours of their own, and takes them back", async () => {
      await save("users", { email: "rules@x.example", name: null });
      const apply = (member_rules: Record<string, MemberRules>) =>
        store.run("apply", {
          actor,
          project: "rules",
          wanted: [
            {
              kind: "alert_groups",
              external_id: "rules",
              fields: {
                ...groupSpec({ external_id: "rules" }),
                members: ["Rules@x.example"],
                member_rules,
              },
            },
          ],
          adopt: false,
          prune: null,
          revision: null,
          dry: false,
          now: night,
        });
      const own = { ...asTheGroup, contact_days: [1], minimum_priority: 1 };
      const said = async (rules: Record<string, MemberRules>) => {
        const done = await apply(rules);
        if (!done.ok) throw new Error(done.why);
        const [change] = done.value.changes;
        const [member] = (await store.read.members(actor.org_id, change!.id!))!;
        return [change!.action, member!.contact_days, done.value.revision];
      };
      const [created, days, revision] = await said({ "rules@x.example": own });
      expect([created, days]).toEqual(["create", [1]]);
      expect(await said({ "rules@x.example": own })).toEqual(["unchanged", [1], revision]);
      expect(await said({})).toEqual(["unchanged", [1], revision]);
      expect(await said({ "rules@x.example": asTheGroup })).toEqual([
        "update",
        null,
        Number(revision) + 1,
      ]);
    });

    test("a prune deletes what the project declared before, and drift knows what it was", async () => {
      const wanted = (...names: string[]) =>
        names.map((external_id) => ({
          kind: "alert_groups" as const,
          external_id,
          fields: groupSpec({ external_id }),
        }));
      const apply = (names: string[], max: number | null = null) =>
        store.run("apply", {
          actor,
          project: "shop",
          wanted: wanted(...names),
          adopt: false,
          prune: { max, detach: false },
          revision: null,
          dry: false,
          now: night,
        });
      const drift = async () =>
        store.run("drift", {
          actor,
          project: "shop",
          wanted: null,
          now: night,
        });
      const page = { org_id: actor.org_id, limit: 20, after: null };
      const left = async () =>
        (await store.read.resources("alert_groups", page, night)).map(
          ({ external_id, project }) => `${external_id} ${project}`,
        );
      expect(await drift()).toEqual({ ok: false, why: "not_found" });
      const many = ["a", "b", "c", "d", "e", "f", "g"];
      await apply(many);
      expect(await apply(["a"])).toMatchObject({
        ok: false,
        why: "conflict",
        faults: [{ code: "prune_limit" }],
      });
      expect(await left()).toHaveLength(7);
      expect(await apply(["a", "b"], 5)).toMatchObject({ ok: true });
      expect(await left()).toEqual(["a shop", "b shop"]);

      const [a, b] = await store.read.resources("alert_groups", page, night);
      const other = { ...actor, name: "somebody else" };
      await store.run("remove", {
        actor: other,
        kind: "alert_groups",
        id: a!.id,
        if_version: null,
        now: night + 1,
      });
      await store.run("own", {
        actor: other,
        project: null,
        resources: [{ kind: "alert_groups", id: b!.id, external_id: "renamed" }],
        now: night + 2,
      });
      expect(await left()).toEqual(["renamed null"]);
      expect(await drift()).toMatchObject({
        ok: true,
        value: {
          applied_by: actor.name,
          unchanged: 0,
          changes: [
            { action: "create", external_id: "a", changed_by: other.name },
            { action: "create", external_id: "b", changed_by: other.name },
          ],
        },
      });
    });

    test("refused deliveries are kept, the latest hundred of each monitor", async () => {
      const { id } = await webhook();
      for (let i = 0; i < 105; i++)
        await store.run("command", {
          subject_id: id,
          command: {
            kind: "refused",
            http_status: 400,
            reason: "not JSON",
            arrival: arrival({
              org_id: actor.org_id,
              target_id: id,
              received_at: night + i,
              body: `${i}`,
            }),
          },
          now: night + i,
        });
      const kept = await store.read.inbound_events({
        org_id: actor.org_id,
        limit: 1000,
        after: null,
      });
      expect(kept).toHaveLength(100);
      expect(kept[0]?.body).toBe("5");
    });

    test("start and end of a run are one run by their rid, and the latest hundred are kept", async () => {
      const { id } = await webhook({ expect_every_minutes: 60 });
      const signal = (at: number, beat: Partial<Beat>) =>
        store.run("command", {
          subject_id: id,
          command: {
            kind: "signaled",
            beat: { at, signal: "success", rid: null, exit_code: null, output: null, ...beat },
          },
          now: at,
        });
      const runs = () => store.read.runs(id, { limit: 1000, after: null });
      await signal(night, { signal: "start", rid: "a" });
      await signal(night + 1, { signal: "start", rid: "b" });
      await signal(night + 2, { signal: "start" });
      await signal(night + 10, { rid: "b", output: "42 files" });
      await signal(night + 20, { signal: "fail", exit_code: 3 });
      expect(await runs()).toMatchObject([
        { rid: "a", started_at: night, ended_at: null, duration_ms: null, outcome: null },
        { rid: "b", started_at: night + 1, duration_ms: 9, outcome: "success", output: "42 files" },
        { rid: null, started_at: night + 2, duration_ms: 18, outcome: "fail", exit_code: 3 },
      ]);
      for (let i = 0; i < 99; i++) await signal(night + minute + i, {});
      const kept = await runs();
      expect(kept).toHaveLength(100);
      expect(kept[0]).toMatchObject({ rid: null, started_at: night + 2 });
    });

    test("what is older than its retention goes, and what is younger stays", async () => {
      const { id } = await webhook();
      await report(id, night, 3);
      await store.run("wake_due", { limit: 9, now: night + 5 * minute });
      const retention = {
        reports: minute,
        incidents: minute,
        inbound_events: minute,
        audit_events: minute,
        history: minute,
      };
      await store.run("prune", { now: night + 5 * minute, retention });
      expect(await incidents()).toHaveLength(1);
      await store.run("prune", { now: night + 7 * minute, retention });
      expect(await incidents()).toHaveLength(0);
    });
  });
}
