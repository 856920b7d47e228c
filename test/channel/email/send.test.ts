import { getCACertificates, setDefaultCACertificates } from "node:tls";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { SmtpServer } from "../../../src/channel/email/address.ts";
import { open } from "../../../src/channel/email/send.ts";
import type { Surroundings } from "../../../src/channel/sender.ts";
import { createLookup } from "../../../src/probe/lookup.ts";
import { makeCertificate } from "../../support/certificate.ts";
import { startDns } from "../../support/dns.ts";
import { startSmtp, type Smtp, type SmtpOptions } from "../../support/smtp.ts";
import { bytesOf } from "../../support/probing.ts";
import { nowhere } from "../../support/surroundings.ts";
import { duePush } from "../due-push.ts";

const cleanups: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).toReversed()) await cleanup();
});

async function serverAndSender(
  options: SmtpOptions = {},
  some: Partial<SmtpServer & Surroundings & { name: string; from: string }> = {},
) {
  const smtp = await startSmtp(options);
  cleanups.push(() => smtp.stop());
  return { smtp, sender: senderFor(smtp, some) };
}

function senderFor(
  { port }: Pick<Smtp, "port">,
  some: Partial<SmtpServer & Surroundings & { name: string; from: string }> = {},
) {
  const {
    host = "127.0.0.1",
    tls = "optional",
    checked = true,
    login = null,
    name = null,
    from = "monitord@example.org",
    ...surroundings
  } = some;
  const sender = open(
    {
      server: { host, port, tls, checked, login },
      from: { name: "Monitord", address: from },
      name,
    },
    { ...nowhere, ...surroundings },
  );
  cleanups.push(() => sender.close());
  return sender;
}

const due = duePush({}, { kind: "email", target: "ada@example.org" });
/** Short enough to be waited for. */
const soon = { timeout: 1_000 };

describe("a mail", () => {
  test("is handed over to the server", async () => {
    const { smtp, sender } = await serverAndSender();
    expect(await sender.push(due)).toEqual({
      kind: "delivered",
      http_status: null,
      provider_id: null,
    });
    expect(smtp.mails).toMatchObject([
      {
        from: "monitord@example.org",
        to: ["ada@example.org"],
        read: { subject: "Shop is down", from: { name: "Monitord" } },
      },
    ]);
  });

  test("goes to a server by its name, which DNS may forget for an hour", async () => {
    const dns = await startDns({ "mail.example.org": { a: ["127.0.0.1"] } });
    cleanups.push(() => dns.stop());
    const lookup = createLookup({
      servers: [dns.server],
      hostsFile: "/none",
      resolvConf: "/none",
    });
    const { smtp, sender } = await serverAndSender({}, { host: "mail.example.org", lookup });
    expect(await sender.push(due)).toMatchObject({ kind: "delivered" });
    dns.set({ "mail.example.org": "fail" });
    expect(await sender.push(due)).toMatchObject({ kind: "delivered" });
    expect(smtp.mails).toHaveLength(2);
  });

  test.each([
    ["recipient", "451 4.7.1 Try later", "retry", "SMTP 451 4.7.1, about security or policy"],
    ["recipient", "550 5.1.1 No such user", "refused", "SMTP 550 5.1.1, about the address"],
    ["sender", "553 5.1.8 Not yours", "retry", "--mail-from: SMTP 553"],
    ["message", "554 5.7.1 Spam", "refused", "the mail: SMTP 554 5.7.1"],
    ["connect", "421 4.3.2 Too many of you", "retry", "SMTP 421"],
    ["connect", "554 5.7.1 Not you", "retry", "SMTP 554"],
    ["recipient", "break off", "retry", "connection closed"],
    ["connect", "hang", "retry", "timed out while connecting to the mail server"],
    ["recipient", "hang", "retry", "timed out while handing over the mail"],
  ] as const)("that fails at the %s with %s is: %s", async (step, failure, kind, detail) => {
    const { smtp, sender } = await serverAndSender();
    const hasty = senderFor(smtp, failure === "hang" ? soon : {});
    smtp.failWith(step, failure);
    expect(await hasty.push(due)).toMatchObject({
      kind,
      detail: expect.stringContaining(detail) as string,
      ...(kind === "retry" && { perhaps_delivered: false }),
    });
    smtp.failWith(step, null);
    expect(await sender.push(due)).toMatchObject({ kind: "delivered" });
  });

  test.each(["hang", "break off"] as const)(
    "may have arrived when the server took all of it and then: %s",
    async (failure) => {
      const { smtp, sender } = await serverAndSender({}, soon);
      smtp.failWith("message", failure);
      expect(await sender.push(due)).toMatchObject({ kind: "perhaps_delivered" });
    },
  );

  test("that nobody takes is tried again", async () => {
    const { smtp, sender } = await serverAndSender();
    await smtp.stop();
    cleanups.shift();
    const detail = `connection refused (127.0.0.1:${smtp.port})`;
    expect(await sender.push(due)).toMatchObject({ kind: "retry", detail });
    expect(await sender.check!()).toBe(detail);
  });
});

