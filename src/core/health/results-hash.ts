/** Hashes sub-checks: most reports repeat the last one, and then the rows are neither read nor written. Pure. */
import { hash } from "node:crypto";
import type { CheckResult } from "../model/model.ts";

export function hashOf(results: readonly CheckResult[]): string {
  return hash("sha1", JSON.stringify(results), "base64");
}
