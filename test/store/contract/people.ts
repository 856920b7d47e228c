/** What a store promises of the people who use it: organizations, setup codes, invitations. */
import { describe, expect, test } from "vitest";
import { addressId } from "../../../src/core/access/signed-action.ts";
import { keeping, night } from "../../support/builders.ts";
import { minute, type Given } from "./given.ts";

export function peoplePromises({ store, actor, saved, group, remove }: Given): void {
  describe("people", () => {
    const notFound = { ok: false, why: "not_found" };

    test("racing starts make one organization", async () => {
      const asked = await Promise.all(
        [1, 2, 3].map(() => store.run("ensure_organization", { name: "default", now: night })),
      );
      expect(new Set(asked.map(({ id }) => id))).toEqual(new Set([actor.org_id]));
    });

    test("racing requests add a member once, with the rules of one of them from the first moment", async () => {
      const { id: group_id } = await group();
      await saved("users", { email: "cy@example.com", name: null, role: null, external_id: null });
      const given = [{ minimum_priority: 1 }, { timezone: "Europe/Berlin" }];
      const added = await Promise.all(
        given.map((rules) =>
          store.run("add_member", {
            actor,
            group_id,
            email: "CY@example.com",
            given: rules,
            now: night,
          }),
        ),
      );
      const seen = added.map((one) => (one.ok ? one.value : null));
      expect(seen.map((one) => one?.created).filter(Boolean)).toEqual([true]);
      expect(await store.read.members(actor.org_id, group_id)).toMatchObject([
        { minimum_priority: 1, timezone: "Europe/Berlin" },
      ]);
      const { member } = seen.find((one) => one?.created)!;
      expect([
        [1, null],
        [null, "Europe/Berlin"],
      ]).toContainEqual([member.minimum_priority, member.timezone]);
    });

    test("a one-time code works once, and not after its time", async () => {
      const code = (hash: string, now: number) =>
        store.run("redeem_setup_code", {
          code_hash: hash,
          name: "laptop",
          key_hash: `key of ${hash} ${now}`,
          client_address: "127.0.0.1",
          prefix: "mon_abc",
          now,
        });
      for (const hash of ["a", "b"])
        await store.run("create_setup_code", {
          actor,
          hash,
          expires_at: night + minute,
          now: night,
        });
      expect(await code("a", night)).toMatchObject({
        ok: true,
        value: { scopes: ["admin"] },
      });
      expect(await code("a", night)).toEqual(notFound);
      expect(await code("b", night + minute)).toEqual(notFound);
    });

    describe("an invitation link", () => {
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
        saved("users", { email: "bo@example.com", name: null, role: null, external_id: null });
      const press = (hash: string, now = night) =>
        store.run("test_invited", { hash, called: "iPhone", request_id: null, now });

      test("makes one device for simultaneous presses, and ends when the test is confirmed", async () => {
        const user = await bo();
        const { id } = await invite("a", user.id);
        const presses = await Promise.all([press("a"), press("a"), press("a")]);
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
        for (const late of [
          await press("a", at),
          await store.run("confirm_invited", { hash: "a", now: at }),
        ])
          expect(late).toEqual(notFound);
      });

      test("belongs to one user of one organization, expires, and is deleted a week later", async () => {
        const user = await bo();
        const { id } = await invite("b", user.id);
        expect(await store.read.invitation("another", user.id, id)).toBeNull();
        expect(await store.read.invitation(actor.org_id, "another", id)).toBeNull();
        expect(await press("b", night + 30 * minute)).toEqual(notFound);
        const prune = (now: number) => store.run("expire_rows", { now, retention: keeping(1e12) });
        const week = night + 30 * minute + 7 * 24 * 60 * minute;
        await prune(week);
        expect(await store.read.invited("b")).not.toBeNull();
        await prune(week + 1);
        expect(await store.read.invited("b")).toBeNull();
      });

      test("ends when it is revoked, and with its device or its user", async () => {
        const user = await bo();
        const { id } = await invite("c", user.id);
        const revoke = () =>
          store.run("withdraw_invitation", { actor, user_id: user.id, id, now: night });
        expect(await revoke()).toEqual({ ok: true, value: null });
        expect(await revoke()).toEqual(notFound);
        await invite("d", user.id);
        await press("d");
        const [device] = (await store.read.devices(actor.org_id, user.id))!;
        await store.run("remove_device", { actor, user_id: user.id, id: device!.id, now: night });
        expect(await store.read.invited("d")).toBeNull();
        await invite("e", user.id);
        await remove("users", user.id);
        expect(await store.read.invited("e")).toBeNull();
      });
    });
  });
}
