/**
 * Batches and answers in the form in which they cross threads. Reports are most of them: as objects each would carry the
 * names of its fields across, which takes longer than deciding about it. So they are one flat list.
 */
import type { ErrorReport } from "../../core/model/command.ts";
import type { ReportInput } from "../kit/store.ts";
import type { Batch, Turn, TurnResult, WriterAnswer } from "./wire.ts";

export interface PackedBatch {
  /** null: the next of `reports`. */
  turns: (Turn | null)[];
  /** Per request: id, monitor, time, number of reports; per report: time, message, source, meta. */
  reports: (number | string | null)[];
}

export interface PackedAnswer extends Omit<WriterAnswer, "results"> {
  /** A number: that of the accepted reports. */
  results: (TurnResult | number)[];
}

export function packBatch(batch: Batch): PackedBatch {
  const reports: PackedBatch["reports"] = [];
  const turns = batch.map((turn) => {
    if (turn.verb !== "report" || !turn.request) return turn;
    const input = turn.request.input as ReportInput;
    reports.push(turn.id, input.subject_id, input.now, input.reports.length);
    for (const { at, message, source, meta } of input.reports)
      reports.push(at, message, source, meta);
    return null;
  });
  return { turns, reports };
}

export function unpackBatch({ turns, reports }: PackedBatch): Batch {
  let at = 0;
  const next = <T extends number | string | null>() => reports[at++] as T;
  const nextReport = (): ErrorReport => ({
    at: next<number>(),
    message: next<string | null>(),
    source: next<string | null>(),
    meta: next<string | null>(),
  });
  return turns.map((turn) => {
    if (turn) return turn;
    const [id, subject_id, now] = [next<number>(), next<string>(), next<number>()];
    const input: ReportInput = {
      subject_id,
      reports: Array.from({ length: next<number>() }, nextReport),
      now,
    };
    return { id, source: subject_id, verb: "report", request: { verb: "report", input } };
  });
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
