/** `monitord config`: checks and prints the configuration, without a start. */
import { configSchema } from "../config/config-schema.ts";
import { configLines } from "../config/show-config.ts";
import { readProvisioned } from "../provision/read-manifests.ts";
import { configured, environment, err, out, readSources, type Invocation } from "./invocation.ts";

export async function check(invocation: Invocation): Promise<number> {
  const config = configured(invocation);
  if (!config) return 78;
  const mistakes: string[] = [];
  for (const path of config.provision) {
    const read = await readProvisioned(path, environment());
    if (!read.ok) mistakes.push(...read.mistakes);
  }
  for (const mistake of mistakes) err(`  ${mistake}`);
  if (mistakes.length > 0) return 78;
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

export async function schema(): Promise<number> {
  out(JSON.stringify(configSchema(), null, 2));
  return 0;
}
