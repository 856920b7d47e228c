/** Mails to real servers, skipped where they are not installed; `.ci/programs` installs them. */
import { afterEach, describe, expect, onTestFinished, test, vi } from "vitest";
import PostalMime from "postal-mime";
import { open } from "../../../src/channel/email/send.ts";
import type { DuePush } from "../../../src/core/paging/push.ts";
import { incident, night } from "../../support/builders.ts";
import {
  hasMailpit,
  hasPostfix,
  startMailpit,
  startPostfix,
  type Mailpit,
} from "../../support/mail-servers.ts";
import { startHook } from "../../support/hook.ts";
import { nowhere } from "../../support/surroundings.ts";
import { duePush } from "../due-push.ts";

const to = { kind: "email", target: "ada@example.org" } as const;
const shop = incident({ title: "Shop is down", number: 12, opened_at: night - 60_000 });
const claim = (id: string) => [{ notification_id: id, attempt: 1 }];
const facts: DuePush["facts"] = {
  timezone: "Europe/Berlin",
  group: "On call",
  notified: "1 of 2 reached: عمر الفاروق · Cléo unreachable",
  reached: 1,
  pages: 1,
  next: "next reminder Sat 04:05 (Europe/Berlin)",
  because: 'you are a member of "On call"',
};
const page: DuePush = {
  ...duePush({ message: "Database: refused\n.\nPayments: timed out" }, to),
  incident: shop,
  facts,
  claims: claim("n1"),
  actions: [
    { verb: "acknowledge", token: "A".repeat(72) },
    { verb: "snooze", token: "S".repeat(72) },
  ],
};
const recovery: DuePush = {
  ...duePush({ title: "Shop is up again", message: "Open for 1 min." }, to),
  event: "recovered",
  incident: { ...shop, status: "resolved", resolved_at: night },
  facts,
  claims: claim("n2"),
};
const check: DuePush = {
  ...duePush({ title: "Test from monitord", message: "Press the button." }, to),
  event: "test",
  claims: claim("n3"),
  actions: [{ verb: "confirm", token: "C".repeat(72) }],
};
const toZoe: DuePush = {
  ...check,
  claims: claim("n4"),
  device: { ...check.device, target: "zoë@exämple.com" },
};

/** A sender to a server on this machine that asks for TLS. */
function senderTo(port: number, site: string) {
  const sender = open(
    {
      server: { host: "127.0.0.1", port, tls: "optional", checked: false, login: null },
      from: { name: "Monitord", address: "monitord@example.org" },
      name: "mon.example.org",
    },
    { ...nowhere, site: () => site },
  );
  onTestFinished(() => sender.close());
  return sender;
}

describe.skipIf(!hasMailpit)("mailpit", () => {
  let mailpit: Mailpit;
  afterEach(() => mailpit.stop());

  test("takes each mail over STARTTLS, and finds no link that leads nowhere and no HTML that programs lack", async () => {
    mailpit = await startMailpit();
    const site = await startHook();
    onTestFinished(() => site.stop());
    const sender = senderTo(mailpit.port, site.url);
    const all = [page, recovery, check, toZoe];
    for (const due of all) expect(await sender.push(due)).toMatchObject({ kind: "delivered" });
    const { messages } = await mailpit.api<{ messages: { ID: string }[] }>("/messages");
    expect(messages).toHaveLength(all.length);
    for (const { ID } of messages) {
      expect(await mailpit.api(`/message/${ID}/link-check`)).toMatchObject({ Errors: 0 });
      const { Total } = await mailpit.api<{ Total: { Supported: number; Unsupported: number } }>(
        `/message/${ID}/html-check`,
      );
      // Of all tests of all programs, in percent.
      expect(Total.Supported).toBeGreaterThan(90);
      expect(Total.Unsupported).toBeLessThan(5);
    }
  });
});

describe.skipIf(!hasPostfix)("Postfix", () => {
  test("takes each mail over STARTTLS from a client with a full name, and keeps it as it was made", async () => {
    const postfix = await startPostfix();
    onTestFinished(() => postfix.stop());
    const sender = senderTo(postfix.port, "https://mon.example.com");
    const all = [page, recovery, check, toZoe];
    for (const due of all) expect(await sender.push(due)).toMatchObject({ kind: "delivered" });
    await vi.waitFor(() => expect(postfix.mails()).toHaveLength(all.length), { timeout: 30_000 });
    const mails = await Promise.all(postfix.mails().map((mail) => PostalMime.parse(mail)));
    const bySubject = (subject: string) => mails.find((mail) => mail.subject === subject)!;
    const [first, second] = [bySubject("[P1] Shop is down"), bySubject("Re: [P1] Shop is down")];
    expect(first.text).toContain("\nDatabase: refused\n.\nPayments: timed out\n");
    expect(first.html).toContain("عمر الفاروق");
    expect(second.references).toBe(first.references);
    expect(second.inReplyTo).toBe(first.inReplyTo);
    const received = first.headers.find(({ key }) => key === "received")!.value;
    // The S is for TLS.
    expect(received).toMatch(/^from mon\.example\.org .* with ESMTPS /);
  });
});
