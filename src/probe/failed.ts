/** Turns the error that a probe ended with into its outcome. */
import type { Fetched, Seen, ProbeStep } from "../core/health/prober.ts";
import { UntrustedCertificate } from "./certificate.ts";
import { AddressRefused, LookupFailed } from "./connect.ts";
import { isUndecided, neverConnected, reasonOf } from "./reason.ts";
import { Late } from "./within.ts";

/** The failure; `doing` and `step`: of the moment when it came. */
export function failed(
  error: Error,
  { doing, step }: { doing: string; step: ProbeStep },
  seen: Seen,
): Fetched & { kind: "failure" } {
  if (error instanceof Late)
    return {
      kind: "failure",
      during: step,
      reason: `${error.message} while ${doing}`,
      unreachable: true,
      late: true,
      ...(step === "dns" && { undecided: true }),
      seen,
    };
  return {
    kind: "failure",
    during: stepOf(error, step),
    reason: reasonOf(error),
    ...(neverConnected(error) && { unreachable: true }),
    ...(isUndecided(error) && { undecided: true }),
    seen,
  };
}

/** The step that `error` belongs to; `step`: unless the error says another one. */
export function stepOf(error: Error, step: ProbeStep): ProbeStep {
  if (error instanceof LookupFailed) return "dns";
  if (error instanceof AddressRefused) return "connection";
  return error instanceof UntrustedCertificate ? "certificate" : step;
}
