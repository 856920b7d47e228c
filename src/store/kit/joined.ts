/**
 * Joins calls of one source that wait for the same commit: one decision for the reports of a busy monitor, one read and
 * write of the group for deliveries that repeat its alerts. Each caller still gets its own answer.
 */
import { isLarge } from "../../core/alerts/packed-delivery.ts";
import type { Request, DeliverInput, ReportInput } from "./request.ts";

/**
 * Deliveries that become one request. They are answered together, and while they are decided their senders send no
 * others: with more, the writer would run out of work.
 */
const mostDeliveries = 64;

/** The same request, to be joined by later ones. */
export function joinable({ verb, input }: Request): Request {
  if (verb === "report") {
    const { reports, ...about } = input as ReportInput;
    return { verb, input: { ...about, reports: [...reports] } };
  }
  if (verb === "deliver") {
    const { deliveries, ...about } = input as DeliverInput;
    return { verb, input: { ...about, deliveries: [...deliveries] } };
  }
  return { verb, input };
}

/** Adds a request of the same source to an earlier one; false: they stay apart. */
export function join(earlier: Request, later: Request): boolean {
  if (earlier.verb !== later.verb) return false;
  if (later.verb === "report") {
    const all = earlier.input as ReportInput;
    const { reports, now } = later.input as ReportInput;
    all.reports.push(...reports);
    all.now = Math.max(all.now, now);
    return true;
  }
  if (later.verb === "deliver") {
    const all = (earlier.input as DeliverInput).deliveries;
    const { deliveries } = later.input as DeliverInput;
    if (all.length + deliveries.length > mostDeliveries) return false;
    // The senders of the others would wait for it.
    if ([...all, ...deliveries].some(isLarge)) return false;
    all.push(...deliveries);
    return true;
  }
  return false;
}

/** Makes the answer to one of the joined requests out of that to all. */
export function answerOf({ verb, input }: Request): (value: unknown) => unknown {
  if (verb !== "report") return (value) => value;
  const { length } = (input as ReportInput).reports;
  return (value) => value && { accepted: length };
}
