/** The configuration as a configuration file, with the source of each value. Pure. */
import { stringify } from "yaml";
import type { Option } from "../../core/model/option.ts";
import type { Origins } from "./config.ts";

/** Lines of YAML. Options without a value are comments, and secrets are `***`. */
export function configLines(origins: Origins, { origin }: { origin: boolean }): string[] {
  return [...origins].map(([option, found]) => {
    const value = found?.value ?? option.default;
    if (value === null) return `# ${option.name}:`;
    const line = `${option.name}: ${stringify(shown(option, value), flow).trim()}`;
    const from = origin ? `  # ${found?.from ?? "default"}` : "";
    return `${option.notInFile ? "# " : ""}${line}${from}`;
  });
}

const flow = { lineWidth: 0, collectionStyle: "flow", flowCollectionPadding: false } as const;

/** A password in a URL is hidden alone, any other secret as a whole. */
function shown({ secret, type }: Option, value: unknown): unknown {
  if (type.kind === "integer") return Number(value);
  const url = typeof value === "string" ? URL.parse(value) : null;
  if (url && url.password !== "") {
    url.password = "***";
    return url.href;
  }
  return secret && !(url && url.host !== "") ? "***" : value;
}
