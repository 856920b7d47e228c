/**
 * Replaces secrets in the fields of a monitor with variables, so that no manifest holds one. The list of secrets is here
 * alone: values of headers, except of those below; passwords of URLs; values of query parameters and of bodies under a
 * name that says so; client certificates, with their keys. Pure.
 */
import { userinfoOf } from "../core/declare/secrets.ts";
import type { Fields } from "../resource/references.ts";

/** Headers whose values are not secret. */
const openHeaders = new Set([
  "accept",
  "accept-charset",
  "accept-encoding",
  "accept-language",
  "cache-control",
  "content-type",
  "origin",
  "pragma",
  "referer",
  "sec-websocket-protocol",
  "user-agent",
  "x-forwarded-proto",
  "x-requested-with",
]);

const secretWord =
  /^(?:auth|authorization|bearer|credentials?|key|pass|pin|pwd|session|sid|sig|signature)$|(?:apikey|passphrase|passwd|password|secret|token)s?$/;

/** True of `api_key`, `accessToken` and `X-Secret`; not of `author` and `keyword`. */
function isSecretName(name: string): boolean {
  return name
    .replace(/([a-z])([A-Z])/g, "$1_$2")
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .some((word) => secretWord.test(word));
}

/** How texts are written. */
export interface Writing {
  /** A text that is not secret. */
  plain: (text: string) => string;
  /** The reference to a new variable for a secret, by the part of the monitor that it is. */
  variable: (part: string, secret: string) => string;
}

/** The fields of a monitor with a variable in place of each secret. */
export function withoutSecrets(fields: Fields, writing: Writing): Fields {
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [name, written(name, value, writing)]),
  );
}

function written(name: string, value: unknown, writing: Writing): unknown {
  const { plain, variable } = writing;
  if (Array.isArray(value)) return value.map((one) => written("", one, writing));
  if (name === "request_headers")
    return Object.fromEntries(
      Object.entries(value as Record<string, string>).map(([header, text]) => [
        header,
        openHeaders.has(header.toLowerCase()) || holdsVariable(text)
          ? plain(text)
          : variable(header, text),
      ]),
    );
  if (typeof value === "object" && value !== null)
    return Object.fromEntries(
      Object.entries(value).map(([member, part]) => [member, written("", part, writing)]),
    );
  if (typeof value !== "string") return value;
  if (name === "url") return urlOf(value, writing);
  if (name === "tls_client_cert") return variable("client_cert", value);
  return name === "request_body" ? named(value, pairsOfBody, writing) : plain(value);
}

/** True of a text with a variable in it: after an even number of dollar signs, which stand for themselves. */
const holdsVariable = (text: string) => /(?<!\$)(?:\$\$)*\$\{/.test(text);

function urlOf(url: string, writing: Writing): string {
  const { plain, variable } = writing;
  const parts = userinfoOf(url);
  const secret = parts?.password || parts?.user;
  if (!parts || !secret || holdsVariable(secret)) return named(url, pairsOfQuery, writing);
  const { head, user, password, tail } = parts;
  const before = password ? `${head}${user}:` : head;
  const reference = variable(password ? "url_password" : "url_user", secret);
  return `${plain(before)}${reference}${plain(password === "" ? ":@" : "@")}${named(tail, pairsOfQuery, writing)}`;
}

/** Patterns of a name and its value, with all that is before the value. */
const pairsOfQuery = [/(?<before>[?&;](?<name>[^=?&#;\s]+)=)(?<value>[^&#;\s]+)/g];
const pairsOfBody = [
  /(?<before>"(?<name>[^"\\]*)"\s*:\s*")(?<value>(?:[^"\\\r\n]|\\.)+)(?=")/g,
  /(?<before>(?:^|&)(?<name>[^=&\s"<>{]+)=)(?<value>[^&\s"<>]+)/g,
  /(?<before><(?<name>[\w:-]+)>)(?<value>[^<\r\n]+)(?=<\/)/g,
];

/** The text with a variable in place of each value whose name says that it is secret. */
function named(text: string, patterns: readonly RegExp[], { plain, variable }: Writing): string {
  const secrets = patterns
    .flatMap((pattern) => [...text.matchAll(pattern)])
    .map(({ index, groups }) => ({
      from: index + groups!["before"]!.length,
      name: groups!["name"]!,
      value: groups!["value"]!,
    }))
    .filter(({ name, value }) => isSecretName(name) && !holdsVariable(value))
    .toSorted((a, b) => a.from - b.from);
  let result = "";
  let rest = 0;
  for (const { from, name, value } of secrets) {
    if (from < rest) continue;
    result += plain(text.slice(rest, from)) + variable(name, value);
    rest = from + value.length;
  }
  return result + plain(text.slice(rest));
}
