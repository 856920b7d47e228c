/**
 * Sends each mail over a connection of its own, within ten seconds in total. The address guard does not
 * apply: the operator chose the mail server, often one on this machine or in a private network. Users only
 * choose recipients.
 */
import { once } from "node:events";
import { connect, isIP, type Socket } from "node:net";
import { Readable } from "node:stream";
import MailComposer from "nodemailer/lib/mail-composer";
import SmtpConnection from "nodemailer/lib/smtp-connection";
import { answering, LookupFailed } from "../../probe/connect.ts";
import { createLookup, remembering } from "../../probe/lookup.ts";
import { reasonOf } from "../../probe/reason.ts";
import { addressMemory, attemptTimeout, connectTimeout } from "../exchange.ts";
import type { Sender, Surroundings } from "../sender.ts";
import type { SmtpServer } from "./address.ts";
import { emailBody } from "./body.ts";
import type { EmailSettings } from "./channel.ts";
import { accepted, emailOutcome, failureText, type SmtpFailure } from "./outcome.ts";

export function open({ server, from }: EmailSettings, surroundings: Surroundings): Sender {
  const { now, site, timeout = attemptTimeout, lookup = createLookup() } = surroundings;
  const addressesOf = remembering(lookup, addressMemory);
  const closing = new AbortController();
  const { host, port, login } = server;
  const options = {
    ...tlsOptions[server.tls],
    connectionTimeout: connectTimeout,
    greetingTimeout: connectTimeout,
  };

  async function resolved(): Promise<string[]> {
    const answer = await addressesOf(host);
    if (!answer.ok) throw new LookupFailed(answer.reason);
    return answer.addresses;
  }

  /** Connects, signs in and calls `use`; its result, or the failure. Never rejects. */
  async function session<T>(
    ms: number,
    use: (connection: SmtpConnection, progress: Progress) => Promise<T>,
  ): Promise<{ ok: true; value: T } | { ok: false; failure: SmtpFailure }> {
    const signal = AbortSignal.any([closing.signal, AbortSignal.timeout(ms)]);
    const progress: Progress = { doing: "looking up the mail server", sent: false };
    const { promise: broken, reject } = Promise.withResolvers<never>();
    signal.addEventListener("abort", () => reject(signal.reason as Error));
    let connection: SmtpConnection | null = null;
    const work = async () => {
      const addresses = isIP(host) ? [host] : await resolved();
      progress.doing = "connecting to the mail server";
      const socket = await dial(server, addresses, signal);
      connection = new SmtpConnection({ host, port, connection: socket, ...options });
      connection.on("error", reject);
      await called((done) => connection!.connect(done));
      if (login) {
        progress.doing = "signing in to the mail server";
        const { user, password: pass } = login;
        await called((done) => connection!.login({ user, credentials: { user, pass } }, done));
      }
      const value = await use(connection, progress);
      connection.quit();
      return value;
    };
    try {
      return { ok: true, value: await Promise.race([broken, work()]) };
    } catch (error) {
      return { ok: false, failure: failureOf(error as SmtpError, progress) };
    } finally {
      (connection as SmtpConnection | null)?.close();
    }
  }

  return {
    async push(due) {
      const mail = emailBody(due, from, now(), site());
      const bytes = await new MailComposer(mail).compile().build();
      const sent = await session(timeout, async (connection, progress) => {
        progress.doing = "handing over the mail";
        // nodemailer reads it once the server has accepted DATA; after its end the mail may have arrived.
        const message = Readable.from([bytes]).once("end", () => (progress.sent = true));
        const envelope = { from: from.address, to: [due.device.target] };
        await called((done) => connection.send(envelope, message, done));
      });
      return sent.ok ? accepted : emailOutcome(sent.failure);
    },
    async check() {
      const checked = await session(Math.min(timeout, connectTimeout), async () => null);
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
}

const tlsOptions: Record<SmtpServer["tls"], object> = {
  always: { secure: true },
  required: { secure: false, requireTLS: true },
  optional: { secure: false },
  none: { secure: false, ignoreTLS: true },
};

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

function failureOf(error: SmtpError, { doing, sent }: Progress): SmtpFailure {
  const { code = "", originalCode, command = "", response, responseCode } = error;
  const answer = responseCode ? (response ?? null) : null;
  const timedOut = error.name === "TimeoutError" || (code === "ETIMEDOUT" && !originalCode);
  return {
    step: stepOf(code, command),
    answer,
    reason: timedOut
      ? `timed out while ${doing}`
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
