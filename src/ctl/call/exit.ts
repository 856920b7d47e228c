/** The exit codes, which scripts rely on. `--help` and the guide print their meanings from here. */
export const exitCodes = {
  done: 0,
  unexpected: 1,
  differences: 2,
  input: 3,
  access: 4,
  conflict: 5,
  unconfirmed: 7,
  notYet: 8,
  unreachable: 9,
  down: 10,
  interrupted: 130,
} as const;
export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes];

export const exitMeanings: Record<ExitCode, string> = {
  0: "done, or nothing to do",
  1: "unexpected error, of this program or the server",
  2: "differences found (drift, plan --exit-code, fmt --check)",
  3: "invalid input: flags, YAML, references",
  4: "not signed in, or not allowed",
  5: "conflict: changed since it was read, or managed by another project",
  7: "needs confirmation",
  8: "timed out waiting",
  9: "the server is unreachable",
  10: "a monitor is failing (status --exit-code, check run), or nobody is notified (doctor, who, notify test, drill run)",
  130: "interrupted",
};

/** `monitorctl help exit-codes`. */
export function exitCodesText(): string {
  const rows = Object.entries(exitMeanings).map(
    ([code, meaning]) => `  ${code.padStart(3)}  ${meaning}\n`,
  );
  return `Exit codes:\n\n${rows.join("")}`;
}
