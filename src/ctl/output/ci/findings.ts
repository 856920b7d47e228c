/**
 * Mistakes in manifests as reports that show them beside the change: Code Quality of GitLab
 * (https://docs.gitlab.com/ci/testing/code_quality/) and SARIF 2.1.0, which GitHub's code scanning and most editors read. Pure.
 */
import { hash } from "node:crypto";
import type { Issue } from "../../../manifest/issue.ts";

/** A mistake of a manifest, or a warning about it. */
export interface Finding extends Issue {
  level: "error" | "warning";
}

/** The path of a file from the root of the repository, with slashes. */
type PathOf = (file: string) => string;

/** For `artifacts:reports:codequality`. */
export function codeQuality(findings: readonly Finding[], pathOf: PathOf): object[] {
  const printOf = fingerprints();
  return findings.map((finding) => ({
    description: textOf(finding),
    check_name: finding.code,
    fingerprint: printOf(finding, pathOf),
    severity: finding.level === "error" ? "major" : "minor",
    location: { path: pathOf(finding.file), lines: { begin: finding.line } },
  }));
}

/** One run, with a rule for each code. `version`: of this program. */
export function sarif(findings: readonly Finding[], pathOf: PathOf, version: string): object {
  const printOf = fingerprints();
  const results = findings.map((finding) => ({
    ruleId: finding.code,
    level: finding.level,
    message: { text: textOf(finding) },
    locations: [
      {
        physicalLocation: {
          artifactLocation: { uri: encodeURI(pathOf(finding.file)), uriBaseId: "%SRCROOT%" },
          region: {
            startLine: finding.line,
            startColumn: finding.column,
            endColumn: finding.column + finding.length,
          },
        },
      },
    ],
    partialFingerprints: { "monitorctl/v1": printOf(finding, pathOf) },
  }));
  const rules = [...new Set(findings.map(({ code }) => code))].toSorted().map((id) => ({ id }));
  return {
    $schema: "https://json.schemastore.org/sarif-2.1.0.json",
    version: "2.1.0",
    runs: [
      {
        tool: { driver: { name: "monitorctl", semanticVersion: version, rules } },
        columnKind: "utf16CodeUnits",
        results,
      },
    ],
  };
}

const textOf = ({ resource, message, hint }: Finding): string =>
  `${resource === null ? "" : `${resource}: `}${message}${hint === null ? "" : ` (${hint})`}`;

/**
 * Names a finding without its line, so that it stays the same one when lines are added above it. GitLab shows only the first of
 * two with one name, so equal ones are counted.
 */
function fingerprints() {
  const times = new Map<string, number>();
  return (finding: Finding, pathOf: PathOf): string => {
    const facts = JSON.stringify([pathOf(finding.file), finding.code, textOf(finding)]);
    const time = (times.get(facts) ?? 0) + 1;
    times.set(facts, time);
    return hash("sha256", `${time} ${facts}`);
  };
}
