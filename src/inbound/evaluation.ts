/**
 * Recognizes alerts that Grafana raises about a rule it could not evaluate, and resolves that only say
 * that a rule is no longer evaluated. Both look like real ones: they carry the rule's own severity and
 * description.
 */
import type { Alert } from "./alert.ts";
import { firstText, type Foreign } from "./members.ts";
import { oneLine } from "./wording.ts";

/** Grafana's statement about the evaluation of a rule. */
export interface Evaluation {
  /** The name of the rule, if the alert has another name. */
  rule: string | null;
  /** For the title of an alert whose condition is unknown; null: it is known. */
  state: string | null;
  /** First line of the summary. */
  remark: string | null;
}

const reasons: [pattern: RegExp, why: string][] = [
  [/MissingSeries/i, "its series is gone"],
  [/RuleDeleted/i, "its rule was deleted"],
  [/Paused/i, "its rule is paused"],
];

/** Reads the labels and annotations in which Grafana states it. */
export function evaluationOf(
  labels: Foreign,
  annotations: Foreign,
  status: Alert["status"],
): Evaluation {
  const name = firstText(labels, "alertname");
  const reason = firstText(annotations, "grafana_state_reason") ?? "";
  const separate = name === "DatasourceNoData" || name === "DatasourceError";
  const rule = separate ? firstText(labels, "rulename") : null;
  const ended = status === "resolved" && reasons.find(([pattern]) => pattern.test(reason));
  if (ended)
    return {
      rule,
      state: "no longer watched",
      remark: `Resolved because ${ended[1]}: that does not mean that it is fixed.`,
    };
  const problem =
    name === "DatasourceNoData" || /\bNoData\b/.test(reason)
      ? "no data"
      : name === "DatasourceError" || /\bError\b/.test(reason)
        ? "cannot be evaluated"
        : null;
  if (problem === null) return { rule, state: null, remark: null };
  return {
    rule,
    state: problem,
    remark:
      status === "resolved"
        ? `Grafana ${problem === "no data" ? "gets data for" : "can evaluate"} this rule again.`
        : remarkOf(problem, firstText(annotations, "Error", "error"), reason),
  };
}

function remarkOf(problem: string, error: string | null, reason: string): string {
  const known = /KeepLast/.test(reason)
    ? "its last state is kept"
    : "whether its condition holds is unknown";
  const why = error === null ? "" : ` Error: ${oneLine(error, 500)}`;
  return problem === "no data"
    ? `Grafana gets no data for this rule: ${known}.${why}`
    : `Grafana cannot evaluate this rule: ${known}.${why}`;
}
