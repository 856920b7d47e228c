/**
 * Explains who was notified of an incident, and who was not: one sentence first, then each person and
 * device.
 */
import type { Call } from "../call/call.ts";
import { exitCodes, type ExitCode } from "../call/exit.ts";
import { wrongInput } from "../call/failure.ts";
import { incidentId } from "../input/incident-id.ts";
import { instantText, momentOf } from "../input/duration.ts";
import { localSecond } from "../../core/hours/zone.ts";
import { receiptText } from "../output/receipt.ts";
import { foldedBehind } from "../output/table.ts";
import { oneLine } from "../output/text.ts";
import { printedAsJson } from "../call/structured.ts";

export async function explainIncident(call: Call, typed: string): Promise<ExitCode> {
  const { io, options, style } = call;
  const client = await call.client();
  const at = typeof options.at === "string" ? momentOf("--at", options.at, io.now()) : null;
  if (at !== null && at > io.now())
    throw wrongInput(
      "usage",
      `--at ${String(options.at)} is in the future`,
      "who would be notified then: monitorctl who GROUP --at TIME",
    );
  const explained = await client.send("GET /incidents/:id/explanation", {
    id: incidentId(typed),
    query: at === null ? {} : { at: instantText(at) },
  });
  if (printedAsJson(call, explained)) return exitCodes.done;
  // An older server does not answer its zone.
  const zone = (explained.timezone as string | undefined) ?? "UTC";
  const timeOf = (instant: string) => localSecond(zone, Date.parse(instant));
  const textOf = (sentence: string) =>
    oneLine(sentence).replace(/(\d\d:\d\d) \(?([\w/+-]+)\)?/g, (whole, time: string, of) =>
      of === zone ? time : whole,
    );
  const folded = (text: string, indent: number) => foldedBehind(text, indent, style);
  const lines = [folded(textOf(explained.sentence), 0), `Times in ${oneLine(zone)}.`];
  for (const person of explained.people) {
    lines.push("", style.bold(oneLine(person.name)));
    if (person.receipt) lines.push(`  ${folded(receiptText(person.receipt, timeOf), 2)}`);
    if (person.devices.length === 0) lines.push("  no device");
    for (const device of person.devices) {
      lines.push(
        `  ${folded(`${oneLine(device.name ?? "a device without a name")}: ${textOf(device.sentence)}`, 2)}`,
      );
      for (const { gate, passed, reason, until, at } of device.gates) {
        const sign = passed ? style.green(style.sign.done) : style.yellow(style.sign.warn);
        const when = [
          ...(until === null ? [] : [`until ${timeOf(until)}`]),
          ...(at === null ? [] : [timeOf(at)]),
        ];
        lines.push(`    ${sign} ${folded(`${gate}: ${[textOf(reason), ...when].join(", ")}`, 6)}`);
      }
      for (const { attempts_made } of device.notifications)
        for (const { started_at, outcome, detail } of attempts_made)
          lines.push(
            `    ${folded(`${timeOf(started_at)} ${outcome}${detail === null ? "" : `: ${oneLine(detail)}`}`, 4)}`,
          );
    }
  }
  io.stdout.write(`${lines.join("\n")}\n`);
  return exitCodes.done;
}
