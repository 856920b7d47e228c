/**
 * A mail server: a real one as far as the protocol goes, which keeps every mail, and refuses, hangs or
 * breaks off at any step.
 */
import type { AddressInfo, Socket } from "node:net";
import PostalMime, { type Email } from "postal-mime";
import { SMTPServer, type SMTPServerOptions } from "smtp-server";

export interface ReceivedMail {
  from: string;
  to: string[];
  /** As it came over the wire. */
  raw: string;
  /** As a mail program reads it. */
  read: Email;
  /** Over a connection that TLS protects. */
  secure: boolean;
  /** The name that the client gave with EHLO. */
  greeted: string;
}

type Step = "connect" | "sender" | "recipient" | "message";

/** A reply (`451 4.7.1 Try later`), or another end of the connection. At the message the mail is kept first. */
export type SmtpFailure = `${number} ${string}` | "hang" | "break off";

export interface Smtp {
  port: number;
  mails: ReceivedMail[];
  /** How often a recipient was named. */
  attempts(): number;
  /** From now on this step fails so; null: it does not. */
  failWith(step: Step, failure: SmtpFailure | null): void;
  /** Resolves when a connection hangs. */
  hanging(): Promise<void>;
  /** Lets go on what hangs. */
  goOn(): void;
  stop(): Promise<void>;
}

export interface SmtpOptions {
  /** Whom it lets in; without: anybody. */
  login?: { user: string; password: string };
  /** With a certificate it offers STARTTLS; `secure`: TLS from the first byte. */
  certificate?: { key: string; cert: string };
  secure?: boolean;
  /** It takes no mail without TLS. */
  needsTls?: boolean;
  /** It has no SMTPUTF8. */
  asciiAlone?: boolean;
}

type Done = (error?: Error | null) => void;

export async function startSmtp({
  login,
  certificate,
  secure,
  needsTls,
  asciiAlone = false,
}: SmtpOptions = {}): Promise<Smtp> {
  const mails: ReceivedMail[] = [];
  const failures = new Map<Step, SmtpFailure>();
  const sockets = new Set<Socket>();
  let attempts = 0;
  const held: Done[] = [];
  let hung = Promise.withResolvers<void>();

  const pass = (step: Step, done: Done) => {
    const failure = failures.get(step);
    if (failure === undefined) done();
    else if (failure === "break off") for (const socket of sockets) socket.destroy();
    else if (failure === "hang") {
      held.push(done);
      hung.resolve();
    } else {
      const [, code, text] = /^(\d+) (.*)$/.exec(failure)!;
      done(Object.assign(new Error(text), { responseCode: Number(code) }));
    }
  };
  const options: SMTPServerOptions = {
    ...certificate,
    secure: secure ?? false,
    name: "mail.example.org",
    disabledCommands: certificate ? [] : ["STARTTLS"],
    hideSMTPUTF8: asciiAlone,
    authOptional: !login,
    allowInsecureAuth: true,
    disableReverseLookup: true,
    logger: false,
    onAuth({ username, password }, _session, done) {
      const right = username === login?.user && password === login?.password;
      if (right) done(null, { user: username });
      else done(Object.assign(new Error("5.7.8 Not you"), { responseCode: 535 }));
    },
    onConnect: (_session, done) => pass("connect", done),
    onMailFrom(_address, { secure: isSecure }, done) {
      const why = "5.7.0 Must issue a STARTTLS command first";
      if (needsTls && !isSecure) done(Object.assign(new Error(why), { responseCode: 530 }));
      else pass("sender", done);
    },
    onRcptTo(_address, _session, done) {
      attempts++;
      pass("recipient", done);
    },
    onData(stream, session, done) {
      // Another mail whose connection was broken off meanwhile is never whole.
      const whole = stream.toArray().catch(() => null);
      void whole.then(async (chunks) => {
        if (chunks === null) return;
        const raw = Buffer.concat(chunks as Buffer[]).toString("utf8");
        const { mailFrom, rcptTo } = session.envelope;
        mails.push({
          from: mailFrom ? mailFrom.address : "",
          to: rcptTo.map(({ address }) => address),
          raw,
          read: await PostalMime.parse(raw),
          secure: session.secure,
          greeted: session.hostNameAppearsAs,
        });
        pass("message", done);
      });
    },
  };
  const server = new SMTPServer(options);
  // Clients that break off are part of the tests.
  server.on("error", () => {});
  server.server.on("connection", (socket) => {
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  return {
    port: (server.server.address() as AddressInfo).port,
    mails,
    attempts: () => attempts,
    failWith: (step, failure) =>
      void (failure === null ? failures.delete(step) : failures.set(step, failure)),
    hanging: () => hung.promise,
    goOn() {
      hung = Promise.withResolvers();
      for (const done of held.splice(0)) done();
    },
    async stop() {
      const closed = new Promise<void>((resolve) => server.close(resolve));
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}

/** The settings of the channel `email` whose server listens on this machine. */
export const mailBy = (port: number) => ({
  server: { host: "127.0.0.1", port, tls: "optional" as const, checked: false, login: null },
  from: { name: "Monitord", address: "monitord@example.org" },
  name: null,
});
