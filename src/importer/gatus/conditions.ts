/** Converts the conditions of a Gatus endpoint into fields of a health check monitor. Pure. */
import { statusesWith, type StatusTest } from "../accepted.ts";
import { comparisonOf, pointerOf, valueOf } from "../json-conditions.ts";
import { entryOf, secondsOf } from "../values.ts";
import type { Fit } from "../fit.ts";
import type { Fields } from "../../resource/references.ts";

/** The target of a check. */
export interface Checked {
  kind: "web" | "socket" | "dns" | "connection";
  /** Whether its server has a certificate. */
  hasCertificate: boolean;
}

interface Condition {
  left: string;
  operator: string;
  right: string;
}

/** The result of the conditions so far. */
interface Reading extends Checked {
  fields: Fields;
  remarks: string[];
  statuses: StatusTest[];
  fit: Fit;
  /** Whether it is healthy when the check fails. */
  wantsFailure: boolean;
}

/** A remark about the condition; true: it is taken over; false: it has no counterpart. */
type Taken = string | boolean;

/** Reads all conditions of an endpoint. Answers the fields with remarks, or why the endpoint cannot be imported. */
export function readConditions(
  conditions: readonly string[],
  checked: Checked,
  fit: Fit,
): { fields: Fields; remarks: string[] } | { why: string } {
  const reading: Reading = {
    ...checked,
    fields: {},
    remarks: [],
    statuses: [],
    fit,
    wantsFailure: false,
  };
  for (const text of conditions) {
    const condition = split(text);
    const taken = condition !== null && take(condition, reading);
    if (typeof taken === "string") reading.remarks.push(`${text}: ${taken}`);
    else if (!taken) reading.remarks.push(`${text} has no counterpart`);
  }
  const { fields, remarks, statuses, wantsFailure } = reading;
  if (wantsFailure) invert(fields, remarks);
  if (checked.kind === "web") {
    const accepted = statusesWith(statuses);
    if (accepted === "")
      return { why: "accepts no HTTP status from 100 to 599: here it would always fail" };
    fields["accepted_statuses"] = accepted;
  }
  return { fields, remarks };
}

/** Fields that have no meaning where the check must fail. */
const unasked = ["slow_above_ms", "certificate_failing_days", "certificate_warning_days"];

function invert(fields: Fields, remarks: string[]): void {
  fields["invert"] = true;
  const left = unasked.filter((name) => name in fields);
  for (const name of left) delete fields[name];
  if (left.length > 0) remarks.push("its other conditions are left out: the check must fail");
}

