/**
 * Adds a phone by a link: shows it as a QR code, and waits until the phone has confirmed. The link keeps
 * working after this process ends.
 */
import type { DeviceInvitation, DeviceInvitationCreated } from "../../api/device-invitations.ts";
import type { User } from "../../api/users.ts";
import type { Client } from "../../client/client.ts";
import { ApiProblem, Unreachable } from "../../client/errors.ts";
import type { Call } from "../call/call.ts";
import { exitCodes } from "../call/exit.ts";
import { findOfKind } from "../input/find-one.ts";
import { oneLine } from "../output/text.ts";
import { statusLine } from "../output/status-line.ts";
import { jsonText, wantsJson } from "../call/structured.ts";
import { personName } from "../../core/text/person.ts";

/** Between two looks, ms. */
const pause = 2000;

export async function invite(call: Call, typed: string): Promise<number> {
  const { io, options } = call;
  const { name, server, wait } = options;
  const client = await call.client();
  const user = await findOfKind(client, "users", typed);
  const made = await client.send("POST /users/:user_id/device_invitations", {
    user_id: user.id,
    body: {
      ...(typeof name === "string" ? { name } : {}),
      ...(typeof server === "string" ? { server } : {}),
    },
  });
  const json = wantsJson(call);
  if (json) io.stdout.write(jsonText(made));
  else await show(call, user, made);
  const waits = wait ?? (!json && io.stdout.isTTY && io.stderr.isTTY);
  if (waits !== true) {
    if (!json) io.stderr.write(laterText(user));
    return exitCodes.done;
  }
  return waitFor(call, client, user, made);
}

async function show(call: Call, user: User, made: DeviceInvitationCreated): Promise<void> {
  const { io, options, style } = call;
  const picture = options["qr"] === false ? null : await pictureOf(call, made);
  if (made.warning !== null)
    io.stderr.write(`${style.yellow(style.sign.warn)} ${made.warning}\n\n`);
  const how =
    picture === null
      ? `Open this on the phone of ${oneLine(personName(user))}:`
      : `Scan this with the phone of ${oneLine(personName(user))}, or open there:`;
  io.stdout.write(
    `${picture ?? ""}${how}\n  ${made.url}\nIt works until ${clock(made.expires_at)} UTC, for one phone.\n`,
  );
}

/** The code as text; null where it would not be one. */
async function pictureOf(
  { io, style }: Call,
  { url }: DeviceInvitationCreated,
): Promise<string | null> {
  if (!io.stdout.isTTY || io.env["TERM"] === "dumb") return null;
  const [{ qrOf }, { qrText }] = await Promise.all([
    import("../../core/text/qr.ts"),
    import("../output/qr.ts"),
  ]);
  const rows = qrOf(url);
  // A cut code, or one made of question marks, cannot be scanned.
  const fits = rows.length <= (io.stdout.columns ?? 80);
  return fits && !style.ascii ? qrText(rows, style.color) : null;
}

/** Polls until the phone has confirmed or the link has expired; an interrupt only ends the wait. */
async function waitFor(
  call: Call,
  client: Client,
  user: User,
  made: DeviceInvitationCreated,
): Promise<number> {
  const { io } = call;
  const quiet = wantsJson(call);
  const line = statusLine(io);
  let interrupted = false;
  let stop = () => {};
  io.holdInterrupts();
  const interrupt = new Promise<void>((resolve) => {
    stop = () => {
      interrupted = true;
      resolve();
    };
  });
  process.once("SIGINT", stop);
  try {
    line.show(waitingText(made));
    for (;;) {
      await Promise.race([io.sleep(pause), interrupt]);
      if (interrupted) {
        line.clear();
        if (!quiet)
          io.stderr.write(
            `\nNobody waits any more, and the link still works until ${clock(made.expires_at)} UTC.\n${laterText(user)}`,
          );
        return exitCodes.interrupted;
      }
      const seen = await look(client, user, made);
      if (seen === "away") line.show("the server does not answer; trying again");
      else if (seen !== "gone" && seen.status === "open") line.show(waitingText(seen));
      else {
        line.clear();
        if (!quiet) io.stdout.write(`${endText(call, user, seen)}\n`);
        return seen !== "gone" && seen.status === "verified" ? exitCodes.done : exitCodes.notYet;
      }
    }
  } finally {
    process.off("SIGINT", stop);
  }
}

/** How it ended. */
function endText({ style }: Call, user: User, seen: DeviceInvitation | "gone"): string {
  if (seen === "gone") return `${style.red(style.sign.bad)} The link was withdrawn.`;
  if (seen.status === "verified")
    return `${style.green(style.sign.done)} The phone of ${oneLine(personName(user))} rings: verified ${clock(seen.verified_at ?? "")} UTC.`;
  const why = seen.test === null ? "nobody sent a test" : "no response to the test";
  return `${style.yellow(style.sign.warn)} The link has run out: ${why}. Again: monitorctl devices add ${user.email}`;
}

/** The state of the link; `away`: the server is unreachable, perhaps only for a moment. */
async function look(
  client: Client,
  user: User,
  { id }: DeviceInvitation,
): Promise<DeviceInvitation | "gone" | "away"> {
  try {
    return await client.send("GET /users/:user_id/device_invitations/:id", {
      user_id: user.id,
      id,
    });
  } catch (error) {
    if (error instanceof Unreachable) return "away";
    if (error instanceof ApiProblem && error.status === 404) return "gone";
    throw error;
  }
}

function waitingText({ test, server }: DeviceInvitation): string {
  const host = URL.parse(server)?.host ?? server;
  if (test === null) return "waiting for the phone…";
  if (test.taken_at !== null)
    return `${host} took the test at ${clock(test.taken_at)} UTC; waiting for “I got it”…`;
  return test.state === "refused"
    ? `${host} refused the test: ${oneLine(test.last_error ?? "")}`
    : test.last_error === null
      ? "the test is on its way…"
      : `${host} has not taken the test yet: ${oneLine(test.last_error)}`;
}

const laterText = ({ email }: User) => `Check the result: monitorctl devices list ${email}\n`;

/** `10:42`, of a timestamp of the API. */
const clock = (timestamp: string) => timestamp.slice(11, 16);
