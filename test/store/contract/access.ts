/** What a store promises of keys and of the browsers that are signed in with them. */
import { describe, expect, test } from "vitest";
import { night } from "../../support/builders.ts";
import { minute, type Given } from "./given.ts";

export function accessPromises({ store, actor, page, restart }: Given): void {
  const createKey = (hash: string, now = night) =>
    store.run("create_key", {
      actor,
      name: `key ${hash}`,
      hash,
      prefix: "mon_abc",
      scopes: ["write"],
      expires_at: null,
      now,
    });

  describe("a key", () => {
    test("is found by its hash, with its organization, also once it is revoked", async () => {
      const key = await createKey("a");
      expect(await store.read.key_by_hash("a")).toMatchObject({
        key,
        organization: { id: actor.org_id, name: "default" },
      });
      expect(await store.read.key_by_hash("b")).toBeNull();
      await store.run("revoke_key", { actor, id: key.id, now: night + 1 });
      expect(await store.read.key_by_hash("a")).toMatchObject({ key: { revoked_at: night + 1 } });
    });

    test("that nodes store at once is stored once", async () => {
      const made = await Promise.all([createKey("a"), createKey("a"), createKey("a")]);
      expect(new Set(made.map(({ id }) => id)).size).toBe(1);
      expect(await store.read.keys(page())).toEqual([made[0]]);
    });

    test("is revoked once, and by its own organization", async () => {
      const { id } = await createKey("a");
      const other = await store.run("create_organization", { name: "other", now: night });
      const stranger = { ...actor, org_id: other.id };
      expect(await store.run("revoke_key", { actor: stranger, id, now: night })).toEqual({
        ok: false,
        why: "not_found",
      });
      for (const now of [night + 1, night + 2]) await store.run("revoke_key", { actor, id, now });
      expect(await store.read.key_by_hash("a")).toMatchObject({ key: { revoked_at: night + 1 } });
      const audited = await store.read.audit_events(page());
      expect(audited.map(({ action }) => action)).toEqual(["create", "revoke"]);
    });

    test("is listed in the order of its making, page by page", async () => {
      for (const [index, hash] of ["a", "b", "c"].entries()) await createKey(hash, night + index);
      const [first, second] = await store.read.keys({ ...page(), limit: 2 });
      expect([first!.hash, second!.hash]).toEqual(["a", "b"]);
      expect(await store.read.keys({ ...page(), after: second! })).toMatchObject([{ hash: "c" }]);
      expect(await store.read.keys({ ...page(), order: "desc" })).toMatchObject(
        ["c", "b", "a"].map((hash) => ({ hash })),
      );
    });

    test("keeps when it was used last", async () => {
      const { id } = await createKey("a");
      await store.run("touch_key", { id, now: night + minute });
      expect(await store.read.key_by_hash("a")).toMatchObject({
        key: { last_used_at: night + minute },
      });
    });

    test("is the first until there is one", async () => {
      expect(await store.read.nobody_yet()).toBe(true);
      await createKey("a");
      expect(await store.read.nobody_yet()).toBe(false);
    });
  });

  describe("a session", () => {
    const begin = async () => {
      const { id } = await createKey("a");
      const session = {
        hash: "token",
        org_id: actor.org_id,
        key_id: id,
        user_id: null,
        name: "Ada",
        inserted_at: night,
        seen_at: night,
        expires_at: night + 60 * minute,
      };
      await store.run("begin_session", session);
      return session;
    };

    test("is found with its key, and survives a restart", async () => {
      const session = await begin();
      await restart();
      expect(await store.read.session("token")).toMatchObject({
        session,
        caller: { key: { hash: "a", scopes: ["write"] }, organization: { name: "default" } },
      });
      expect(await store.read.session("other")).toBeNull();
    });

    test("keeps when it was used last, and ends once", async () => {
      const session = await begin();
      await store.run("touch_session", { hash: "token", now: night + 15 * minute });
      expect(await store.read.session("token")).toMatchObject({
        session: { ...session, seen_at: night + 15 * minute },
      });
      for (let i = 0; i < 2; i++) await store.run("end_session", { hash: "token" });
      expect(await store.read.session("token")).toBeNull();
    });

    test("shows the key as it is now, so that a revoked key ends it", async () => {
      const { key_id } = await begin();
      await store.run("revoke_key", { actor, id: key_id, now: night + 1 });
      expect(await store.read.session("token")).toMatchObject({
        caller: { key: { revoked_at: night + 1 } },
      });
    });
  });
}
