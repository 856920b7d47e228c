/**
 * Lists everything that an installation consists of beside its database, because a backup of the database has
 * none of it.
 */
import type { Invocation } from "./invocation.ts";
import { allOptions, variableOf } from "../config/options.ts";
import { flagOf, isHidden } from "../../core/model/option.ts";

/** Files to keep beside a backup, as one sentence each. */
export function notInBackup(
  { flags }: Invocation,
  env: NodeJS.ProcessEnv,
  secretsKeyFile: string,
): string[] {
  const files = allOptions
    .filter((option) => option.name === "config" || isHidden(option))
    .flatMap((option) => {
      const variable = `${variableOf(option.name)}${isHidden(option) ? "_FILE" : ""}`;
      const file = flags[flagOf(option)] ?? env[variable];
      return typeof file === "string" ? [`${file} (--${flagOf(option)})`] : [];
    });
  return [
    `Not in it, and needed with it: the key of its secrets, ${secretsKeyFile}.`,
    "Not in it: flags and MONITORD_ variables of the service.",
    ...(files.length === 0 ? [] : [`Not in it: ${files.join(", ")}.`]),
  ];
}
