/**
 * Sends each mail over a connection of its own. The address guard does not apply: the operator chose the mail server,
 * often one on this machine or in a private network. Users only choose recipients.
 *
 * A mail server may be slow on purpose: it greets late to drive off spammers, and scans a mail before it accepts it.
 * A client that stops waiting sends the mail twice. So each step has its own limit, up to minutes.
 */
import { once } from "node:events";
import { connect, isIP, type Socket } from "node:net";
import { Readable } from "node:stream";
import { setImmediate as nextTurn } from "node:timers/promises";
import MailComposer from "nodemailer/lib/mail-composer";
import SmtpConnection from "nodemailer/lib/smtp-connection";
import { LookupFailed } from "../../probe/connect.ts";
import { answering, createLookup, remembering } from "../../probe/lookup.ts";
import { reasonOf } from "../../probe/reason.ts";
import type { PushOutcome } from "../../core/paging/push.ts";
import { again, refused } from "../answer.ts";
import { addressMemory, attemptTimeout } from "../exchange.ts";
import type { Sender, Surroundings } from "../sender.ts";
import { needsUtf8, ownName, type SmtpServer } from "./address.ts";
import { emailBody, letterBody, type Mail } from "./body.ts";
import type { EmailSettings } from "./channel.ts";
import { accepted, emailOutcome, failureText, type SmtpFailure } from "./outcome.ts";

/**
 * How long the steps of a session may take, ms. `connect`: look-up, and connection. `greeting`. `step`: greeting, EHLO
 * and STARTTLS together; signing in; sender and recipient. `end`: from the end of the mail to its acceptance. RFC 5321
 * (4.5.3.2) has 5 minutes for most of them, and 10 for the last.
 */
const limits = {
  connect: attemptTimeout,
  greeting: 60_000,
  step: 120_000,
  end: 5 * 60_000,
};

/** The longest reply of a server, bytes. */
const longestReply = 64 * 1024;

export function open({ server, from, name }: EmailSettings, surroundings: Surroundings): Sender {
  const { now, site, timeout = Infinity, lookup = createLookup() } = surroundings;
  const addressesOf = remembering(lookup, addressMemory);
  const closing = new AbortController();
  const { host, port, login } = server;
  const limit = (step: keyof typeof limits) => Math.min(limits[step], timeout);

  async function resolved(): Promise<string[]> {
    const answer = await addressesOf(host);
    if (!answer.ok) throw new LookupFailed(answer.reason);
    return answer.addresses;
  }

  /** Connects, signs in and calls `use`; its result, or the failure. Never rejects. */
  async function session<T>(
    use: (connection: SmtpConnection, progress: Progress, offers: string) => Promise<T>,
  ): Promise<{ ok: true; value: T } | { ok: false; failure: SmtpFailure }> {
    const ending = new AbortController();
    const signal = AbortSignal.any([closing.signal, ending.signal]);
    const { promise: broken, reject } = Promise.withResolvers<never>();
    signal.addEventListener("abort", () => reject(signal.reason as Error));
    let timer: NodeJS.Timeout | undefined;
    const progress: Progress = {
      doing: "",
      sent: false,
      offersSignIn: true,
      begin(doing, step) {
        this.doing = doing;
        clearTimeout(timer);
        timer = setTimeout(() => ending.abort(new TimedOut()), limit(step));
      },
    };
    let connection: SmtpConnection | null = null;
    const work = async () => {
      progress.begin("looking up the mail server", "connect");
      const addresses = isIP(host) ? [host] : await resolved();
      progress.begin("connecting to the mail server", "connect");
      const socket = await dial(server, addresses, signal);
      progress.begin("connecting to the mail server", "step");
      // Without a name of ours nodemailer takes that of the machine, if it has a dot.
      const greeted = name ?? ownName(site(), from.address);
      connection = new SmtpConnection({
        host,
        port,
        connection: socket,
        ...(greeted !== null && { name: greeted }),
        ...tlsOptions(server),
        connectionTimeout: limit("step"),
        greetingTimeout: limit("greeting"),
        maxResponseSize: longestReply,
      });
      connection.on("error", reject);
      await called((done) => connection!.connect(done));
      const offers = String(connection.lastServerResponse);
      if (login) {
        progress.begin("signing in to the mail server", "step");
        progress.offersSignIn = /^250[ -]AUTH[ =].*\b(PLAIN|LOGIN|CRAM-MD5)\b/im.test(offers);
        const { user, password: pass } = login;
        await called((done) => connection!.login({ user, credentials: { user, pass } }, done));
      }
      const value = await use(connection, progress, offers);
      connection.quit();
      return value;
    };
    try {
      return { ok: true, value: await Promise.race([broken, work()]) };
    } catch (error) {
      return { ok: false, failure: failureOf(error as SmtpError, progress) };
    } finally {
      clearTimeout(timer);
      (connection as SmtpConnection | null)?.close();
    }
  }

  async function transmit(mail: Mail): Promise<PushOutcome> {
    const bytes = await new MailComposer(mail).compile().build();
    const envelope = { from: mail.from.address, to: [mail.to.address] };
    const sent = await session(async (connection, progress, offers): Promise<PushOutcome> => {
      if (!/^250[ -]SMTPUTF8\b/im.test(offers)) {
        if (needsUtf8(envelope.from)) return again(null, asciiAlone("--mail-from"), false);
        if (needsUtf8(mail.to.address)) return refused(null, asciiAlone("the address"));
      }
      progress.begin("handing over the mail", "step");
      // nodemailer reads it once the server has accepted DATA; after its end the mail may have arrived.
      const message = Readable.from(afterReplies(bytes)).once("end", () => {
        progress.sent = true;
        progress.begin("waiting for the mail server to accept the mail", "end");
      });
      const { response } = await called<{ response: string }>((done) =>
        connection.send(envelope, message, done),
      );
      if (!progress.sent || !/^2\d\d/.test(response)) throw new NotSmtp();
      return accepted;
    });
    return sent.ok ? sent.value : emailOutcome(sent.failure);
  }

  return {
    push: (due) => transmit(emailBody(due, from, now(), site())),
    post: (letter) => transmit(letterBody(letter, from, now())),
    async check() {
      const checked = await session(async () => null);
      return checked.ok ? null : failureText(checked.failure);
    },
    close: async () => closing.abort(new Error("monitord is shutting down")),
  };
}