describe("an address with letters outside ASCII", () => {
  const to = (target: string) => duePush({}, { kind: "email", target });

  test.each([
    ["ada@exämple.com", true],
    ["ada@exämple.com", false],
    ["zoë@exämple.com", false],
    ["用户@例え.テスト", false],
  ])("%s is handed over (to a server without SMTPUTF8: %s)", async (target, asciiAlone) => {
    const { smtp, sender } = await serverAndSender({ asciiAlone });
    expect(await sender.push(to(target))).toMatchObject({ kind: "delivered" });
    // As the server reads it, which decodes domains.
    expect(smtp.mails).toMatchObject([{ to: [target] }]);
    expect(smtp.mails[0]!.read.to).toHaveLength(1);
  });

  test("before the @ is refused where the server has no SMTPUTF8, and nothing is handed over", async () => {
    const { smtp, sender } = await serverAndSender({ asciiAlone: true });
    expect(await sender.push(to("zoë@example.com"))).toEqual({
      kind: "refused",
      http_status: null,
      detail:
        "the mail server takes no letters outside ASCII before the @ of the address (SMTPUTF8)",
    });
    expect(smtp.attempts()).toBe(0);
  });

  test("of the sender concerns every mail", async () => {
    const { smtp } = await serverAndSender({ asciiAlone: true });
    const sender = senderFor(smtp, { from: "mönitord@example.org" });
    const outcome = await sender.push(due);
    expect(outcome).toMatchObject({
      kind: "retry",
      detail: expect.stringContaining("--mail-from (SMTPUTF8)") as string,
    });
    expect(outcome).not.toHaveProperty("of_push_alone");
  });
});

describe("the user and the password", () => {
  const login = { user: "monitord", password: "p: /%ä" };

  test("are given to the server", async () => {
    const { sender } = await serverAndSender({ login }, { login });
    expect(await sender.check!()).toBeNull();
    expect(await sender.push(due)).toMatchObject({ kind: "delivered" });
  });

  test("that the server does not take are trouble of the channel, and never shown", async () => {
    const wrong = { login: { user: "monitord", password: "canary-0123" } };
    const { sender } = await serverAndSender({ login }, wrong);
    const outcome = await sender.push(due);
    expect(outcome).toMatchObject({
      kind: "retry",
      http_status: null,
      detail: expect.stringContaining("--smtp-url: SMTP 535") as string,
    });
    expect(outcome).not.toHaveProperty("of_push_alone");
    expect(await sender.check!()).toContain("SMTP 535");
    expect(JSON.stringify(outcome)).not.toMatch(/canary|Y2FuYXJ5/);
  });

  test("that the server wants and has not been given are trouble of the channel", async () => {
    const { sender } = await serverAndSender({ login });
    expect(await sender.push(due)).toMatchObject({
      kind: "retry",
      detail: expect.stringContaining("SMTP 530") as string,
    });
  });
});

