/** Sub-checks by their hash: most reports say what the last one said, and then they are neither read nor written. */
import { hash } from "node:crypto";
import type { CheckResult } from "../../core/model/model.ts";

export function hashOf(results: readonly CheckResult[]): string {
  return hash("sha1", JSON.stringify(results), "base64");
}