/** How far an attempt has come. */
interface Progress {
  doing: string;
  /** The whole mail is written. */
  sent: boolean;
  /** Unless the server is known to offer no mechanism of ours. */
  offersSignIn: boolean;
  /** The next step begins, and so does its limit. */
  begin(doing: string, step: keyof typeof limits): void;
}

/** The server has no SMTPUTF8 (RFC 6531). */
const asciiAlone = (what: string) =>
  `the mail server takes no letters outside ASCII before the @ of ${what} (SMTPUTF8)`;

/**
 * The mail, once all replies are read that are there already: a server that accepts a mail before it has it answers
 * something else.
 */
async function* afterReplies(bytes: Buffer): AsyncGenerator<Buffer> {
  await nextTurn();
  await nextTurn();
  yield bytes;
}

/** A reply that cannot be read, or to a command that was not sent. */
class NotSmtp extends Error {
  code = "EPROTOCOL";
}

/** A step has taken too long. */
class TimedOut extends Error {
  override name = "TimeoutError";
}

const tlsOptions = ({ tls, checked }: SmtpServer) => ({
  secure: tls === "always",
  requireTLS: tls === "required",
  // On this machine TLS protects no mail: a server that offers TLS and cannot speak it gets the mail without.
  opportunisticTLS: tls === "optional" && !checked,
  ...(!checked && {
    tls: { rejectUnauthorized: false, minVersion: "TLSv1" as const, ciphers: "DEFAULT@SECLEVEL=0" },
  }),
});

async function dial(
  { host, port }: SmtpServer,
  addresses: string[],
  signal: AbortSignal,
): Promise<Socket> {
  const socket = connect({
    host,
    port,
    lookup: answering(addresses),
    autoSelectFamily: addresses.length > 1,
    signal,
  });
  // Stays on: without a listener an error would throw.
  socket.on("error", () => {});
  await once(socket, "connect");
  return socket;
}

/** A call that answers by a callback, as a promise. */
function called<T>(
  call: (done: (error: Error | null | undefined, value?: T) => void) => void,
): Promise<T> {
  return new Promise((resolve, reject) =>
    call((error, value) => (error ? reject(error) : resolve(value as T))),
  );
}

type SmtpError = Error & {
  code?: string;
  /** The code of the socket's error, which nodemailer replaces by its own in `code`. */
  originalCode?: string;
  /** The last command. */
  command?: string;
  /** The reply to it. */
  response?: string;
  responseCode?: number;
};

function failureOf(error: SmtpError, progress: Progress): SmtpFailure {
  const { doing, sent, offersSignIn } = progress;
  const { code = "", originalCode, command = "", response, responseCode = 0 } = error;
  const isFailure = responseCode >= 400 && responseCode < 600;
  const timedOut = error.name === "TimeoutError" || (code === "ETIMEDOUT" && !originalCode);
  return {
    step: code === "EAUTH" && !offersSignIn ? "offer sign-in" : stepOf(code, command),
    answer: isFailure ? (response ?? null) : null,
    reason: timedOut
      ? `timed out while ${doing}`
      : code === "EPROTOCOL" || response !== undefined
        ? "the mail server's answer cannot be read as SMTP"
        : reasonOf(Object.assign(error, { code: originalCode ?? code })),
    sent,
  };
}

function stepOf(code: string, command: string): SmtpFailure["step"] {
  if (code === "EAUTH") return "sign in";
  if (code === "ETLS") return "secure";
  if (command === "MAIL FROM") return "sender";
  if (command === "RCPT TO") return "recipient";
  return command === "DATA" ? "message" : "connect";
}
