/**
 * Parses the text of one option into its value, or throws a sentence about the mistake. Pure. A secret's
 * value is never repeated.
 */
import { isIP } from "node:net";
import { parseRule } from "../../core/access/address.ts";
import { looksLikeKey } from "../../core/access/api-key.ts";
import { flagOf, type Option, type OptionValue } from "../../core/model/option.ts";
import { faultOf } from "../../store/postgres/hosts.ts";
import { variableOf } from "./options.ts";
import { withoutEndSlashes } from "../../core/text/slashes.ts";

export interface GivenValue {
  value: unknown;
  /** For people: `--port`, `MONITORD_PORT`, `monitord.yaml: port`. */
  from: string;
}

/** The value of an option; throws one sentence that names a valid value. */
export function parse(one: Option, { value, from }: GivenValue): OptionValue {
  const { type } = one;
  const shown = one.secret ? "the value" : JSON.stringify(value);
  const wrong = (right: string) => new Error(`${from}: ${shown} ${right}.`);
  if (type.kind === "list") {
    const parts = (Array.isArray(value) ? value : [value])
      .flatMap((part) => String(part).split(","))
      .map((part) => part.trim())
      .filter((part) => part !== "");
    if (type.of === "path") return parts;
    if (type.of === "url")
      return parts.map((part) =>
        parseUrl(part, false, (right) => new Error(`${from}: "${part}" ${right}.`)),
      );
    for (const part of parts) {
      const rule = parseRule(part);
      if (!rule || (type.of === "proxy" && part.includes(":") && !isV6(part)))
        throw new Error(
          `${from}: "${part}" must be an address${type.of === "proxy" ? "" : ", ADDRESS:PORT"} or a CIDR range such as 10.0.0.0/8.`,
        );
    }
    return parts;
  }
  if (type.kind === "integer") {
    const number = typeof value === "number" ? value : Number(value);
    if (
      !Number.isInteger(number) ||
      String(value).trim() === "" ||
      number < type.min ||
      number > type.max
    )
      throw wrong(
        `must be a whole number from ${type.min} to ${type.max}${
          String(value).startsWith("tcp://")
            ? "; Kubernetes makes this variable from a Service called monitord: set enableServiceLinks: false"
            : ""
        }`,
      );
    return number;
  }
  if (typeof value !== "string" || value.trim() === "")
    throw wrong("must be a text that is not empty");
  const text = value.trim();
  if (type.kind === "word" && !type.words.includes(text))
    throw wrong(`must be one of ${type.words.join(", ")}`);
  if (type.kind === "database") {
    const fault = faultOf(text);
    if (fault !== null) throw wrong(`must be ${fault}`);
    return text;
  }
  if (type.kind === "host") {
    // As in a URL, and as the line about the start shows it.
    const host = text.replace(/^\[(.+)\]$/, "$1");
    if (isIP(host) !== 0 || /^[\p{L}\d._-]+$/u.test(host)) return host;
    throw wrong("must be an address such as 0.0.0.0 or ::, or a name; the port is --port");
  }
  if (type.kind === "url") return parseUrl(text, type.userinfo, wrong);
  if (type.kind === "parsed") {
    const read = type.read(text);
    if (typeof read !== "string") return read;
    const named = type.inFile && !/(_FILE|-file)$/.test(from) ? namedFile(one, text) : "";
    throw wrong(read + named);
  }
  if (one.name === "bootstrap-api-key" && !looksLikeKey(text))
    throw wrong("must be an API key; `monitord keys generate` makes one");
  return text;
}

/** The likely intention when a path was passed in place of a file's content. */
function namedFile(one: Option, text: string): string {
  return text.startsWith("{")
    ? ""
    : `; a file that holds it is named with --${flagOf(one)} or ${variableOf(one.name)}_FILE`;
}

const isV6 = (text: string) => text.split(":").length > 2;

function parseUrl(text: string, userinfo: boolean, wrong: (right: string) => Error): string {
  const url = URL.parse(text);
  if (!url || !/^https?:$/.test(url.protocol) || !/^https?:\/\//i.test(text))
    throw wrong("must be an absolute http or https URL, such as https://monitor.example.com");
  if (!userinfo && (url.username !== "" || url.password !== ""))
    throw wrong("must not carry a user name or password");
  if (url.search !== "" || url.hash !== "") throw wrong("must not carry a query or a fragment");
  return withoutEndSlashes(url.href);
}
