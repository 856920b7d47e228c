/** `monitord config`: checks and prints the configuration, without a start. */
import { configLines } from "../config/show-config.ts";
import { configured, err, out, readSources, type Invocation } from "./invocation.ts";

export async function check(invocation: Invocation): Promise<number> {
  if (!configured(invocation)) return 78;
  err("The configuration is valid.");
  return 0;
}

export async function print(invocation: Invocation): Promise<number> {
  const read = readSources(invocation);
  if (!read) return 78;
  for (const line of configLines(read.origins, { origin: "origin" in invocation.options }))
    out(line);
  return 0;
}
