/** Mail servers that do not keep to the protocol: each has a verdict within its time, and none loses or repeats a mail. */
import type { Socket } from "node:net";
import { TLSSocket } from "node:tls";
import { describe, expect, onTestFinished, test } from "vitest";
import { open } from "../../../src/channel/email/send.ts";
import { makeCertificate } from "../../support/certificate.ts";
import { bytesOf } from "../../support/probing.ts";
import { nowhere } from "../../support/surroundings.ts";
import { duePush } from "../due-push.ts";

const canary = "canary db_password=hunter2";
const due = duePush({}, { kind: "email", target: "ada@example.org" });

function senderTo(port: number) {
  const sender = open(
    {
      server: { host: "127.0.0.1", port, tls: "optional", checked: false, login: null },
      from: { name: "Monitord", address: "monitord@example.org" },
      name: "mon.example.org",
    },
    // For each step.
    { ...nowhere, timeout: 500 },
  );
  onTestFinished(() => sender.close());
  return sender;
}

/** What becomes of a mail to a server that does this with a connection. */
async function outcomeOf(onConnection: (socket: Socket) => void) {
  const { port } = await bytesOf((socket) => {
    socket.on("error", () => {});
    onConnection(socket);
  });
  return senderTo(port).push(due);
}

type Reply = string | Buffer | ((socket: Socket) => void);

/** A proper server; the replies are those to the connection, EHLO, MAIL, RCPT, DATA and the mail. */
const proper: readonly Reply[] = [
  "220 mail\r\n",
  "250-mail\r\n250 SIZE\r\n",
  "250 Ok\r\n",
  "250 Ok\r\n",
  "354 Go\r\n",
  "250 Accepted\r\n",
];
const steps = ["connection", "EHLO", "MAIL", "RCPT", "DATA", "mail"] as const;
type Step = (typeof steps)[number];

/** Answers each command, and the mail, with the next reply. */
const replying = (replies: readonly Reply[]) => (socket: Socket) => {
  const left = [...replies];
  const reply = () => {
    const next = left.shift() ?? "221 Bye\r\n";
    if (typeof next === "function") next(socket);
    else socket.write(next);
  };
  let inMail = false;
  let text = "";
  reply();
  socket.on("data", (chunk) => {
    text += chunk.toString("latin1");
    for (;;) {
      const end = text.indexOf(inMail ? "\r\n.\r\n" : "\r\n");
      if (end < 0) return;
      const isData = text.startsWith("DATA\r\n");
      text = text.slice(end + (inMail ? 5 : 2));
      inMail = !inMail && isData;
      reply();
    }
  });
};

const with_ = (step: Step, reply: Reply) =>
  proper.map((one, index) => (index === steps.indexOf(step) ? reply : one));

/** Writes again and again until the connection ends. */
const forever =
  (text: string, first = "") =>
  (socket: Socket) => {
    socket.write(first);
    const timer = setInterval(() => socket.write(text), 1);
    socket.once("close", () => clearInterval(timer));
  };

const unreadable = "the mail server's answer cannot be read as SMTP";
const retry = (detail: string) => ({ kind: "retry", detail, perhaps_delivered: false });

describe("a mail server that", () => {
  test.each<[what: string, replies: readonly Reply[], outcome: object]>([
    ["keeps to it", proper, { kind: "delivered" }],
    ["has an empty line before an answer", with_("mail", "\r\n250 Ok\r\n"), { kind: "delivered" }],
    ["answers all before it is asked", [proper.join("")], retry(unreadable)],
    [
      "accepts the mail together with DATA",
      with_("DATA", `354 Go\r\n250 ${canary}\r\n`),
      retry(unreadable),
    ],
    ["answers RCPT twice", with_("RCPT", "250 Ok\r\n250 Ok\r\n"), retry(unreadable)],
    ["greets as another program", ["SSH-2.0-OpenSSH_9.2\r\n"], retry(unreadable)],
    ["greets with bytes", [Buffer.from([0xff, 0xfe, 0x80, 0, 13, 10])], retry(unreadable)],
    ["greets without end", [forever("2".repeat(100_000))], retry(unreadable)],
    [
      "goes on for ever about what it offers",
      with_("EHLO", forever(`250-${canary}\r\n`.repeat(1000))),
      retry(unreadable),
    ],
    [
      "greets letter by letter",
      [forever("2")],
      retry("timed out while connecting to the mail server"),
    ],
    [
      "repeats a code without end at RCPT",
      with_("RCPT", forever("2")),
      retry("timed out while handing over the mail"),
    ],
    ["answers RCPT with words", with_("RCPT", `${canary}\r\n`), retry(unreadable)],
    ["answers RCPT with 354", with_("RCPT", `354 ${canary}\r\n`), retry(unreadable)],
    [
      "refuses the address in bytes",
      with_("RCPT", Buffer.from([0x35, 0x35, 0x30, 0x20, 0xff, 0xfe, 13, 10])),
      { kind: "refused", detail: "the mail server refuses the address: SMTP 550" },
    ],
    [
      "gives up within the mail",
      with_("DATA", `354 Go\r\n451 ${canary}\r\n`),
      retry("the mail server refuses the mail: SMTP 451"),
    ],
    [
      "ends after the mail with 421",
      with_("mail", `421 ${canary}\r\n`),
      retry("the mail server refuses the mail: SMTP 421"),
    ],
  ])("%s: no mail is taken for delivered that may be lost", async (_, replies, outcome) => {
    const made = await outcomeOf(replying(replies));
    expect(made).toMatchObject(outcome);
    expect(JSON.stringify(made)).not.toContain("canary");
  });

  test.each<[what: string, replies: readonly Reply[], detail: string]>([
    ["answers the mail with words", with_("mail", `${canary}\r\n`), unreadable],
    ["answers the mail with 25", with_("mail", "25 Ok\r\n"), unreadable],
    ["answers the mail with 354", with_("mail", "354 Go\r\n"), unreadable],
    [
      "is one answer behind since its greeting",
      with_("connection", "220 mail\r\n250 Ok\r\n"),
      unreadable,
    ],
    [
      "answers the mail letter by letter",
      with_("mail", forever("2")),
      "timed out while waiting for the mail server to accept the mail",
    ],
    [
      "closes the connection in place of an answer to the mail",
      with_("mail", (socket) => socket.destroy()),
      "connection closed before the answer was complete",
    ],
  ])("%s may have the mail, which is not sent at once again", async (_, replies, detail) => {
    expect(await outcomeOf(replying(replies))).toMatchObject({ kind: "perhaps_delivered", detail });
  });
});

test("what comes in plain text behind the answer to STARTTLS is not believed", async () => {
  const { key, cert } = makeCertificate("DNS:mail.example.org");
  let inTls = "";
  const outcome = await outcomeOf((socket) => {
    socket.write("220 mail\r\n");
    socket.once("data", () => {
      socket.write("250-mail\r\n250 STARTTLS\r\n");
      socket.once("data", () => {
        // Another one on the way would add the second line.
        socket.write("220 Go\r\n250-mail\r\n250 SMTPUTF8\r\n");
        const secure = new TLSSocket(socket, { isServer: true, key, cert });
        secure.on("error", () => {});
        secure.on("data", (chunk) => (inTls += chunk.toString()));
        const [, ...replies] = proper;
        replying(["", ...replies])(secure);
      });
    });
  });
  expect(outcome).toMatchObject({ kind: "delivered" });
  expect(inTls).toMatch(/^EHLO mon\.example\.org\r\nMAIL FROM:<monitord@example\.org>\r\n/);
});
