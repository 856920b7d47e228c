/**
 * Turns flags, environment and file into a configuration, or into all problems at once. Pure: the caller
 * reads the environment and the files, so that each rule is tested as a row of a table. Precedence: flag,
 * environment, file, systemd, default. Each problem names the source of the value and a valid one. A secret's
 * value is never repeated.
 */
import { join } from "node:path";
import { parseDocument } from "yaml";
import type { Issuer } from "../../core/access/issuer.ts";
import type { Retention } from "../../core/history/retention.ts";
import {
  allChannels,
  neededFlags,
  settingsOf,
  type ChannelSettings,
} from "../../channel/registry.ts";
import {
  flagOf,
  isHidden,
  type Option,
  type OptionValue,
  type OptionValues,
} from "../../core/model/option.ts";
import { didYouMean } from "../../core/text/nearest.ts";
import type { BackupSettings } from "../backup/rotation.ts";
import { parse, type GivenValue } from "./option-value.ts";
import { readIssuers } from "./oidc-file.ts";
import { allOptions, variableOf, type logFormats, type logLevels } from "./options.ts";
import { day } from "../../core/text/units.ts";

/** How long the audit log is kept at least, ms: two of the same month can be compared. */
const auditKept = 400 * day;

export interface Config {
  host: string;
  port: number;
  dataDir: string;
  /** PostgreSQL instead of SQLite in `dataDir`; null: SQLite. */
  databaseUrl: string | null;
  /** The keys of the secrets in the database. */
  secretsKeyFile: string;
  /** The service ends TLS itself; null: it speaks http, as behind a proxy. */
  tls: TlsFiles | null;
  /** Without a trailing slash; null: made of host and port. */
  siteUrl: string | null;
  /** Fetched every minute while all is well; null: none. */
  heartbeatUrl: string | null;
  /** Asked when most monitors fail at once. */
  connectivityCheckUrls: string[];
  /** The settings of each channel; null: it is off. */
  channels: ChannelSettings;
  /** Whether an upgrade copies the SQLite database before it changes it. */
  migrationCopy: boolean;
  /** The daily backups; null: none are made. */
  backups: BackupSettings | null;
  /** Manifests that are applied at the start and on SIGHUP. */
  provision: string[];
  bootstrapApiKey: string | null;
  /** OpenID Connect providers; empty: none. */
  issuers: Issuer[];
  /** People sign in with the providers alone. */
  oidcOnly: boolean;
  allowAddresses: string[];
  trustedProxies: string[];
  /** Management requests per minute and key. */
  apiRateLimit: number;
  retention: Retention;
  logLevel: (typeof logLevels)[number];
  logFormat: (typeof logFormats)[number];
}

export interface TlsFiles {
  certFile: string;
  keyFile: string;
}

export interface Sources {
  /** By flag, without `--`. */
  flags: Record<string, string | string[] | undefined>;
  env: Record<string, string | undefined>;
  /** The text of a file; throws when it cannot be read. */
  readFile: (path: string) => string;
  /** The names of systemd's credentials, which are files in `$CREDENTIALS_DIRECTORY`. */
  credentials?: readonly string[];
}

/** The value of an option as it was given, and its source; null: the default applies. */
export type Origins = ReadonlyMap<Option, GivenValue | null>;

/** `issuerFiles`: the files that the file of `--oidc-config` names, as it names them. */
export type Configured =
  | { ok: true; config: Config; origins: Origins; issuerFiles: string[] }
  | { ok: false; problems: string[] };

