/** What a store promises of subscribers to status pages: one row per address, mails that are claimed once, and removal. */
import { describe, expect, test } from "vitest";
import type { LetterOutcome } from "../../../src/core/access/letter-attempts.ts";
import { confirmWithin } from "../../../src/core/status/subscription.ts";
import { keeping, night, statusPage } from "../../support/builders.ts";
import { minute, reading, type Given } from "./given.ts";
import { showing } from "./status-pages.ts";

const hour = 60 * minute;

export function subscriberPromises({
  store,
  actor,
  health,
  remove,
  check,
  incidents,
  saved,
}: Given): void {
  const { id: _, ...fields } = statusPage({ slug: null });

  /** A page that mails about one monitor. */
  async function mailing(): Promise<string> {
    const monitor = await health();
    const sections = showing("Orders", monitor.id);
    const page = await saved("status_pages", { ...fields, mail_updates: true, sections });
    return page.id;
  }
  const ask = (page_id: string, email: string, now = night) =>
    store.run("ask_to_subscribe", { page_id, email, now });
  const list = (page_id: string) =>
    store.read.subscribers({ org_id: actor.org_id, page_id, limit: 9, after: null });
  const claim = (now: number) => store.run("claim_subscriber_mails", { limit: 9, now });
  /** The numbers of the notices whose mails end so; of another mail its kind. */
  const settle = async (now: number, outcome: LetterOutcome) => {
    const { mails } = await claim(now);
    for (const { subscriber, matter } of mails)
      await store.run("settle_subscriber_mail", {
        id: subscriber.id,
        number: matter.kind === "confirm" ? null : matter.number,
        attempts: subscriber.attempts,
        outcome,
        now,
      });
    return mails.map(({ matter }) => (matter.kind === "news" ? matter.number : matter.kind));
  };
  async function subscribed(page_id: string, email: string) {
    await ask(page_id, email);
    await settle(night, "sent");
    const [one] = await list(page_id);
    const { id, asked_at } = one!;
    expect(await store.run("confirm_subscription", { id, asked_at, by: visit, now: night })).toBe(
      true,
    );
    return id;
  }
  async function published(messages: number) {
    await check(reading("failed"), night + minute);
    const [incident] = await incidents();
    const update = { actor, by: "Ada", title: null, state: null, incident_id: incident!.id };
    for (let i = 0; i < messages; i++)
      await store.run("publish", { ...update, message: `Update ${i}`, now: night + minute });
  }

  const visit = { request_id: "r", client_address: "192.0.2.7", agent: "Mail" };
  const hint = "a***@c***.example";
  /** What became of subscribers, oldest first. */
  const audited = async () => {
    const query = { org_id: actor.org_id, object_kind: "status_pages", limit: 99, after: null };
    const events = await store.read.audit_events(query);
    return events.filter(({ action }) => action.includes("subscri"));
  };

  describe("subscribers", () => {
    test("who has not confirmed in time is forgotten, and nobody else", async () => {
      const page_id = await mailing();
      await subscribed(page_id, "ada@example.com");
      await ask(page_id, "late@example.com");
      await ask(page_id, "new@example.com", night + hour);
      const left = async (now: number) => {
        await store.run("expire_rows", { now, retention: keeping(1e12) });
        return (await list(page_id)).map(({ email }) => email).toSorted();
      };
      const [ada, late, recent] = ["ada", "late", "new"].map((name) => `${name}@example.com`);
      expect(await left(night + confirmWithin)).toEqual([ada, late, recent]);
      expect(await left(night + confirmWithin + 1)).toEqual([ada, recent]);
      expect(await left(night + confirmWithin + 2 * hour)).toEqual([ada]);
    });

    test("an address has one row, however it is spelled and often it asks", async () => {
      const page_id = await mailing();
      await ask(page_id, "Ada@Customer.example");
      await ask(page_id, "ada@customer.example", night + minute);
      await ask(page_id, "bo@customer.example");
      await ask("another", "ada@customer.example");
      const rows = await list(page_id);
      expect(rows.map(({ email, asked_at, asks }) => [email, asked_at, asks])).toEqual([
        ["Ada@customer.example", night, 1],
        ["bo@customer.example", night, 1],
      ]);
      await ask(page_id, "ada@customer.example", night + hour);
      expect((await list(page_id)).map(({ asks }) => asks)).toEqual([2, 1]);
      expect(await store.read.subscriber_counts(page_id)).toEqual({ confirmed: 0, unconfirmed: 2 });
      expect(await list("another")).toEqual([]);
    });

    test("only the link of the last mail confirms, within its time, and again without effect", async () => {
      const page_id = await mailing();
      await ask(page_id, "ada@customer.example");
      await ask(page_id, "ada@customer.example", night + hour);
      const { id } = (await list(page_id))[0]!;
      const confirm = (asked_at: number, now: number) =>
        store.run("confirm_subscription", { id, asked_at, by: visit, now });
      expect(await confirm(night, night + hour)).toBe(false);
      expect(await confirm(night + hour, night + 25 * hour)).toBe(false);
      expect(await confirm(night + hour, night + 2 * hour)).toBe(true);
      expect(await confirm(night, night + 99 * hour)).toBe(true);
      expect(await list(page_id)).toMatchObject([{ confirmed_at: night + 2 * hour }]);
    });

    test("a mail is claimed once, and again when its claim has run out", async () => {
      const page_id = await mailing();
      await ask(page_id, "ada@customer.example");
      const claimed = await Promise.all([claim(night), claim(night)]);
      expect(claimed.flatMap(({ mails }) => mails)).toMatchObject([
        { subscriber: { email: "ada@customer.example" }, matter: { kind: "confirm" } },
      ]);
      expect((await claim(night + minute)).mails).toEqual([]);
      expect(await settle(night + hour, "sent")).toEqual(["confirm"]);
      expect((await claim(night + 2 * hour)).mails).toEqual([]);
    });

    test("news come in their order, each once, and from the confirmation on", async () => {
      const page_id = await mailing();
      await subscribed(page_id, "ada@customer.example");
      await published(2);
      const sent = [];
      for (let i = 0; i < 3; i++) sent.push(...(await settle(night + 2 * minute + i, "sent")));
      expect(sent).toEqual([1, 2]);
    });

    test("planned work is announced once, called off once, and announced again when it is planned again", async () => {
      const page_id = await mailing();
      await subscribed(page_id, "ada@customer.example");
      const work = { from: night + hour, until: night + 2 * hour, systems: ["Orders"] };
      const announced = async (planned: (typeof work)[]) => {
        await store.run("announce_planned", { page_id, planned, now: night });
        const { mails } = await claim(night);
        for (const { subscriber, matter } of mails)
          await store.run("settle_subscriber_mail", {
            id: subscriber.id,
            number: matter.kind === "confirm" ? null : matter.number,
            attempts: subscriber.attempts,
            outcome: "sent",
            now: night,
          });
        return mails.map(({ matter }) => (matter.kind === "planned" ? matter.planned.kind : null));
      };
      const sent = [];
      for (const planned of [[work], [work], [], [], [work], [work]])
        sent.push(await announced(planned));
      expect(sent).toEqual([["planned"], [], ["canceled"], [], ["planned"], []]);
    });

    test("an address that is refused three times in a row is forgotten", async () => {
      const page_id = await mailing();
      await subscribed(page_id, "ada@customer.example");
      await published(3);
      for (const number of [1, 2, 3]) {
        expect(await list(page_id)).toHaveLength(1);
        expect(await settle(night + 2 * minute, "refused")).toEqual([number]);
      }
      expect(await list(page_id)).toEqual([]);
    });

    test("whoever unsubscribes is forgotten, and a deleted page mails nobody", async () => {
      const page_id = await mailing();
      const id = await subscribed(page_id, "ada@customer.example");
      await ask(page_id, "bo@customer.example");
      for (let i = 0; i < 2; i++)
        await store.run("unsubscribe", { id, by: visit, now: night + minute });
      expect((await list(page_id)).map(({ email }) => email)).toEqual(["bo@customer.example"]);
      await remove("status_pages", page_id);
      expect((await claim(night + minute)).mails).toEqual([]);
    });

    test("an editor removes one from its own page, and the audit log has the page and a hint at the address", async () => {
      const page_id = await mailing();
      const id = await subscribed(page_id, "ada@customer.example");
      const removed = (from: string, by = actor) =>
        store.run("remove_subscriber", { actor: by, page_id: from, id, now: night + minute });
      expect(await removed("another")).toMatchObject({ why: "not_found" });
      expect(await removed(page_id, { ...actor, org_id: "another" })).toMatchObject({
        why: "not_found",
      });
      expect(await list(page_id)).toHaveLength(1);
      expect(await removed(page_id)).toEqual({ ok: true, value: null });
      expect(await removed(page_id)).toMatchObject({ why: "not_found" });
      const events = await audited();
      expect(events.slice(1)).toMatchObject([
        {
          action: "remove_subscriber",
          actor: actor.name,
          object_kind: "status_pages",
          object_id: page_id,
          changes: [{ field: "email", from: hint, to: null }],
        },
      ]);
      expect(JSON.stringify(events)).not.toContain("customer.example");
    });

    test("subscribing, unsubscribing and being forgotten are in the audit log, with whom and where", async () => {
      const page_id = await mailing();
      await ask(page_id, "never@customer.example");
      const [never] = await list(page_id);
      await store.run("unsubscribe", { id: never!.id, by: visit, now: night });
      const id = await subscribed(page_id, "ada@customer.example");
      await store.run("unsubscribe", { id, by: visit, now: night + minute });
      const later = await subscribed(page_id, "ada@customer.example");
      await published(3);
      for (let i = 0; i < 3; i++) await settle(night + 2 * minute, "refused");
      const by = { actor: `subscriber ${hint}`, client_address: "192.0.2.7", agent: "Mail" };
      const subscribe = {
        ...by,
        action: "subscribe",
        changes: [{ field: "email", from: null, to: hint }],
      };
      expect(later).not.toBe(id);
      const events = await audited();
      // Those of one instant are in no order.
      expect(events.map(({ action }) => action).toSorted()).toEqual([
        "remove_subscriber",
        "subscribe",
        "subscribe",
        "unsubscribe",
      ]);
      expect(events).toEqual(
        expect.arrayContaining([
          expect.objectContaining(subscribe),
          expect.objectContaining({
            ...by,
            action: "unsubscribe",
            changes: [{ field: "email", from: hint, to: null }],
          }),
          expect.objectContaining({
            actor: "monitord",
            client_address: null,
            action: "remove_subscriber",
          }),
        ]),
      );
      expect(JSON.stringify(events)).not.toContain("customer.example");
    });
  });
}
