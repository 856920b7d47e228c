/**
 * Reads the output of `ping` for one packet: of iputils, BusyBox, the BSDs and macOS. Its exit code is not read, because
 * these programs do not agree about it. Pure.
 */
import { cleanText, cutText } from "../core/text/text.ts";

export type PingOutput =
  /** `ms`: the round trip; null: not said. */
  | { kind: "reply"; ms: number | null }
  /** `reason`: as a router said it; null: silence. */
  | { kind: "silence"; reason: string | null }
  /** This machine has no way to the address. */
  | { kind: "no-route" }
  /** The packet was not sent, for a reason of this machine. */
  | { kind: "refused"; line: string }
  /** Another output. */
  | { kind: "unknown"; line: string };

/** The outcome of one packet. */
export function readPing(stdout: string, stderr: string): PingOutput {
  const received = /\b(\d+) (?:packets )?received\b/.exec(stdout)?.[1];
  if (received !== undefined && received !== "0") return { kind: "reply", ms: roundTrip(stdout) };
  const refused = /^.*(?:not permitted|permission denied|are you root|cap_net_raw).*$/im.exec(
    stderr,
  );
  if (refused) return { kind: "refused", line: firstLine(refused[0]) };
  if (/network (?:is )?unreachable/i.test(stderr)) return { kind: "no-route" };
  const reason =
    unreachable.exec(stdout)?.[0] ?? /host is down|no route to host/i.exec(stderr)?.[0];
  if (received !== undefined || reason !== undefined)
    return { kind: "silence", reason: reason === undefined ? null : short(reason) };
  return { kind: "unknown", line: firstLine(stderr) || firstLine(stdout) };
}

/** Answers of routers, in the words of these programs. */
const unreachable =
  /\bDest(?:ination)? (?:\w+ )?unreachable\b[^\n]*|\bPacket filtered\b|\bCommunication prohibited\b[^\n]*|\bTime (?:to live )?exceeded\b[^\n]*/i;

/** The time of the reply, else the one of the summary, which has a single packet. */
function roundTrip(stdout: string): number | null {
  const [, text] =
    /\btime[=<] ?(\d+(?:\.\d+)?) ?ms/.exec(stdout) ?? /= ?(\d+(?:\.\d+)?)\//.exec(stdout) ?? [];
  return text === undefined ? null : Number(text);
}

/** Without the name of the program. */
function firstLine(text: string): string {
  const [line = ""] = text.trim().split("\n", 1);
  return short(line.replace(/^\S*ping6?: /, ""));
}

const short = (line: string) => cutText(cleanText(line), 200);
