/** Converts the conditions of a Gatus endpoint into fields of a health check monitor. Pure. */
import { longestSearched } from "../resource/health-check-monitor.ts";
import { within } from "./collected.ts";
import { comparisonOf, pointerOf } from "./json-conditions.ts";
import { secondsOf } from "./values.ts";
import type { Fields } from "../resource/references.ts";

/** The conditions as fields, and a sentence for each that has no counterpart. */
export interface ReadConditions {
  fields: Fields;
  remarks: string[];
}

interface Condition {
  left: string;
  operator: string;
  right: string;
}

/** Applies one condition to `fields`; false: it has no counterpart. */
type Apply = (fields: Fields, condition: Condition) => boolean | string;

/** Reads all conditions of an endpoint; `dns`: of one that resolves a name. */
export function readConditions(conditions: readonly string[], dns: boolean): ReadConditions {
  const fields: Fields = {};
  const remarks: string[] = [];
  const statuses: ((status: number) => boolean)[] = [];
  for (const text of conditions) {
    const condition = split(text);
    const status = condition && statusTest(condition);
    if (status) {
      statuses.push(status);
      continue;
    }
    const result = condition !== null && applied(fields, condition, dns);
    if (typeof result === "string") remarks.push(`${text}: ${result}`);
    else if (!result) remarks.push(`${text} has no counterpart`);
  }
  if (statuses.length > 0)
    fields["accepted_statuses"] = rangesOf((code) => statuses.every((test) => test(code)));
  return { fields, remarks };
}

function split(text: string): Condition | null {
  const match = /^\s*(.+?)\s*(==|!=|<=|>=|<|>)\s*(.+?)\s*$/.exec(text);
  return match && { left: match[1]!, operator: match[2]!, right: match[3]! };
}

function applied(fields: Fields, condition: Condition, dns: boolean): boolean | string {
  const { left } = condition;
  if (left in ofPlaceholder) return ofPlaceholder[left]!(fields, condition);
  if (dns) return left === "[BODY]" && dnsAnswer(fields, condition);
  return ofBody(fields, condition);
}

const ofPlaceholder: Record<string, Apply> = {
  "[CONNECTED]": (_, { operator, right }) => operator === "==" && right === "true",
  "[DNS_RCODE]": (_, { operator, right }) => operator === "==" && right === "NOERROR",
  "[RESPONSE_TIME]": (fields, { operator, right }) => {
    if (!operator.startsWith("<") || !/^\d+$/.test(right)) return false;
    fields["slow_above_ms"] = within(Number(right), 1, 60_000);
    return "is a warning here; to fail instead, set timeout_seconds";
  },
  "[CERTIFICATE_EXPIRATION]": (fields, { operator, right }) => {
    const seconds = secondsOf(right);
    if (!operator.startsWith(">") || seconds === null) return false;
    const days = within(Math.ceil(seconds / 86_400), 0, 365);
    fields["certificate_failing_days"] = days;
    fields["certificate_warning_days"] = Math.max(days, 21);
    return true;
  },
};

function dnsAnswer(fields: Fields, { operator, right }: Condition): boolean {
  if (operator !== "==" || /^(?:pat|any)\(/.test(right)) return false;
  fields["dns_answers"] = [...((fields["dns_answers"] as string[] | undefined) ?? []), right];
  return true;
}

function ofBody(fields: Fields, { left, operator, right }: Condition): boolean {
  const has = /^has\((.*)\)$/.exec(left);
  const pointer = partOfBody(has ? has[1]! : left);
  if (pointer === null) return false;
  const add = (comparison: string, value?: unknown): true => {
    const list = (fields["body_json"] as Fields[] | undefined) ?? [];
    fields["body_json"] = [...list, { pointer, comparison, ...(value !== undefined && { value }) }];
    return true;
  };
  if (has) return operator === "==" && right === "true" && add("exists");
  const pattern = /^pat\((.*)\)$/.exec(right)?.[1];
  if (pattern === undefined) {
    if (/^(?:any|len|has)\(|^\[/.test(right)) return false;
    return add(comparisonOf[operator]!, valueOf(right));
  }
  const part = /^\*([^*?[\]\\]+)\*$/.exec(pattern)?.[1];
  if (part === undefined || part.length > longestSearched) return false;
  if (pointer !== "") return operator === "==" && add("contains", part);
  const field = operator === "==" ? "body_contains" : "body_lacks";
  if (fields[field] !== undefined || (operator !== "==" && operator !== "!=")) return false;
  fields[field] = part;
  return true;
}

/** `[BODY].user.list[0].name` as a JSON pointer; null: it is not part of the body. */
function partOfBody(left: string): string | null {
  const [, path] = /^\[BODY\]((?:[.[].*)?)$/.exec(left) ?? [];
  return path === undefined ? null : pointerOf(path);
}

/** A value as JSON has it: a number, a boolean, null, or a text. */
function valueOf(text: string): unknown {
  if (text === "true" || text === "false") return text === "true";
  if (text === "null") return null;
  return /^-?\d+(?:\.\d+)?$/.test(text) ? Number(text) : text.replace(/^(["'])(.*)\1$/, "$2");
}

/** The statuses for which a condition on `[STATUS]` holds; null: it is none, or has no counterpart. */
function statusTest({ left, operator, right }: Condition): ((status: number) => boolean) | null {
  if (left !== "[STATUS]") return null;
  const call = /^(any|pat)\((.*)\)$/.exec(right);
  const isOne = call ? oneOf(call[1]!, call[2]!) : equalTo(right);
  if (operator === "==") return isOne;
  if (operator === "!=") return isOne && ((status) => !isOne(status));
  const limit = Number(right);
  if (!/^\d{3}$/.test(right)) return null;
  const orders: Record<string, (status: number) => boolean> = {
    "<": (status) => status < limit,
    "<=": (status) => status <= limit,
    ">": (status) => status > limit,
    ">=": (status) => status >= limit,
  };
  return orders[operator] ?? null;
}

function equalTo(text: string): ((status: number) => boolean) | null {
  return /^\d{3}$/.test(text) ? (status) => status === Number(text) : null;
}

function oneOf(name: string, argument: string): ((status: number) => boolean) | null {
  if (name === "any") {
    const tests = argument.split(",").map((part) => equalTo(part.trim()));
    if (tests.includes(null)) return null;
    return (status) => tests.some((test) => test!(status));
  }
  if (!/^[\d*]{1,4}$/.test(argument)) return null;
  const pattern = new RegExp(`^${argument.replaceAll("*", "\\d*")}$`);
  return (status) => pattern.test(String(status));
}

const first = 100;
const last = 599;

/** `200-299,301`: all statuses for which `test` holds. */
function rangesOf(test: (status: number) => boolean): string {
  const ranges: string[] = [];
  for (let from = first; from <= last; from++) {
    if (!test(from)) continue;
    let to = from;
    while (to < last && test(to + 1)) to++;
    ranges.push(from === to ? String(from) : `${from}-${to}`);
    from = to;
  }
  return ranges.join(",");
}
