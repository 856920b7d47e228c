/**
 * From flags, environment and configuration file to one checked `Config`, or to every problem at once.
 *
 * A flag wins over the environment, the environment over the file, the file over the default. Nothing is
 * guessed: what is not understood is a problem that says where it stands and what would be right, since a
 * setting that is silently ignored is found out only on the day it is needed. The only way to the outside
 * is the `readText` that comes in. Values of secrets never get into a message.
 */
import type { Retention } from "../app/ports.ts";
import { nearest } from "../api/check.ts";
import { convert } from "./config-value.ts";
import { readConfigFile } from "./config-file.ts";
import { allOptions, flagOf, variableOf, type Option } from "./options.ts";

export interface Config {
  host: string;
  port: number;
  dataDir: string;
  /** No trailing slash; null: made from the address listened on. */
  siteUrl: string | null;
  /** No trailing slash; may carry a path and user:password. */
  ntfyUrl: string;
  ntfyToken: string | null;
  bootstrapApiKey: string | null;
  allowAddresses: string[];
  trustedProxies: string[];
  /** Requests per minute and key. */
  apiRateLimit: number;
  retention: Retention;
  logLevel: "fatal" | "error" | "warn" | "info" | "debug" | "trace";
  logFormat: "auto" | "json" | "text";
}

export type ReadText = (
  path: string,
) => { ok: true; text: string } | { ok: false; reason: string };

export interface Given {
  /** By flag name without `--`; a repeated flag is a list. */
  flags: Record<string, string | string[] | undefined>;
  env: Record<string, string | undefined>;
  readText: ReadText;
}

export type Configured =
  | { ok: true; config: Config }
  | { ok: false; problems: string[] };

/** A value as somebody wrote it, and where. */
interface Written {
  origin: string;
  value: unknown;
}

const DAY = 86_400_000;

/** Resolves the whole configuration, or says everything that is wrong with it. */
export function configure(given: Given): Configured {
  const problems: string[] = [];
  const written = new Map<string, Written>();

  const file = fromFile(given, problems);
  for (const option of allOptions) {
    const found =
      fromFlags(option, given, problems) ??
      fromEnv(option, given, problems) ??
      file.get(option.name);
    if (found) written.set(option.name, found);
  }
  problems.push(...unknownVariables(given.env));

  const value = (name: string): unknown => {
    const option = allOptions.find((one) => one.name === name)!;
    const found = written.get(name);
    if (!found) return option.type.kind === "list" ? [] : option.default;
    const converted = convert(option, found.value);
    if (converted.ok) return converted.value;
    problems.push(`${found.origin}: ${converted.problem}`);
    return option.default;
  };

  const reports = (value("report-retention-days") as number) * DAY;
  const incidents = (value("incident-retention-days") as number) * DAY;
  const config: Config = {
    host: value("host") as string,
    port: value("port") as number,
    dataDir: value("data-dir") as string,
    siteUrl: value("site-url") as string | null,
    ntfyUrl: value("ntfy-url") as string,
    ntfyToken: value("ntfy-token") as string | null,
    bootstrapApiKey: value("bootstrap-api-key") as string | null,
    allowAddresses: value("allow-addresses") as string[],
    trustedProxies: value("trusted-proxies") as string[],
    apiRateLimit: value("api-rate-limit") as number,
    retention: {
      reports,
      inbound_events: reports,
      incidents,
      history: incidents,
      audit_events: incidents,
    },
    logLevel: value("log-level") as Config["logLevel"],
    logFormat: value("log-format") as Config["logFormat"],
  };
  return problems.length > 0 ? { ok: false, problems } : { ok: true, config };
}

function fromFlags(
  option: Option,
  given: Given,
  problems: string[],
): Written | undefined {
  const flag = flagOf(option);
  const value = given.flags[flag];
  if (value === undefined) return undefined;
  return option.secret
    ? secretIn(String(value), `--${flag}`, given.readText, problems)
    : { origin: `--${flag}`, value };
}

function fromEnv(
  option: Option,
  given: Given,
  problems: string[],
): Written | undefined {
  const name = variableOf(option.name);
  // Empty counts as not set: compose files write `NAME=${NAME}` for what may be missing.
  const value = given.env[name] || undefined;
  const path = option.secret ? given.env[`${name}_FILE`] || undefined : undefined;
  if (value !== undefined && path !== undefined) {
    problems.push(`${name} and ${name}_FILE are both set; keep one of them`);
  }
  if (value !== undefined) return { origin: name, value };
  if (path !== undefined)
    return secretIn(path, `${name}_FILE`, given.readText, problems);
  return undefined;
}

function fromFile(given: Given, problems: string[]): Map<string, Written> {
  const found = new Map<string, Written>();
  const path =
    given.flags["config"] === undefined
      ? given.env["MONITORD_CONFIG"]
      : String(given.flags["config"]);
  if (!path) return found;
  const read = given.readText(path);
  if (!read.ok) {
    const origin =
      given.flags["config"] === undefined ? "MONITORD_CONFIG" : "--config";
    problems.push(`${origin}: cannot read ${path}: ${read.reason}`);
    return found;
  }
  const { entries, problems: faults } = readConfigFile(path, read.text);
  problems.push(...faults);

  const inFile = allOptions.filter((option) => !option.notInFile);
  const keys = inFile.flatMap((option) =>
    option.secret ? [option.name, `${option.name}-file`] : [option.name],
  );
  for (const { key, value, origin } of entries) {
    const option = inFile.find(
      (one) => key === one.name || (one.secret && key === `${one.name}-file`),
    );
    if (!option) {
      problems.push(`${origin}: unknown option ${key}${meant(key, keys)}`);
      continue;
    }
    // "port:" with nothing behind it: as if the line were not there.
    if (value === null || value === "") continue;
    if (found.has(option.name)) {
      problems.push(`${origin}: ${option.name} is set twice; keep one of them`);
      continue;
    }
    const one =
      key === option.name
        ? { origin: `${origin}: ${key}`, value }
        : secretIn(String(value), `${origin}: ${key}`, given.readText, problems);
    if (one) found.set(option.name, one);
  }
  return found;
}

/** The secret that a file holds, without the line end that editors add. */
function secretIn(
  path: string,
  origin: string,
  readText: ReadText,
  problems: string[],
): Written | undefined {
  const read = readText(path);
  if (!read.ok) {
    problems.push(`${origin}: cannot read ${path}: ${read.reason}`);
    return undefined;
  }
  const value = read.text.trim();
  if (value === "") {
    problems.push(`${origin}: ${path} is empty; it must hold the secret`);
    return undefined;
  }
  return { origin: `${origin} (${path})`, value };
}

/** Variables that begin like ours and are not: nearly always a slip, and else ignored in silence. */
function unknownVariables(env: Given["env"]): string[] {
  const known = allOptions.flatMap((option) =>
    option.secret
      ? [variableOf(option.name), `${variableOf(option.name)}_FILE`]
      : [variableOf(option.name)],
  );
  return Object.keys(env)
    .filter((name) => name.startsWith("MONITORD_"))
    .filter((name) => !known.includes(name))
    .filter((name) => !fromKubernetes.test(name))
    .sort()
    .map((name) => `${name}: unknown variable${meant(name, known)}`);
}

/** What Kubernetes puts into every container when a Service is called monitord; nobody wrote it. */
const fromKubernetes = /^MONITORD_(SERVICE_(HOST|PORT)|PORT_\d+_(TCP|UDP))/;

function meant(word: string, known: readonly string[]): string {
  const near = nearest(word, known);
  return near ? `; did you mean ${near}?` : "; see monitord --help";
}
