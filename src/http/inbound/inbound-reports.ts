/** Extracts error reports from the body of an event: one, or an array of them. */
import { check } from "../../api/check.ts";
import type { ErrorReport } from "../../api/inbound.ts";
import { limits, Type } from "../../api/schema.ts";
import type { ErrorReport as Report } from "../../core/command/command.ts";
import type { Fault } from "../../core/model/fault.ts";
import type { Instant } from "../../core/model/model.ts";
import { deeperThan } from "../../core/text/json-text.ts";
import { cutText, longerThan } from "../../core/text/text.ts";
import { isJsonType, parseJson } from "../request/bodies.ts";
import { notLarger } from "./inbound-body.ts";
import type { ReadReports } from "./read-reports.ts";
import { meantJson } from "./inbound-form.ts";
import { invalid, Problem } from "../answer/problem.ts";

/** Reports in one delivery. */
export const mostReports = 10_000;

/** Reports as monitord's own API has them. */
export const ownReports: ReadReports = (text, type, now) => {
  const reports = reportsOf(text, type, now);
  return { reports, answer: { accepted: reports.length } };
};

function reportsOf(body: Buffer, contentType: string | undefined, now: Instant): Report[] {
  notLarger(body, limits.reportBody);
  const value = valueIn(body.toString("utf8"), contentType);
  const list = Array.isArray(value) ? (value as unknown[]) : [value];
  const faults: Fault[] = [];
  if (list.length > mostReports)
    throw invalid([
      {
        field: "",
        code: "length",
        message: `must have at most ${mostReports} reports`,
      },
    ]);
  list.forEach((report, i) => {
    if (faults.length > 100) return;
    const at = Array.isArray(value) ? `[${i}]` : "";
    for (const fault of faultsOf(report))
      faults.push({
        ...fault,
        field: [at, fault.field].filter((part) => part !== "").join("."),
      });
  });
  if (faults.length > 0) throw invalid(faults);
  return list.map((report) => reportOf(report as Record<string, unknown>, now));
}

/** The content type is not obeyed, because loggers and `curl -d` set it freely: it only decides the refusal. */
function valueIn(text: string, contentType: string | undefined): unknown {
  try {
    return parseJson(text);
  } catch (error) {
    const meant = deeperThan(text, limits.depth) ? null : meantJson(text);
    if (meant !== null) return parseJson(meant);
    if (isJsonType(contentType)) throw error;
    throw new Problem(
      "unsupported-media-type",
      "Send the report as JSON, with Content-Type: application/json.",
    );
  }
}

/** Many senders write null for unknown values. */
const reportShape = Type.Object({});

function faultsOf(report: unknown): Fault[] {
  const faults = check(reportShape, report);
  if (faults.length > 0) return faults;
  const { message, msg, source } = report as ErrorReport;
  return (message ?? msg ?? source ?? null) === null
    ? [
        {
          field: "message",
          code: "required",
          message: "is required, unless source is there",
        },
      ]
    : [];
}

function reportOf(report: Record<string, unknown>, at: number): Report {
  const { message: named, source, ...others } = report as ErrorReport & Record<string, unknown>;
  const { msg, ...less } = others;
  const [message, rest] = (named ?? null) === null ? [msg, less] : [named, others];
  const names = Object.keys(rest);
  return {
    at,
    message: messageText(message),
    source: messageText(source),
    meta: names.length === 0 ? null : metaOf(rest, names),
  };
}

/** A report whose message is an object or a number is a report all the same: its JSON is shown. */
function messageText(value: unknown): string | null {
  if (value === undefined || value === null) return null;
  return cutMessage(typeof value === "string" ? value : JSON.stringify(value));
}

/** Kept up to 16 KiB, and marked when it was longer: never refused for its length. */
export function cutMessage(text: string): string {
  if (!longerThan(text, limits.message)) return text;
  const mark = ` (cut, ${text.length} characters in all)`;
  return cutText(text, limits.message - mark.length) + mark;
}

function metaOf(rest: Record<string, unknown>, names: string[]): string {
  const meta = JSON.stringify(rest);
  return longerThan(meta, limits.message)
    ? JSON.stringify({ cut: true, members: names.slice(0, 50) })
    : meta;
}
