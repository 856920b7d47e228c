/** What a store promises of incidents: acknowledgement, public updates, the end of a monitor. */
import { describe, expect, test } from "vitest";
import type { IncidentCommand } from "../../../src/app/incident/incident.ts";
import { night } from "../../support/builders.ts";
import { accepted, minute, reading, type Given } from "./given.ts";

export function incidentPromises({
  store,
  actor,
  group,
  health,
  remove,
  onCall,
  check,
  claimPushes,
  page,
  incidents,
  save,
  saved,
  addDevice,
  settle,
}: Given): void {
  describe("incidents", () => {
    test("an incident is acknowledged and unacknowledged, which the audit log keeps", async () => {
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
      const audit = await store.read.audit_events(page());
      expect(
        audit.filter(({ object_kind }) => object_kind === "incident").map(({ action }) => action),
      ).toEqual(["acknowledged", "unacknowledged"]);
    });

    test("an incident that waits for contact hours pages everybody when somebody asks, once", async () => {
      const monitor = await health();
      await onCall(monitor.alert_group_id);
      await save(
        "alert_groups",
        {
          contact_hours_all_day: false,
          contact_hours_from: "08:00:00",
          contact_hours_to: "18:00:00",
          timezone: "UTC",
        },
        { id: monitor.alert_group_id, complete: null, now: night },
      );
      await check(reading("failed"), night);
      const [incident] = await incidents();
      expect(await claimPushes(night)).toEqual([]);
      const ask = (now: number) =>
        store.run("incident", {
          org_id: actor.org_id,
          incident_id: incident!.id,
          command: { kind: "paged_now", by: "Bo" },
          actor,
          now,
        });
      expect(await ask(night + minute)).toMatchObject({
        value: { status: "open", any_hour_since: night + minute, paged_at: night + minute },
      });
      expect(await claimPushes(night + minute)).toHaveLength(1);
      await ask(night + 2 * minute);
      const detail = await store.read.incident(actor.org_id, incident!.id);
      expect(detail?.timeline.filter(({ kind }) => kind === "paged")).toMatchObject([
        { actor: "Bo" },
      ]);
      const audit = await store.read.audit_events(page());
      expect(audit.filter(({ action }) => action === "paged_now")).toHaveLength(1);
    });

    test("who has its page already is not paged by that demand, but who waits for contact hours", async () => {
      const { id: group_id } = await group();
      await onCall(group_id);
      const email = "bo@example.com";
      const { id } = await saved("users", { email, name: "Bo", role: null, external_id: null });
      await addDevice(id, "bo");
      const hours = { contact_hours_from: "08:00:00", contact_hours_to: "18:00:00" };
      const given = { ...hours, contact_hours_all_day: false };
      await store.run("add_member", { actor, group_id, email, given, now: night });
      await health({ alert_group_id: group_id });
      await check(reading("failed"), night);
      const paged = async (now: number) => {
        const due = await claimPushes(now);
        for (const { claims } of due) await settle(claims, accepted, now);
        return due.map(({ device }) => device.target);
      };
      expect(await paged(night)).toEqual(["ada"]);
      const [open] = await incidents();
      const incident_id = open!.id;
      const command = { kind: "paged_now", by: "Bo" } as const;
      const { org_id } = actor;
      await store.run("incident", { org_id, incident_id, command, now: night + minute });
      expect(await paged(night + minute)).toEqual(["bo"]);
    });

    test("an incident that was resolved too soon is reopened, and its alert group is paged again", async () => {
      const monitor = await health();
      await onCall(monitor.alert_group_id);
      await check(reading("failed"), night);
      const [incident] = await incidents();
      const act = (command: IncidentCommand, now: number) =>
        store.run("incident", {
          org_id: actor.org_id,
          incident_id: incident!.id,
          command,
          actor,
          now,
        });
      const reopened = { kind: "reopened" as const, by: "Bo", incident_id: incident!.id };
      const resolved = { kind: "resolved" as const, by: "Ada", reason: null };
      await claimPushes(night);
      await act(resolved, night + minute);
      expect(await act(reopened, night + 2 * minute)).toMatchObject({
        value: { status: "open", resolved_at: null, resolved_reason: null, pages_again: null },
      });
      // The second changes nothing, and is no event.
      await act(reopened, night + 3 * minute);
      const detail = await store.read.incident(actor.org_id, incident!.id);
      expect(detail?.timeline.filter(({ kind }) => kind === "reopened")).toHaveLength(1);
      expect(
        detail?.notifications.map(({ transition, title }) => [transition, title]),
      ).toContainEqual(["opened", "Reopened by Bo: Shop is down"]);
      const audit = await store.read.audit_events(page());
      expect(
        audit.filter(({ object_kind }) => object_kind === "incident").map(({ action }) => action),
      ).toEqual(["resolved", "reopened"]);
      await act(resolved, night + 4 * minute);
      await check(reading("ok"), night + 5 * minute);
      expect(await act(reopened, night + 6 * minute)).toMatchObject({
        why: "conflict",
        message: "The monitor has recovered.",
      });
    });

    test("a reopened incident belongs to the alert group that its monitor is in now", async () => {
      const monitor = await health();
      const other = await group({ title: "Other" });
      await check(reading("failed"), night);
      const [incident] = await incidents();
      const about = { org_id: actor.org_id, incident_id: incident!.id, now: night };
      await store.run("incident", {
        ...about,
        command: { kind: "resolved", by: "Ada", reason: null },
      });
      await save(
        "health_check_monitors",
        { alert_group_id: other.id },
        { id: monitor.id, complete: null, now: night },
      );
      await store.run("incident", {
        ...about,
        command: { kind: "reopened", by: "Ada", incident_id: incident!.id },
      });
      expect(await incidents()).toMatchObject([{ status: "open", alert_group_id: other.id }]);
    });

    test("a page that was never tried is canceled when its incident is resolved", async () => {
      const monitor = await health();
      await onCall(monitor.alert_group_id);
      await check(reading("failed"), night);
      await check(reading("ok"), night + 2 * minute);
      expect(await claimPushes(night + 2 * minute)).toEqual([]);
      const [incident] = await incidents();
      const detail = await store.read.incident(actor.org_id, incident!.id);
      expect(detail?.notifications).toMatchObject([{ state: "dropped" }]);
      expect(detail?.timeline.map((entry) => entry.kind)).toEqual([
        "opened",
        "resolved",
        "dropped",
      ]);
    });

    test("deleting a monitor resolves its incident and says so", async () => {
      const monitor = await health();
      await check(reading("failed"), night);
      await remove("health_check_monitors", monitor.id);
      expect(await incidents()).toMatchObject([
        { status: "resolved", resolved_reason: "The monitor was deleted by test." },
      ]);
    });
  });
}