/** Reads the whole configuration. */
export function readConfig(sources: Sources): Configured {
  const problems: string[] = [];
  const attempt = <T>(read: () => T): T | undefined => {
    try {
      return read();
    } catch (error) {
      problems.push(error instanceof Error ? error.message : String(error));
      return undefined;
    }
  };

  problems.push(...unknownVariables(sources.env));
  const path = attempt(() => find(option("config"), sources, {}))?.value;
  const file =
    typeof path === "string" ? (attempt(() => parseFile(path, sources.readFile)) ?? {}) : {};
  problems.push(...unknownKeys(file, String(path)));

  const values: Record<string, OptionValue> = {};
  const origins = new Map<Option, GivenValue | null>();
  for (const one of allOptions)
    values[one.name] =
      attempt(() => {
        const value = find(one, sources, one.notInFile ? {} : file, String(path));
        origins.set(one, value ?? null);
        if (value) return parse(one, value);
        return one.default === null ? null : parse(one, { value: one.default, from: "default" });
      }) ?? null;
  const oidcFile = values["oidc-config"];
  const read =
    typeof oidcFile === "string"
      ? readIssuers(oidcFile, sources.readFile)
      : { ok: true as const, issuers: [], files: [] };
  if (!read.ok) problems.push(...read.problems);
  if (problems.length === 0) problems.push(...halfConfigured(values));
  return problems.length > 0 || !read.ok
    ? { ok: false, problems }
    : { ok: true, config: assemble(values, read.issuers), origins, issuerFiles: read.files };
}

/** Features that need several options and are given some of them. */
function halfConfigured(values: OptionValues): string[] {
  const files = ["tls-cert-file", "tls-key-file"].filter((name) => values[name] === null);
  const tls = `--${files[0]}: missing. TLS needs a certificate and its key.`;
  const backups =
    "--backup-dir: is for SQLite. Back up PostgreSQL with its own tools, such as pg_dump.";
  const lockedOut =
    "--sign-in: oidc-only needs --oidc-config. Without a provider nobody could sign in.";
  return [
    ...(values["sign-in"] === "oidc-only" && values["oidc-config"] === null ? [lockedOut] : []),
    ...(files.length === 1 ? [tls] : []),
    ...(values["backup-dir"] !== null && values["database-url"] !== null ? [backups] : []),
    ...halfConfiguredChannels(values),
  ];
}

function halfConfiguredChannels(values: OptionValues): string[] {
  return allChannels.flatMap(([kind, channel]) => {
    const missing = channel.needs.filter((name) => values[name] === null);
    return missing.length === 0 || missing.length === channel.needs.length
      ? []
      : [
          `--${missing.map((name) => flagOf(option(name))).join(" and --")}: missing. ${kind} needs ${neededFlags(kind)}.`,
        ];
  });
}

function assemble(values: Record<string, OptionValue>, issuers: Issuer[]): Config {
  const get = <T>(name: string) => values[name] as T;
  const reports = get<number>("report-retention-days") * day;
  const folder = get<string | null>("backup-dir");
  const at = get<{ text: string }>("backup-at").text;
  const certFile = get<string | null>("tls-cert-file");
  const keyFile = get<string | null>("tls-key-file");
  const incidents = get<number>("incident-retention-days") * day;
  return {
    host: get("host"),
    port: get("port"),
    dataDir: get("data-dir"),
    databaseUrl: get("database-url"),
    secretsKeyFile: get<string | null>("secrets-key-file") ?? join(get("data-dir"), "secrets.key"),
    tls: certFile === null || keyFile === null ? null : { certFile, keyFile },
    siteUrl: get("site-url"),
    heartbeatUrl: get("heartbeat-url"),
    connectivityCheckUrls: get<string[] | null>("connectivity-check-urls") ?? [],
    channels: settingsOf(values),
    migrationCopy: get<string>("migration-copy") === "yes",
    backups: folder === null ? null : { folder, keep: get("backup-keep"), at },
    provision: get<string[] | null>("provision") ?? [],
    bootstrapApiKey: get("bootstrap-api-key"),
    issuers,
    oidcOnly: get<string>("sign-in") === "oidc-only",
    allowAddresses: get<string[] | null>("allow-addresses") ?? [],
    trustedProxies: get<string[] | null>("trusted-proxies") ?? [],
    apiRateLimit: get("api-rate-limit"),
    retention: {
      reports,
      inbound_events: reports,
      incidents,
      history: incidents,
      audit_events: Math.max(incidents, auditKept),
      measures: {
        check: get<number>("check-retention-days") * day,
        hour: get<number>("hour-retention-days") * day,
        day: get<number>("day-retention-days") * day,
      },
    },
    logLevel: get("log-level"),
    logFormat: get("log-format"),
  };
}

