/** Classifies errors of PostgreSQL for callers. Codes: PostgreSQL's appendix A. */

export type Failure =
  /** The transaction lost against another one, or was ended: the same again may work. */
  | "again"
  /** A concurrent transaction inserted the same key first. */
  | "taken"
  /** The server cannot do it now: no data was stored, retry later. */
  | "away"
  /** A mistake of ours. */
  | "bug";

/**
 * serialization_failure, deadlock_detected, lock_not_available, idle_in_transaction_session_timeout: that one also
 * ends transactions that were not idle, after a step of the server's clock. check_violation, of which no table has any of
 * its own: the partition of a row was made while the row was on its way to the rest.
 */
const lost = new Set(["40001", "40P01", "55P03", "25P03", "23514"]);
const uniqueViolation = "23505";

/** The server's error code; undefined: the error is not the server's. */
export function codeOf(error: unknown): string | undefined {
  for (let at: unknown = error; at instanceof Error; at = at.cause) {
    const { code, severity } = at as { code?: unknown; severity?: unknown };
    if (typeof code === "string" && severity !== undefined) return code;
  }
  return undefined;
}

export function failureOf(error: unknown): Failure {
  const code = codeOf(error);
  // The connection: refused, cut, or silent for too long.
  if (code === undefined) return isOfTheConnection(error) ? "away" : "bug";
  if (lost.has(code)) return "again";
  if (code === uniqueViolation) return "taken";
  // Connections, resources, operator, system, internal; and a server that only reads, or wants a login.
  return /^(08|53|57|58|XX)/.test(code) || /^(25006|28|3D000)/.test(code) ? "away" : "bug";
}

/** too_many_connections: a limit of the server, the user or the database. */
export const isFull = (error: unknown): boolean => codeOf(error) === "53300";

/** The innermost message, the most specific one. */
export function messageOf(error: unknown): string {
  let message = String(error);
  for (let at: unknown = error; at instanceof Error; at = at.cause) {
    const { code } = at as { code?: string };
    message = at.message || code || at.name;
    // A host with several addresses fails with one error for each.
    if (at instanceof AggregateError && at.errors.length > 0) return messageOf(at.errors[0]);
  }
  return message;
}

function isOfTheConnection(error: unknown): boolean {
  for (let at: unknown = error; at instanceof Error; at = at.cause) {
    const { code } = at as { code?: unknown };
    if (typeof code === "string" && /^(E[A-Z]+|ERR_SOCKET|ERR_TLS)/.test(code)) return true;
    if (at instanceof AggregateError) return true;
    if (/connection|timeout|terminated|SSL|SASL|stream/i.test(at.message)) return true;
  }
  return false;
}