describe("TLS", () => {
  const certificate = makeCertificate("IP:127.0.0.1,DNS:localhost");
  const trusting = () => {
    const before = getCACertificates("default");
    setDefaultCACertificates([...before, certificate.cert]);
    cleanups.push(() => setDefaultCACertificates(before));
  };

  test.each(["required", "always", "optional"] as const)(
    "%s protects the mail, under a certificate that is trusted",
    async (tls) => {
      const { smtp, sender } = await serverAndSender(
        { certificate, secure: tls === "always" },
        { tls, host: "localhost" },
      );
      expect(await sender.push(due)).toMatchObject({
        kind: "retry",
        detail: "TLS: certificate is self-signed",
      });
      trusting();
      expect(await sender.push(due)).toMatchObject({ kind: "delivered" });
      expect(smtp.mails).toMatchObject([{ secure: true }]);
    },
  );

  test("is needed unless the configuration says otherwise", async () => {
    const { smtp, sender } = await serverAndSender({}, { tls: "required" });
    const detail = expect.stringContaining("offers no TLS") as string;
    expect(await sender.push(due)).toMatchObject({ kind: "retry", detail });
    expect(smtp.attempts()).toBe(0);
    const optional = senderFor(smtp, { tls: "optional" });
    expect(await optional.push(due)).toMatchObject({ kind: "delivered" });
  });

  test.each(["optional", "required", "always"] as const)(
    "%s protects the mail to a server on the same machine, whatever its certificate",
    async (tls) => {
      const { smtp, sender } = await serverAndSender(
        {
          certificate: makeCertificate("DNS:mail.example.org"),
          secure: tls === "always",
          needsTls: true,
        },
        { tls, checked: false },
      );
      expect(await sender.push(due)).toMatchObject({ kind: "delivered" });
      expect(smtp.mails).toMatchObject([{ secure: true }]);
    },
  );

  test("that a server on the same machine offers and cannot speak is left out", async () => {
    const server = await bytesOf((socket) => {
      socket.write("220 mail\r\n");
      const answers = [
        "250-mail\r\n250 STARTTLS",
        "454 Not now",
        "250 Ok",
        "250 Ok",
        "354 Go",
        "250 Taken",
      ];
      socket.on("data", (chunk) => {
        // Of the mail itself only its end is answered.
        if (answers.length > 1 || chunk.toString().endsWith("\r\n.\r\n"))
          socket.write(`${answers.shift() ?? "221 Bye"}\r\n`);
      });
    });
    const sender = senderFor(server, { checked: false });
    expect(await sender.push(due)).toMatchObject({ kind: "delivered" });
  });

  test("that the server asks for is not taken for a wrong password", async () => {
    const { sender } = await serverAndSender({ needsTls: true });
    const detail = expect.stringMatching(
      /^the mail server asks for TLS, .*: SMTP 530 5.7.0/,
    ) as string;
    expect(await sender.push(due)).toMatchObject({ kind: "retry", detail });
  });
});

