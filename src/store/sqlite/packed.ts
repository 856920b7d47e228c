/**
 * Batches and answers in the form in which they cross threads. Reports and deliveries are most of them: as objects each
 * would carry the names of its fields across, which takes longer than deciding about it. So they are flat lists, and the
 * bodies of all deliveries are one piece of memory.
 */
import type { PackedDelivery } from "../../core/alerts/packed-delivery.ts";
import type { ErrorReport } from "../../core/command/command.ts";
import type { DeliverInput, ReportInput } from "../kit/request.ts";
import type { Batch, Turn, TurnResult, WriterAnswer } from "./wire.ts";

export interface PackedBatch {
  /** A word: the next of `reports` or of `deliveries`. */
  turns: (Turn | "report" | "deliver")[];
  /** Per request: id, monitor, time, number of reports; per report: time, message, source, meta. */
  reports: (number | string | null)[];
  /** Per request: id, group, number of deliveries; per delivery: time, number of alerts, text, bytes of its body. */
  deliveries: (number | string)[];
  bodies: Uint8Array;
}

export interface PackedAnswer extends Omit<WriterAnswer, "results"> {
  /** A number: that of the accepted reports. */
  results: (TurnResult | number)[];
}

export function packBatch(batch: Batch): PackedBatch {
  const reports: PackedBatch["reports"] = [];
  const deliveries: PackedBatch["deliveries"] = [];
  const bodies: Uint8Array[] = [];
  const turns = batch.map((turn) => {
    if (turn.verb === "report" && turn.request) {
      const input = turn.request.input as ReportInput;
      reports.push(turn.id, input.subject_id, input.now, input.reports.length);
      for (const { at, message, source, meta } of input.reports)
        reports.push(at, message, source, meta);
      return "report";
    }
    if (turn.verb === "deliver" && turn.request) {
      const input = turn.request.input as DeliverInput;
      deliveries.push(turn.id, input.subject_id, input.deliveries.length);
      for (const { at, alerts, text, body } of input.deliveries) {
        deliveries.push(at, alerts, text, body.length);
        bodies.push(body);
      }
      return "deliver";
    }
    return turn;
  });
  return { turns, reports, deliveries, bodies: Buffer.concat(bodies) };
}

export function unpackBatch(packed: PackedBatch): Batch {
  const report = reader(packed.reports);
  const delivery = reader(packed.deliveries);
  let taken = 0;
  const nextReport = (): ErrorReport => ({
    at: report<number>(),
    message: report<string | null>(),
    source: report<string | null>(),
    meta: report<string | null>(),
  });
  const nextBody = (length: number) => packed.bodies.subarray(taken, (taken += length));
  const nextDelivery = (): PackedDelivery => ({
    at: delivery<number>(),
    alerts: delivery<number>(),
    text: delivery<string>(),
    body: nextBody(delivery<number>()),
  });
  return packed.turns.map((turn) => {
    if (turn === "report") {
      const [id, subject_id, now] = [report<number>(), report<string>(), report<number>()];
      const reports = Array.from({ length: report<number>() }, nextReport);
      const input: ReportInput = { subject_id, reports, now };
      return { id, source: subject_id, verb: turn, request: { verb: turn, input } };
    }
    if (turn === "deliver") {
      const [id, subject_id] = [delivery<number>(), delivery<string>()];
      const deliveries = Array.from({ length: delivery<number>() }, nextDelivery);
      const input: DeliverInput = { subject_id, deliveries };
      return { id, source: subject_id, verb: turn, request: { verb: turn, input } };
    }
    return turn;
  });
}

/** Takes the next of a list. */
function reader(list: readonly (number | string | null)[]): <T>() => T {
  let at = 0;
  return <T>() => list[at++] as T;
}

export const packAnswer = (batch: Batch, answer: WriterAnswer): PackedAnswer => ({
  ...answer,
  results: answer.results.map((result, i) =>
    batch[i]!.verb === "report" && typeof result === "object" && "value" in result && result.value
      ? (result.value as { accepted: number }).accepted
      : result,
  ),
});

export const unpackAnswer = (answer: PackedAnswer): WriterAnswer => ({
  ...answer,
  results: answer.results.map((result) =>
    typeof result === "number" ? { value: { accepted: result } } : result,
  ),
});
