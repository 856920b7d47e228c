/** What a store promises of the reads behind pages: rosters, memberships, devices, the logs, and the past of all monitors. */
import { describe, expect, test } from "vitest";
import { newSession, night } from "../../support/builders.ts";
import { accepted, minute, type Given } from "./given.ts";

export function pagePromises(given: Given): void {
  const { store, actor, group, health, webhook, onCall, report, claimPushes, settle, page } = given;

  describe("pages", () => {
    /** A group with Ada on call, and a monitor that fires. */
    const paged = async () => {
      const team = await group({ title: "Team" });
      const ada = await onCall(team.id);
      const errors = await webhook({ alert_group_id: team.id, error_rate_threshold: 1 });
      await report(errors.id, night);
      return { team, ada, errors };
    };

    test("have the people of each group in the order of the groups, and their devices", async () => {
      const { team, ada } = await paged();
      const empty = await group({ title: "Empty" });
      const found = await store.read.resources("alert_groups", page(), night);
      const groups = [empty, team].map(({ id }) => found.find((one) => one.id === id)!);
      const rosters = await store.read.rosters(actor.org_id, groups, night);
      expect(rosters.map(({ group: { id } }) => id)).toEqual([empty.id, team.id]);
      for (const { group: of, ...people } of rosters)
        expect(await store.read.roster(actor.org_id, of.id, night)).toMatchObject(people);
      const memberships = await store.read.memberships(actor.org_id, [ada.id]);
      expect(memberships.get(ada.id)).toMatchObject([{ group: { id: team.id } }]);
      const devices = await store.read.all_devices(actor.org_id);
      expect(devices.get(ada.id)).toEqual(await store.read.devices(actor.org_id, ada.id));
    });

    test("count unresolved incidents by group, as numbers", async () => {
      const { team } = await paged();
      await group({ title: "Calm" });
      expect([...(await store.read.unresolved_by_group(actor.org_id))]).toEqual([[team.id, 1]]);
    });

    test("log each notification with the names of its person, device and incident", async () => {
      const { ada } = await paged();
      const [claim] = await claimPushes(night);
      await settle(claim!.claims, accepted, night + minute);
      const query = { ...page(), user_id: ada.id };
      expect(await store.read.notification_log(query)).toMatchObject([
        { person: "Ada", device: "Pixel", incident: { number: 1 } },
      ]);
      expect(await store.read.notification_log({ ...query, states: ["refused"] })).toEqual([]);
      expect(await store.read.notification_log({ ...query, incident_id: "" })).toEqual([]);
    });

    test("filter the audit log by what it has", async () => {
      const { team } = await paged();
      const filters = await store.read.audit_filters(actor.org_id);
      expect(filters.actors).toEqual(["test"]);
      expect(filters.kinds).toContain("alert_groups");
      const groups = await store.read.audit_events({ ...page(), object_kind: "alert_groups" });
      expect(groups.map(({ object_id }) => object_id)).toContain(team.id);
      expect(await store.read.audit_events({ ...page(), actor: "nobody" })).toEqual([]);
    });

    test("have monitors of both kinds by id, with the instant of their creation as a number", async () => {
      const ids = [(await health()).id, (await webhook()).id].toSorted();
      const all = await store.read.watched({ org_id: actor.org_id, after: "", limit: 10 });
      expect(all.map(({ id }) => id)).toEqual(ids);
      expect(all.map(({ inserted_at }) => inserted_at)).toEqual([night, night]);
      const second = { org_id: actor.org_id, after: ids[0]!, limit: 10, ids };
      expect((await store.read.watched(second)).map(({ id }) => id)).toEqual([ids[1]]);
    });

    test("find no deliveries of a monitor's incident", async () => {
      const { errors } = await paged();
      const [incident] = await given.incidents();
      expect(await store.read.deliveries_of_incident(incident!)).toEqual([]);
      const arrived = [{ id: "other", target_id: errors.id }];
      expect(await store.read.incidents_of_deliveries(actor.org_id, arrived)).toEqual([]);
      expect(await store.read.incidents_of_deliveries(actor.org_id, [])).toEqual([]);
    });
  });

  describe("the first account", () => {
    const open = (code_hash: string, email: string, hash: string) =>
      store.run("open_account", {
        code_hash,
        name: "Ada",
        email,
        session: newSession(hash, night),
        now: night,
      });
    const code = (hash: string) =>
      store.run("create_setup_code", {
        actor,
        hash,
        expires_at: night + minute,
        now: night,
      });

    test("is made by a code that works once, as an admin; a declared user becomes one", async () => {
      await given.saved("users", {
        email: "ada@example.com",
        name: "Ada",
        role: null,
        external_id: "ada",
      });
      await code("a");
      const opened = await open("a", "Ada@Example.com", "one");
      expect(opened).toMatchObject({ ok: true, value: { role: "admin", external_id: "ada" } });
      expect(await open("a", "bo@example.com", "two")).toEqual({ ok: false, why: "not_found" });
      expect((await store.read.session("one"))?.caller.name).toBe("Ada");
    });
  });
}