describe("a server that is slow", () => {
  beforeEach(
    () =>
      void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"], shouldAdvanceTime: true }),
  );
  afterEach(() => void vi.useRealTimers());

  /** What becomes of a mail when the server hangs at `step` for `seconds`. */
  async function slowAt(step: "connect" | "message", seconds: number) {
    const { smtp, sender } = await serverAndSender();
    smtp.failWith(step, "hang");
    const outcome = sender.push(due);
    await smtp.hanging();
    vi.advanceTimersByTime(seconds * 1000);
    smtp.failWith(step, null);
    smtp.goOn();
    return { smtp, outcome: await outcome };
  }

  test("to greet gets the mail within a minute", async () => {
    expect((await slowAt("connect", 50)).outcome).toMatchObject({ kind: "delivered" });
    const { smtp, outcome } = await slowAt("connect", 61);
    expect(outcome).toMatchObject({ kind: "retry", perhaps_delivered: false });
    expect(smtp.mails).toEqual([]);
  });

  test("to accept the mail has five minutes, after which it may have arrived", async () => {
    expect((await slowAt("message", 290)).outcome).toMatchObject({ kind: "delivered" });
    expect((await slowAt("message", 301)).outcome).toEqual({
      kind: "perhaps_delivered",
      http_status: null,
      detail: "timed out while waiting for the mail server to accept the mail",
    });
  });

  test("to greet is no server that cannot be reached", async () => {
    const { smtp, sender } = await serverAndSender();
    smtp.failWith("connect", "hang");
    const checked = sender.check!();
    await smtp.hanging();
    vi.advanceTimersByTime(50_000);
    smtp.goOn();
    expect(await checked).toBeNull();
  });
});

test.each<[Parameters<typeof serverAndSender>[1], string]>([
  [{ site: () => "https://mon.example.com" }, "mon.example.com"],
  [{ site: () => null }, "example.org"],
  [{ name: "relayed.example.net", site: () => "https://mon.example.com" }, "relayed.example.net"],
])("a server is greeted with the name of this service: %o", async (some, greeted) => {
  const { smtp, sender } = await serverAndSender({}, some);
  await sender.push(due);
  expect(smtp.mails).toMatchObject([{ greeted }]);
});

describe("a look at the server", () => {
  test("hands over no mail", async () => {
    const { smtp, sender } = await serverAndSender();
    expect(await sender.check!()).toBeNull();
    expect(smtp.mails).toEqual([]);
  });

  test("ends when the server says nothing", async () => {
    const { smtp, sender } = await serverAndSender({}, soon);
    smtp.failWith("connect", "hang");
    expect(await sender.check!()).toBe("timed out while connecting to the mail server");
  });

  test("says that there is no such host", async () => {
    const lookup = async () => ({
      ok: false as const,
      reason: "DNS: no such host mail.example.org",
    });
    const sender = senderFor({ port: 25 }, { host: "mail.example.org", lookup });
    expect(await sender.check!()).toBe("DNS: no such host mail.example.org");
  });
});

test("a mail under way ends when the daemon does", async () => {
  const { smtp, sender } = await serverAndSender();
  smtp.failWith("connect", "hang");
  const outcome = sender.push(due);
  await sender.close();
  expect(await outcome).toMatchObject({ kind: "retry", perhaps_delivered: false });
});

test("a letter arrives with its long link whole, in both parts, and a name of others as text", async () => {
  const { smtp, sender } = await serverAndSender();
  const url = `https://monitoring.production.eu-central-1.acme.example/a/long/path/join/${"Ab1".repeat(60)}?a=b=c&d=%3D`;
  const outcome = await sender.post!({
    to: "mei@example.org",
    subject: "Ada\r\nBcc: eve@example.org invites you <b>",
    badge: "Invitation",
    text: "The link signs in one browser. 👩‍🚒 عمر",
    code: "01234567",
    link: { label: "Sign in", url },
    because: "Ada added this address.",
  });
  expect(outcome.kind).toBe("delivered");
  const [mail] = smtp.mails;
  expect(mail!.to).toEqual(["mei@example.org"]);
  expect(mail!.read.text).toContain(url);
  expect(mail!.read.text).toContain("01234567");
  expect(mail!.read.html).toContain(url.replaceAll("&", "&amp;"));
  expect(mail!.read.html).not.toContain("you <b>");
  expect(mail!.read.headers.map(({ key }) => key)).not.toContain("bcc");
  expect(mail!.read.headers).toContainEqual(
    expect.objectContaining({ key: "auto-submitted", value: "auto-generated" }),
  );
});
