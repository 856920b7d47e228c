/**
 * The reports of one transaction. Those of `quiet` monitors are only counted (`core/reports/quiet`), with the same few
 * statements for all: their subjects are locked and hardly read, and their monitors are known by their version. Reports
 * that may do more are left to their verb.
 */
import type { Subject, WebhookMonitor } from "../../core/model/model.ts";
import { countQuiet, type Counts } from "../../core/reports/quiet.ts";
import type { Context } from "../queries/context.ts";
import { rows, together, type Procedure, type BoundStatement } from "../kit/procedure.ts";
import type { Registry } from "../store.ts";
import type { ReportInput } from "../kit/request.ts";
import { recordReports, type Arrived } from "../records/reports.ts";
import { firstSteps, stepOf } from "./ahead.ts";
import type { QuietMonitors } from "./quiet-monitors.ts";

type Answer = { accepted: number } | null;
type CountedSubject = Arrived["subject"] & Counts & { is_quiet: boolean };
type Counted = Arrived & { set: Counts };

export interface ReportBatch {
  /** Its first reads. */
  ahead: BoundStatement[];
  /** Goes on with the answers to these: answers the reports of each monitor, in the order of the ids. */
  run(inputs: readonly ReportInput[], answers: readonly unknown[][]): Procedure<Answer[]>;
}

/** Reports of the monitors with these ids, which are different ones. */
export function reportBatch(
  c: Context,
  monitors: QuietMonitors,
  report: Registry["report"],
  ids: readonly string[],
): ReportBatch {
  const known = monitors.among(ids);
  const others = ids.filter((id) => !known.has(id));
  // First all subjects in one order: else two nodes, each of which knows monitors that the other does not, could wait for
  // each other.
  const counting =
    known.size === 0
      ? []
      : [
          stepOf(rows(c.q.holdCounts, { ids: JSON.stringify(ids) })),
          stepOf(rows(c.q.webhookVersions, { ids: JSON.stringify([...known.keys()]) })),
        ];

  function learn(answers: readonly unknown[][]): void {
    others.forEach((_, i) => {
      const [subject] = answers[i] as Subject[];
      const [monitor] = answers[others.length + i] as WebhookMonitor[];
      if (subject && monitor) monitors.learn(subject, monitor);
    });
  }

  /** The reports that are only counted, by their monitor. */
  function countAll(
    inputs: readonly ReportInput[],
    [subjects = [], versions = []]: readonly unknown[][],
  ): ReadonlyMap<string, Counted> {
    const held = new Map((subjects as CountedSubject[]).map((subject) => [subject.id, subject]));
    const version = new Map((versions as WebhookMonitor[]).map((row) => [row.id, row.version]));
    const counted = new Map<string, Counted>();
    for (const { subject_id, reports } of inputs) {
      const monitor = known.get(subject_id);
      if (!monitor) continue;
      const subject = held.get(subject_id);
      const counts =
        subject?.is_quiet && version.get(subject_id) === monitor.version
          ? countQuiet(subject, monitor.threshold, reports)
          : null;
      if (counts) counted.set(subject_id, { subject: subject!, ...counts });
      else monitors.remove(subject_id);
    }
    return counted;
  }

  return {
    ahead: [...counting, ...firstSteps(c, others)],
    *run(inputs, answers) {
      learn(answers.slice(counting.length));
      const counted = countAll(inputs, answers.slice(0, counting.length));
      yield* write(c, [...counted.values()], inputs[0]!.now);
      const left = inputs.filter(({ subject_id }) => !counted.has(subject_id));
      const procedures = left.map((input) => report(c, input));
      // One that is alone may end its transaction at a cut.
      const decided =
        inputs.length === 1 && left.length === 1
          ? [yield* procedures[0]!]
          : yield* together(procedures);
      const answer = new Map(left.map(({ subject_id }, i) => [subject_id, decided[i]!]));
      return inputs.map(({ subject_id, reports }) =>
        counted.has(subject_id) ? { accepted: reports.length } : answer.get(subject_id)!,
      );
    },
  };
}

function* write(c: Context, counted: readonly Counted[], now: number): Procedure<void> {
  if (counted.length === 0) return;
  yield counted.map(({ subject, set }) => stepOf(c.of.subjects.update({ id: subject.id }, set)));
  yield* recordReports(c, counted, now);
}
