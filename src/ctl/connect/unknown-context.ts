import { didYouMean } from "../../core/text/nearest.ts";
import { readContexts } from "./contexts.ts";
import { wrongInput, type Failure } from "../call/failure.ts";
import type { Io } from "../io.ts";

/** The failure for a context that does not exist. */
export function unknownContext(io: Io, name: string): Failure {
  const known = Object.keys(readContexts(io).all);
  const hint = didYouMean(name, known);
  return wrongInput(
    "unknown_context",
    `unknown context "${name}"${hint}; known: ${known.join(", ") || "none"}`,
    `sign in with: monitorctl login URL --context ${name}`,
  );
}