function option(name: string): Option {
  return allOptions.find((one) => one.name === name)!;
}

/** The value of an option and its source; undefined: no source sets it. */
function find(
  one: Option,
  { flags, env, readFile, credentials = [] }: Sources,
  file: Record<string, unknown>,
  path = "",
): GivenValue | undefined {
  const variable = variableOf(one.name);
  const flag = flags[flagOf(one)];
  if (flag !== undefined) {
    const from = `--${flagOf(one)}`;
    return isHidden(one)
      ? { value: secretOf(String(flag), from, readFile), from }
      : { value: flag, from };
  }
  // Empty counts as not set: compose files write `NAME=${NAME}` for variables that can be missing.
  const plain = env[variable] || undefined;
  const named = (one.secret && env[`${variable}_FILE`]) || undefined;
  if (plain !== undefined && named !== undefined)
    throw new Error(`${variable} and ${variable}_FILE are both set: keep one of them.`);
  if (named !== undefined)
    return {
      value: secretOf(named, `${variable}_FILE`, readFile),
      from: `${variable}_FILE`,
    };
  if (plain !== undefined) return { value: plain, from: variable };
  if (one.name in file && file[one.name] !== null)
    return { value: file[one.name], from: `${path}: ${one.name}` };
  if (one.secret && credentials.includes(one.name)) {
    const from = `credential ${one.name}`;
    return { value: secretOf(join(env["CREDENTIALS_DIRECTORY"]!, one.name), from, readFile), from };
  }
  // systemd sets it for a unit with StateDirectory=; of several folders the first is ours.
  const state = env["STATE_DIRECTORY"]?.split(":")[0];
  return one.name === "data-dir" && state ? { value: state, from: "STATE_DIRECTORY" } : undefined;
}

function secretOf(path: string, from: string, readFile: (path: string) => string): string {
  try {
    return readFile(path).trim();
  } catch (error) {
    throw new Error(
      `${from}: cannot read ${path} (${error instanceof Error ? error.message : String(error)}).`,
    );
  }
}

function parseFile(path: string, readFile: (path: string) => string): Record<string, unknown> {
  let text: string;
  try {
    text = readFile(path);
  } catch (error) {
    throw new Error(
      `--config: cannot read ${path} (${error instanceof Error ? error.message : String(error)}).`,
    );
  }
  const document = parseDocument(text);
  const [fault] = document.errors;
  if (fault) throw new Error(`${path}: ${fault.message.split("\n")[0]!.replace(/:$/, ".")}`);
  const value: unknown = document.toJS() ?? {};
  if (typeof value !== "object" || value === null || Array.isArray(value))
    throw new Error(`${path}: must be a mapping of option names to values.`);
  return value as Record<string, unknown>;
}

function unknownKeys(file: Record<string, unknown>, path: string): string[] {
  const known = allOptions.filter((o) => !o.notInFile).map((o) => o.name);
  return Object.keys(file)
    .filter((key) => !known.includes(key))
    .map((key) => `${path}: unknown option "${key}"${didYouMean(key, known) || "."}`);
}

/**
 * Variables that Kubernetes sets in each container when a Service is called monitord. They are not typing
 * errors.
 */
const ofKubernetes =
  /^MONITORD_(SERVICE_(HOST|PORT(_\w+)?)|PORT_\d+_(TCP|UDP)(_(PROTO|PORT|ADDR))?)$/;

/** Variables that look like ours and are not: most often a typing error that would go unnoticed. */
function unknownVariables(env: Record<string, string | undefined>): string[] {
  const known = allOptions.flatMap((one) => {
    const variable = variableOf(one.name);
    return one.secret ? [variable, `${variable}_FILE`] : [variable];
  });
  return Object.keys(env)
    .filter((name) => name.startsWith("MONITORD_") && !known.includes(name))
    .filter((name) => !ofKubernetes.test(name))
    .map((name) => `${name}: unknown variable${didYouMean(name, known) || "."}`);
}