/** The sides of a condition, with the placeholder on the left; null: it is none. */
function split(text: string): Condition | null {
  const match = /^(.+?)(?<!\s)\s+(==|!=|<=|>=|<|>)\s+(\S[^]*)$/.exec(text.trim());
  if (!match) return null;
  const [left, operator, right] = [match[1]!, match[2]!, match[3]!].map(upperPlaceholder);
  const isTurned = /^(?:\w+\()?\[/.test(right!) && !/^(?:\w+\()?\[/.test(left!);
  return isTurned
    ? { left: right!, operator: turned[operator!] ?? operator!, right: left! }
    : { left: left!, operator: operator!, right: right! };
}

const turned: Record<string, string> = { "<": ">", "<=": ">=", ">": "<", ">=": "<=" };

const upperPlaceholder = (text: string) =>
  text.replace(
    /^((?:\w+\()?)(\[[A-Za-z_]+\])/,
    (_, call: string, name: string) => call + name.toUpperCase(),
  );

function take(condition: Condition, reading: Reading): Taken {
  const read = entryOf(placeholders, condition.left);
  if (read) return read(condition, reading);
  return hasBody(reading) && takeBody(condition, reading);
}

/** A page, or the first message of a WebSocket. */
const hasBody = ({ kind }: Reading) => kind === "web" || kind === "socket";

const placeholders: Record<string, (condition: Condition, reading: Reading) => Taken> = {
  "[CONNECTED]": ({ operator, right }, reading) => {
    if (!/^[!=]=$/.test(operator) || !/^(?:true|false)$/.test(right)) return false;
    if ((operator === "==") !== (right === "true")) reading.wantsFailure = true;
    return true;
  },
  "[DNS_RCODE]": ({ operator, right }, reading) => {
    if (reading.kind !== "dns" || !/^[!=]=$/.test(operator) || !/^[A-Z]+$/.test(right))
      return false;
    if ((operator === "==") === (right === "NOERROR")) return true;
    reading.wantsFailure = true;
    return "here it is up with other codes of failure too";
  },
  "[STATUS]"(condition, reading) {
    if (reading.kind !== "web") return false;
    const test = statusTest(condition);
    if (test === null) return "has no counterpart: any status is accepted";
    reading.statuses.push(test);
    const others = condition.right.match(/\d+/g)?.filter((one) => Number(one) > 599) ?? [];
    return others.length === 0 || /^[<>]/.test(condition.operator)
      ? true
      : `${others.join(", ")} cannot be accepted here: an answer with it is a failure`;
  },
  "[RESPONSE_TIME]": ({ operator, right }, { fields, fit }) => {
    const ms = /^\d+$/.test(right) ? Number(right) : (secondsOf(right) ?? 0) * 1000;
    if (!operator.startsWith("<") || ms === 0) return false;
    fields["slow_above_ms"] = fit("slow_above_ms", ms, `a response time of ${ms} ms`);
    return "is a warning here; to fail instead, set timeout_seconds";
  },
  "[CERTIFICATE_EXPIRATION]": ({ operator, right }, { fields, hasCertificate, fit }) => {
    const seconds = secondsOf(right);
    if (!operator.startsWith(">") || seconds === null) return false;
    if (!hasCertificate)
      return "the certificate is not checked here: its URL has no TLS of its own";
    const days = fit(
      "certificate_failing_days",
      Math.max(Math.ceil(seconds / 86_400), Number(fields["certificate_failing_days"] ?? 0)),
      `a certificate for more than ${right}`,
    );
    fields["certificate_failing_days"] = days;
    fields["certificate_warning_days"] = Math.max(days, 21);
    return true;
  },
  "[BODY]"(condition, reading) {
    if (hasBody(reading)) return takeBody(condition, reading);
    return reading.kind === "dns" && takeAnswer(condition, reading.fields);
  },
};

function takeAnswer({ operator, right }: Condition, fields: Fields): Taken {
  const [only] = alternatives(right);
  if (operator !== "==" || only === undefined || right.startsWith("pat(")) return false;
  fields["dns_answers"] = [...((fields["dns_answers"] as string[] | undefined) ?? []), only];
  return true;
}

/** The values of `any(1, 2)` and of a plain value; of another call and of several to choose from none. */
function alternatives(right: string): string[] {
  const any = /^any\((.*)\)$/.exec(right)?.[1];
  if (any === undefined) return [right];
  const values = any.split(",").map((one) => one.trim());
  return values.length === 1 ? values : [];
}

function takeBody({ left, operator, right }: Condition, { fields }: Reading): Taken {
  const [, call, inner] = /^(has|len)\((.*)\)$/.exec(left) ?? [];
  const part = partOfBody(inner ?? left);
  if (part === null) return false;
  const pointer = call === "len" ? `${part}/length` : part;
  const add = (comparison: string, value?: unknown): true => {
    const list = (fields["body_json"] as Fields[] | undefined) ?? [];
    fields["body_json"] = [...list, { pointer, comparison, ...(value !== undefined && { value }) }];
    return true;
  };
  if (call === "len") {
    if (!/^\d+$/.test(right)) return false;
    add(comparisonOf[operator]!, Number(right));
    return "counts the entries of a list here: a text has no length";
  }
  if (call === "has") {
    if ((operator === "==") === (right === "true")) return add("exists");
    return "has no counterpart; body_lacks with the name in quotes comes close";
  }
  const pattern = /^pat\((.*)\)$/.exec(right)?.[1];
  if (pattern !== undefined) return takePattern(pattern, operator, pointer, fields, add);
  const [only] = alternatives(right);
  if (only === undefined || /^(?:len|has)\(|^\[/.test(right)) return false;
  const value = valueOf(only);
  const isOrder = operator.startsWith("<") || operator.startsWith(">");
  if (isOrder && typeof value !== "number") return false;
  // A body that is a bare text is not JSON.
  if (pointer !== "" || typeof value !== "string" || only.startsWith('"'))
    return add(comparisonOf[operator]!, value);
  if (operator !== "==" || fields["body_contains"] !== undefined) return false;
  fields["body_contains"] = only;
  return "here the body must contain this, and can have more";
}

/** A pattern of `pat`: its longest text without a wildcard is looked for. */
function takePattern(
  pattern: string,
  operator: string,
  pointer: string,
  fields: Fields,
  add: (comparison: string, value?: unknown) => true,
): Taken {
  if (/[?[\]\\]/.test(pattern)) return false;
  const parts = pattern.split("*");
  const longest = parts.toSorted((a, b) => b.length - a.length)[0]!;
  const isWhole = pattern === `*${longest}*`;
  const note = isWhole || `here only "${longest}" is looked for, anywhere`;
  if (longest === "") return pointer === "" || add("exists");
  if (operator === "!=") {
    if (!isWhole || pointer !== "" || fields["body_lacks"] !== undefined) return false;
    fields["body_lacks"] = longest;
    return true;
  }
  if (operator !== "==") return false;
  if (pointer !== "") return add("contains", longest) && note;
  if (fields["body_contains"] !== undefined) return false;
  fields["body_contains"] = longest;
  return note;
}

/** `[BODY].user.list[0].name` as a JSON pointer; null: it is not part of the body. */
function partOfBody(left: string): string | null {
  const [, path] = /^\[BODY\]((?:[.[].*)?)$/.exec(left) ?? [];
  return path === undefined ? null : pointerOf(path);
}

/** The statuses for which a condition on `[STATUS]` holds; null: they are not known. */
function statusTest({ operator, right }: Condition): StatusTest | null {
  const call = /^(any|pat)\((.*)\)$/.exec(right);
  const isOne = call ? oneOf(call[1]!, call[2]!) : equalTo(right);
  if (operator === "==") return isOne;
  if (operator === "!=") return isOne && ((status) => !isOne(status));
  if (!/^\d+$/.test(right)) return null;
  const limit = Number(right);
  const orders: Record<string, StatusTest> = {
    "<": (status) => status < limit,
    "<=": (status) => status <= limit,
    ">": (status) => status > limit,
    ">=": (status) => status >= limit,
  };
  return orders[operator]!;
}

const equalTo = (text: string): StatusTest | null =>
  /^\d+$/.test(text) ? (status) => status === Number(text) : null;

function oneOf(name: string, argument: string): StatusTest | null {
  if (name === "any") {
    const tests = argument.split(",").map((part) => equalTo(part.trim()));
    if (tests.includes(null)) return null;
    return (status) => tests.some((test) => test!(status));
  }
  if (!/^[\d*?]{1,20}$/.test(argument)) return null;
  const pattern = new RegExp(`^${argument.replace(/\*+/g, "\\d*").replaceAll("?", "\\d")}$`);
  return (status) => pattern.test(String(status));
}
