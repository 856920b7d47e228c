/** Reads the `alerts` list of Alertmanager and its imitators, with the members around it. */
import type { Instant } from "../core/model/model.ts";
import { eventLimits, type Contents } from "./alert.ts";
import { readItem, type Shared } from "./alert-item.ts";
import { firstText, objectOf, objectsOf, textOf, type Foreign } from "./members.ts";
import { oneLine, word } from "./wording.ts";
import { plural } from "../core/text/plural.ts";

/**
 * Reads a list of alerts and the fields around it. null: the list has items, and none of them is an object.
 * `test`: the body as a whole is known to be a test.
 */
export function readAlertList(
  items: unknown[],
  around: Foreign,
  now: Instant,
  test = false,
): Contents | null {
  const objects = objectsOf(items);
  if (objects.length === 0 && items.length > 0) return null;
  const shared = sharedBy(around, test);
  const truncated = Number(textOf(around.truncatedAlerts));
  const receiver = textOf(around.receiver);
  const left_out = Math.max(0, items.length - eventLimits.alerts);
  const counts = {
    sent: items.length,
    left_out,
    odd: items.length - left_out - objects.length,
    truncated: Number.isSafeInteger(truncated) && truncated > 0 ? truncated : 0,
  };
  return {
    alerts: objects.values().map((item) => readItem(item, shared, now)),
    receiver: receiver === null ? null : word(unquoted(receiver)),
    truncated: counts.truncated,
    ...(left_out > 0 && { left_out }),
    remarks: remarksOn(counts),
  };
}

function sharedBy(around: Foreign, test: boolean): Shared {
  const labels = {
    ...objectOf(around.groupLabels),
    ...objectOf(around.commonLabels),
  };
  const annotations = objectOf(around.commonAnnotations);
  const words = firstText(annotations, "summary", "description", "message");
  const name = firstText(labels, "alertname", "rulename");
  return {
    // Bounded here, once, and not for each of thousands of items.
    name: name && oneLine(name, eventLimits.titleBytes),
    words: words && oneLine(words, eventLimits.summaryBytes),
    test,
  };
}

/** Receivers arrive as regular expressions that match their own name. */
function unquoted(receiver: string): string {
  return receiver.replace(/\\([\\.+*?()|[\]{}^$])/g, "$1");
}

function remarksOn({
  sent,
  left_out,
  odd,
  truncated,
}: Record<"sent" | "left_out" | "odd" | "truncated", number>): string[] {
  const remarks: string[] = [];
  if (sent === 0) remarks.push("The list of alerts is empty.");
  if (truncated > 0)
    remarks.push(
      `${plural(truncated, "more alert was", "more alerts were")} not sent: the sender limits how many it sends at once.`,
    );
  if (left_out > 0)
    remarks.push(
      `${sent} alerts were sent at once. The first ${eventLimits.alerts} are read, ${left_out} are left out.`,
    );
  if (odd > 0)
    remarks.push(
      odd === 1
        ? "1 item of the list is not an alert and is left out."
        : `${odd} items of the list are not alerts and are left out.`,
    );
  return remarks;
}
