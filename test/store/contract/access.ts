/** What a store promises of keys, passkeys and the browsers that are signed in with them. */
import { describe, expect, test } from "vitest";
import { maxPasskeys } from "../../../src/core/access/passkey.ts";
import { newSession, night } from "../../support/builders.ts";
import { minute, type Given } from "./given.ts";

export function accessPromises({ store, actor, page, restart, save, saved, remove }: Given): void {
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
      expect(await store.read.keys(page())).toEqual([{ ...made[0], person: null }]);
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
      await store.run("touch_key", {
        key: { id, user_id: null },
        client_address: "192.0.2.1",
        now: night + minute,
      });
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
      const { id, org_id, name } = await createKey("a");
      const session = newSession("token", night, { method: "key" });
      await store.run("begin_session", { session, key: { id, org_id, name }, name: "Ada" });
      return { ...session, org_id, key_id: id, user_id: null, name: "Ada" };
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

    test("has its forms' answers by their keys, the last one of each", async () => {
      for (const location of ["/a", "/b"])
        await store.run("keep_form_answer", { key: "form k", location, now: night });
      await restart();
      expect(await store.read.form_answer("form k", night - 1)).toBe("/b");
      expect(await store.read.form_answer("form k", night)).toBeNull();
      expect(await store.read.form_answer("form other", 0)).toBeNull();
    });

    test("keeps when it was used last, and ends once", async () => {
      const session = await begin();
      await store.run("touch_session", { hash: "token", now: night + 15 * minute });
      expect(await store.read.session("token")).toMatchObject({
        session: { ...session, seen_at: night + 15 * minute },
      });
      const after = await store.read.last_event();
      for (let i = 0; i < 2; i++)
        await store.run("end_session", { hash: "token", actor, now: night });
      expect(await store.read.session("token")).toBeNull();
      const { id } = await createKey("b");
      // On PostgreSQL, a transaction of any database holds events back, those of the sign-in too.
      const events = async () =>
        (await store.read.events({ org_id: null, after, limit: 10 })).events.map(
          ({ object_id, about }) => `${object_id} ${"action" in about ? about.action : ""}`,
        );
      await expect.poll(events, { timeout: 60_000 }).toContain(`${id} create`);
      expect((await events()).filter((one) => one === "token end")).toHaveLength(1);
    });

    test("shows the key as it is now, so that a revoked key ends it", async () => {
      const { key_id } = await begin();
      await store.run("revoke_key", { actor, id: key_id, now: night + 1 });
      expect(await store.read.session("token")).toMatchObject({
        caller: { key: { revoked_at: night + 1 } },
      });
    });
  });

  const viewer = { email: "bo@example.com", name: "Bo", role: "viewer", external_id: null };

  describe("an identity", () => {
    const rules = {
      organization: null,
      allowed_domains: [],
      roles: [],
      default_role: null,
      users: "invited" as const,
      link_by_email: "verified" as const,
    };
    const claims = { email: viewer.email, email_verified: true, name: "Bo", groups: [] };
    const signIn = (name: string, now: number) =>
      store.run("sign_in_by_provider", {
        actor,
        rules: { ...rules, name, issuer: `https://${name}.example.com` },
        claims: { ...claims, sub: `bo at ${name}` },
        connects: null,
        session: newSession(name, now),
        id_token: "token",
        sid: null,
        now,
      });

    test("is disconnected with the sessions that it began, and no other one of the person", async () => {
      const { id: user_id } = await saved("users", viewer);
      for (const [at, name] of ["a", "b"].entries())
        expect(await signIn(name, night + at)).toMatchObject({ ok: true });
      const left = async () =>
        (await store.read.identities(actor.org_id, user_id)).map(({ issuer }) => issuer);
      const [, b] = await store.read.identities(actor.org_id, user_id);
      const disconnect = (id: string, by = actor, of = user_id) =>
        store.run("remove_identity", { actor: by, user_id: of, id, now: night });
      const notFound = { ok: false, why: "not_found" };
      expect(await disconnect("unknown")).toEqual(notFound);
      expect(await disconnect(b!.id, { ...actor, org_id: "other" })).toEqual(notFound);
      expect(await disconnect(b!.id, actor, "somebody")).toEqual(notFound);
      expect(await left()).toEqual(["https://a.example.com", "https://b.example.com"]);
      expect(await disconnect(b!.id)).toMatchObject({ ok: true });
      expect(await left()).toEqual(["https://a.example.com"]);
      expect(await store.read.session("a")).not.toBeNull();
      expect(await store.read.session("b")).toBeNull();
    });
  });

  describe("a passkey", () => {
    const given = async () => (await saved("users", viewer)).id;
    const add = (user_id: string, credential_id: string) =>
      store.run("add_passkey", {
        actor,
        user_id,
        passkey: { credential_id, public_key: "key", counter: 1, name: "Firefox on Linux" },
        now: night,
      });
    const redeem = (issued_at: number) =>
      store.run("redeem_passkey", {
        credential_id: "a",
        counter: 2,
        issued_at,
        session: newSession(`token ${issued_at}`, night + minute),
      });

    test("is added once, listed, and found by the id of its authenticator", async () => {
      const user_id = await given();
      const added = await add(user_id, "a");
      expect(added).toMatchObject({ ok: true, value: { user_id, credential_id: "a", counter: 1 } });
      expect(await add(user_id, "a")).toMatchObject({ ok: false, why: "conflict" });
      expect(await add("nobody", "b")).toEqual({ ok: false, why: "not_found" });
      await restart();
      const [passkey] = await store.read.passkeys(actor.org_id, user_id);
      expect([{ ok: true, value: passkey }, await store.read.passkey("b")]).toEqual([added, null]);
      expect(await store.read.passkey("a")).toEqual(passkey);
      expect(await store.read.has_passkeys()).toBe(true);
    });

    test(`is one of ${maxPasskeys} of a user at most`, async () => {
      const user_id = await given();
      for (let i = 0; i < maxPasskeys; i++)
        expect(await add(user_id, String(i))).toMatchObject({ ok: true });
      expect(await add(user_id, "more")).toMatchObject({ ok: false, why: "conflict" });
    });

    test("signs its user in, once by each challenge", async () => {
      const user_id = await given();
      await add(user_id, "a");
      expect(await redeem(night)).toMatchObject({ ok: true, value: { id: user_id } });
      expect(await store.read.passkey("a")).toMatchObject({
        counter: 2,
        last_used_at: night + minute,
      });
      expect(await store.read.session(`token ${night}`)).toMatchObject({ session: { user_id } });
      expect(await redeem(night + minute)).toEqual({ ok: false, why: "not_found" });
      expect(await redeem(night + minute + 1)).toMatchObject({ ok: true });
      const audited = await store.read.audit_events(page());
      expect(audited.map(({ action }) => action)).toContain("sign_in");
    });

    test("proves sessions of its own user alone, and each challenge once", async () => {
      const user_id = await given();
      await add(user_id, "a");
      const other = { ...viewer, email: "cy@example.com" };
      await add((await saved("users", other)).id, "other");
      await redeem(night);
      const prove = (credential_id: string, issued_at: number) =>
        store.run("prove_session", {
          actor,
          hash: `token ${night}`,
          method: "passkey",
          passkey: { credential_id, counter: 3, issued_at },
          now: night + 3 * minute,
        });
      const proved = async () => (await store.read.session(`token ${night}`))!.session.proved_at;
      const notFound = { ok: false, why: "not_found" };
      const began = await proved();
      expect(await prove("other", night + 2 * minute)).toEqual(notFound);
      expect(await prove("unknown", night + 2 * minute)).toEqual(notFound);
      expect(await prove("a", night)).toEqual(notFound);
      expect(await proved()).toBe(began);
      expect(await prove("a", night + 2 * minute)).toMatchObject({ ok: true });
      expect(await proved()).toBe(night + 3 * minute);
      expect(await prove("a", night + 2 * minute)).toEqual(notFound);
    });

    test("signs in no more once it, its user, or the role of its user is gone", async () => {
      const user_id = await given();
      const added = await add(user_id, "a");
      await save("users", { role: null }, { id: user_id, complete: null });
      expect(await redeem(night)).toEqual({ ok: false, why: "not_found" });
      const { id } = (added as { value: { id: string } }).value;
      const stranger = { ...actor, org_id: "other" };
      for (const [by, ok] of [
        [stranger, false],
        [actor, true],
        [actor, false],
      ] as const)
        expect(
          await store.run("remove_passkey", { actor: by, user_id, id, now: night }),
        ).toMatchObject({ ok });
      expect(await store.read.has_passkeys()).toBe(false);
    });

    test("goes with its user", async () => {
      const user_id = await given();
      await add(user_id, "a");
      await remove("users", user_id);
      expect(await store.read.passkey("a")).toBeNull();
    });
  });
}
