/**
 * Reads any body by the mapping of its alert group: queries for the list of alerts, and for the members of each. Members
 * without a query are read as in a body of an unknown tool. Pure.
 */
import { compile } from "../../core/query/compile.ts";
import { QueryFault, Run, type Query } from "../../core/query/run.ts";
import { plural } from "../../core/text/plural.ts";
import type { InboundMapping, MappingMember } from "../../resource/inbound-mapping.ts";
import { eventLimits, type Alert, type Contents } from "../alert.ts";
import { generic } from "../generic/generic.ts";
import { canonical, fitting, identityOf } from "../identity/identity.ts";
import { thingsIn } from "../identity/things.ts";
import { withoutState } from "../identity/without-state.ts";
import { linksOf } from "../links.ts";
import { isObject, textOf } from "../members.ts";
import { isHealthyWord } from "../generic/well-again.ts";
import { alertTitle, summaryOf, word } from "../wording.ts";

/** The name of the format of a body that a mapping has read. */
export const mappingFormat = "mapping";

/**
 * The contents that the mapping reads of a body, or a text: why it fails. It can also fail while its alerts are taken
 * (`failure`): then none of them counts.
 */
export function readMapped(body: unknown, mapping: InboundMapping): Contents | string {
  try {
    return contentsIn(body, new Run(body), mapping);
  } catch (error) {
    return failure(error);
  }
}

/** Why a mapping fails while its alerts are taken; another error is thrown again. */
export function failure(error: unknown): string {
  if (error instanceof QueryFault) return `The mapping of the group fails: ${error.message}.`;
  throw error;
}

function contentsIn(body: unknown, run: Run, mapping: InboundMapping): Contents {
  const list = asked("alerts", mapping, body, run);
  if (list !== undefined && !Array.isArray(list) && !isObject(list))
    throw new QueryFault("`alerts` gives no list");
  const items: unknown[] = Array.isArray(list) ? list : [list ?? body];
  const left_out = Math.max(0, items.length - eventLimits.alerts);
  return {
    alerts: items
      .slice(0, eventLimits.alerts)
      .values()
      .map((item) => alertOf(item, run, mapping)),
    receiver: null,
    truncated: 0,
    ...(left_out > 0 && { left_out }),
    // Events one after the other, of which JSON lines are the usual form.
    in_turn: Array.isArray(body),
    remarks: [
      items.length === 0
        ? "The mapping of the group finds no alerts in it."
        : "Read by the mapping of the group.",
      ...(left_out > 0
        ? [`${plural(left_out, "alert")} beyond ${eventLimits.alerts} were left out.`]
        : []),
    ],
  };
}

function alertOf(item: unknown, run: Run, mapping: InboundMapping): Alert {
  const object = isObject(item) ? item : {};
  const ask = (member: MappingMember) => asked(member, mapping, item, run);
  const [usual] = generic.read(object, 0)!.alerts as [Alert];
  const named = ask("title");
  if (named !== undefined && textOf(named) === null) throw new QueryFault("`title` gives no text");
  const title = named === undefined ? usual.title : alertTitle(textOf(named)!);
  const text = ask("text");
  return {
    ...usual,
    title,
    identity: identityIn(ask("key")) ?? (named === undefined ? usual.identity : byTitle()),
    ...(mapping.status !== undefined && statusIn(ask("status"))),
    summary: summaryOf(title, text === undefined ? [usual.summary] : textsIn(text)),
    ...(mapping.severity !== undefined && { severity: word(textOf(ask("severity"))) }),
    ...(mapping.links !== undefined && { links: linksOf(linksIn(ask("links"))) }),
  };

  function byTitle(): string {
    return identityOf(null, {}, [...thingsIn(object).names, withoutState(title)]);
  }
}

/** The result of a query of the mapping, undefined without one. Throws a QueryFault that names it. */
function asked(member: MappingMember, mapping: InboundMapping, value: unknown, run: Run): unknown {
  const text = mapping[member];
  if (text === undefined) return undefined;
  try {
    return compiled(text)(value, run);
  } catch (error) {
    if (!(error instanceof QueryFault)) throw error;
    throw new QueryFault(`\`${member}\` ${error.message}`);
  }
}

/** The most queries that are remembered. */
const mostRemembered = 1_000;
const remembered = new Map<string, Query>();

function compiled(text: string): Query {
  const known = remembered.get(text);
  if (known) return known;
  const query = compile(text);
  if (typeof query === "string") throw new QueryFault(query);
  if (remembered.size >= mostRemembered) remembered.clear();
  remembered.set(text, query);
  return query;
}

/** A list is an identity of several parts. Null: none, or each part is null. */
function identityIn(key: unknown): string | null {
  const parts = isObject(key) || Array.isArray(key) ? Object.values(key) : [key];
  if (parts.every((part) => (part ?? null) === null)) return null;
  const text = typeof key === "object" ? canonical(key) : textOf(key);
  return text === null ? null : fitting(text);
}

/** True and false say whether it fires. An unknown word fires, because a page too many is better than one too few. */
function statusIn(said: unknown): Pick<Alert, "status" | "reported_status"> {
  const text = textOf(said);
  const lower = text?.toLowerCase() ?? "";
  if (said === false || isHealthyWord(lower)) return { status: "resolved", reported_status: null };
  if (lower === "acknowledged") return { status: lower, reported_status: null };
  const isFiring = said === true || lower === "firing";
  return { status: "firing", reported_status: isFiring ? null : word(text) };
}

const textsIn = (text: unknown): (string | null)[] =>
  Array.isArray(text)
    ? text.slice(0, eventLimits.labels).map(textOf)
    : [isObject(text) ? canonical(text) : textOf(text)];

/** An address, a list of them, or an object of them by name. */
function linksIn(links: unknown): [string, unknown][] {
  if (isObject(links)) return Object.entries(links).slice(0, eventLimits.labels);
  const all: unknown[] = Array.isArray(links) ? links.slice(0, eventLimits.labels) : [links];
  return all.map((url) => ["source", url]);
}
