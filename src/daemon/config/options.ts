/**
 * Lists every option, once. Flags, environment variables, keys of the configuration file, `--help` and
 * the table in the guide are made from this list, so that they cannot disagree. Options without an
 * effect do not belong here.
 */
import { flagOf, isHidden, type Option } from "../../core/model/option.ts";
import { allChannels } from "../../channel/registry.ts";

export const logLevels = ["fatal", "error", "warn", "info", "debug", "trace"] as const;
export const logFormats = ["auto", "json", "text"] as const;

const days = { kind: "integer", min: 1, max: 3650 } as const;

/** Every option, in the order of `--help`. */
export const allOptions: readonly Option[] = [
  {
    name: "host",
    type: { kind: "host" },
    metavar: "ADDRESS",
    default: "127.0.0.1",
    help: "Address to listen on; 0.0.0.0 for all.",
  },
  {
    name: "port",
    type: { kind: "integer", min: 0, max: 65535 },
    metavar: "PORT",
    default: 8620,
    help: "Port to listen on; 0 for any free one.",
  },
  {
    name: "data-dir",
    type: { kind: "path", use: "writes folder" },
    metavar: "FOLDER",
    default: "./data",
    help: "Data directory, created if missing.",
  },
  {
    name: "database-url",
    type: { kind: "database" },
    metavar: "URL",
    default: null,
    help: "PostgreSQL database instead of the one in the data directory: postgres://USER@HOST/NAME; a password is better given in the variable.",
    secret: true,
    mayBePlain: true,
  },
  {
    name: "secrets-key-file",
    type: { kind: "path", use: "makes file" },
    metavar: "FILE",
    default: null,
    help: "Key that encrypts the secrets in the database, created if missing. Default: secrets.key in the data directory.",
  },
  {
    name: "migration-copy",
    type: { kind: "word", words: ["yes", "no"] },
    metavar: "WORD",
    default: "yes",
    help: "yes or no: whether an upgrade copies the SQLite database before it changes it. The last two copies are kept.",
  },
  {
    name: "backup-dir",
    type: { kind: "path", use: "writes folder" },
    metavar: "FOLDER",
    default: null,
    help: "Folder for a daily backup of the SQLite database, created if missing. Default: no backups.",
  },
  {
    name: "backup-at",
    type: {
      kind: "parsed",
      read: (text) =>
        /^([01]\d|2[0-3]):[0-5]\d$/.test(text) ? { text } : "must be a time of day, such as 03:30",
    },
    metavar: "TIME",
    default: "03:30",
    help: "When it is made, UTC.",
  },
  {
    name: "backup-keep",
    type: { kind: "integer", min: 1, max: 1000 },
    metavar: "N",
    default: 7,
    help: "How many backups are kept there.",
  },
  {
    name: "site-url",
    type: { kind: "url", userinfo: false },
    metavar: "URL",
    default: null,
    help: "Address under which applications and phones reach the service; may carry a path. Default: http://HOST:PORT.",
  },
  {
    name: "tls-cert-file",
    type: { kind: "path", use: "reads file" },
    metavar: "FILE",
    default: null,
    help: "Certificate with its chain, PEM: the service serves https only. Read again on SIGHUP.",
  },
  {
    name: "tls-key-file",
    type: { kind: "path", use: "reads file" },
    metavar: "FILE",
    default: null,
    help: "Key of the certificate, PEM.",
  },
  ...allChannels.flatMap(([, channel]) => channel.options),
  {
    name: "heartbeat-url",
    type: { kind: "url", userinfo: true },
    metavar: "URL",
    default: null,
    help: "URL to fetch every minute while monitord is healthy (dead man's switch).",
  },
  {
    name: "connectivity-check-urls",
    type: { kind: "list", of: "url" },
    metavar: "URLS",
    default: null,
    help: "Asked beside the push servers when most monitors fail at once: with none of them in reach, monitord concludes that its own network is down.",
  },
  {
    name: "config",
    type: { kind: "path", use: "reads file" },
    metavar: "FILE",
    default: null,
    help: "Configuration file: YAML, with these names as keys.",
    notInFile: true,
  },
  {
    name: "provision",
    type: { kind: "list", of: "path", use: "reads matches" },
    metavar: "PATHS",
    default: null,
    help: "Manifests (files, folders or patterns, each one project) that are applied at the start and on SIGHUP; resources that they no longer declare are deleted.",
  },
  {
    name: "bootstrap-api-key",
    type: { kind: "text" },
    metavar: "KEY",
    default: null,
    help: "Becomes the admin key while no API key exists, for unattended installations; `monitord keys generate` makes one.",
    secret: true,
  },
  {
    name: "oidc-config",
    type: { kind: "path", use: "reads file" },
    metavar: "FILE",
    default: null,
    help: "OpenID Connect providers that people sign in with, YAML; the guide single-sign-on describes it. A change needs a restart.",
  },
  {
    name: "sign-in",
    type: { kind: "word", words: ["any", "oidc-only"] },
    metavar: "WORD",
    default: "any",
    help: "any or oidc-only: whether passkeys, keys and links sign people in on the dashboard, beside the providers of --oidc-config.",
  },
  {
    name: "allow-addresses",
    type: { kind: "list", of: "address rule" },
    metavar: "RULES",
    default: null,
    help: "Addresses that may be monitored or pushed to although the address guard refuses them: ADDRESS, ADDRESS:PORT or CIDR.",
  },
  {
    name: "trusted-proxies",
    type: { kind: "list", of: "proxy" },
    metavar: "ADDRESSES",
    default: null,
    help: "Reverse proxies to trust for X-Forwarded-For: ADDRESS or CIDR.",
  },
  {
    name: "api-rate-limit",
    type: { kind: "integer", min: 1, max: 1_000_000 },
    metavar: "N",
    default: 600,
    help: "Management requests per minute and API key. Webhook URLs have no such limit.",
  },
  {
    name: "report-retention-days",
    type: days,
    metavar: "DAYS",
    default: 30,
    help: "How long error reports and deliveries are kept.",
  },
  {
    name: "incident-retention-days",
    type: days,
    metavar: "DAYS",
    default: 365,
    help: "How long resolved incidents and status history are kept; the audit log at least 400 days.",
  },
  {
    name: "check-retention-days",
    type: days,
    metavar: "DAYS",
    default: 2,
    help: "How long the response time of each check is kept.",
  },
  {
    name: "hour-retention-days",
    type: days,
    metavar: "DAYS",
    default: 90,
    help: "How long response times and error counts are kept by the hour.",
  },
  {
    name: "day-retention-days",
    type: days,
    metavar: "DAYS",
    default: 1095,
    help: "How long they are kept by the day.",
  },
  {
    name: "log-level",
    type: { kind: "word", words: logLevels },
    metavar: "LEVEL",
    default: "info",
    help: "fatal, error, warn, info, debug or trace.",
  },
  {
    name: "log-format",
    type: { kind: "word", words: logFormats },
    metavar: "FORMAT",
    default: "auto",
    help: "json, text or auto: text on a terminal, else json.",
  },
];

/** `data-dir` → `MONITORD_DATA_DIR`. */
export function variableOf(name: string): string {
  return `MONITORD_${name.toUpperCase().replaceAll("-", "_")}`;
}

/** `--port PORT`, `--ntfy-token-file FILE`: as `--help` and the guide write it. */
export function usageOf(option: Option): string {
  return isHidden(option) ? `--${flagOf(option)} FILE` : `--${option.name} ${option.metavar}`;
}
