/**
 * Azure Monitor's action groups: the common alert schema, and the older one of metric alerts. An alert is identified by
 * its rule, its targets and its dimensions: rules without a state fire with another id each time.
 * https://learn.microsoft.com/azure/azure-monitor/alerts/alerts-common-schema
 */
import type { Instant } from "../../core/model/model.ts";
import type { Contents, Format } from "../alert.ts";
import {
  firstPast,
  firstText,
  instantOf,
  isObject,
  listOf,
  objectOf,
  objectsOf,
  textOf,
  type Foreign,
} from "../members.ts";
import { contentsBy, type States } from "./tool.ts";

const states: States = {
  fired: "firing",
  activated: "firing",
  resolved: "resolved",
  deactivated: "resolved",
};

export const azure: Format = {
  name: "azure",
  read: (body, now) => {
    if (!isObject(body) || !isObject(body.data)) return null;
    const { essentials, context } = body.data;
    if (isObject(essentials) && Object.hasOwn(essentials, "monitorCondition"))
      return readCommon(essentials, objectOf(body.data.alertContext), now);
    const isOlder = isObject(context) && typeof body.data.status === "string";
    return isOlder && Object.hasOwn(body, "schemaId") ? readOlder(body.data, context, now) : null;
  },
};

function readCommon(essentials: Foreign, context: Foreign, now: Instant): Contents {
  const targets = listOf(essentials.alertTargetIDs)
    .slice(0, 20)
    .flatMap((id) => textOf(id)?.toLowerCase() ?? [])
    .toSorted();
  const properties = objectOf(context.properties);
  const conditions = objectsOf(objectOf(context.condition).allOf);
  const dimensions = dimensionsOf(conditions);
  const fired = firstPast(now, instantOf(essentials.firedDateTime));
  return contentsBy("azure", states, {
    state: isOver(context, properties) ? "resolved" : firstText(essentials, "monitorCondition"),
    thing: [
      firstText(properties, "trackingId"),
      firstText(essentials, "alertRule", "originAlertId", "alertId"),
      ...targets,
      ...dimensions.map(([name, value]) => `${name}=${value}`),
    ],
    name: firstText(essentials, "alertRule"),
    place: firstText({ at: listOf(essentials.configurationItems)[0] }, "at"),
    texts: [
      firstText(essentials, "description"),
      firstText(properties, "title", "communication", "details"),
      ...conditions.slice(0, 5).map(conditionText),
    ],
    severity: firstText(essentials, "severity"),
    value: firstText(conditions[0] ?? {}, "metricValue"),
    since: fired,
    ended: instantOf(essentials.resolvedDateTime),
    labels: {
      ...Object.fromEntries(dimensions),
      service: essentials.monitoringService,
      signal: essentials.signalType,
      target: targets[0] ?? null,
    },
    links: [
      ["query", conditions[0]?.linkToSearchResultsUI],
      ["query", conditions[0]?.linkToFilteredSearchResultsUI],
    ],
  });
}

/** Alerts about Azure's own services are always `Fired`, also when they say that all is well again. */
function isOver(context: Foreign, properties: Foreign): boolean {
  const health = firstText(properties, "currentHealthStatus");
  if (health !== null) return health.toLowerCase() === "available";
  const isService = Object.hasOwn(properties, "trackingId");
  return isService && /^resolved$/i.test(firstText(context, "status") ?? "");
}

function dimensionsOf(conditions: Foreign[]): [name: string, value: string][] {
  return conditions
    .slice(0, 20)
    .flatMap(({ dimensions }) => objectsOf(dimensions).slice(0, 20))
    .map((one): [string, string] => [firstText(one, "name") ?? "", firstText(one, "value") ?? ""])
    .toSorted(([a], [b]) => (a < b ? -1 : 1));
}

/** `Percentage CPU GreaterThan 90: 93.4` */
function conditionText(condition: Foreign): string | null {
  const rule = ["metricName", "metricMeasureColumn", "operator", "threshold"]
    .flatMap((name) => firstText(condition, name) ?? [])
    .join(" ");
  const value = firstText(condition, "metricValue");
  return rule === "" ? null : `${rule}${value === null ? "" : `: ${value}`}`;
}

function readOlder(data: Foreign, context: Foreign, now: Instant): Contents {
  return contentsBy("azure", states, {
    state: firstText(data, "status"),
    thing: [
      firstText(context, "id", "name"),
      firstText(context, "resourceId", "resourceName")?.toLowerCase() ?? null,
      ...dimensionsOf(objectsOf(objectOf(context.condition).allOf)).map((pair) => pair.join("=")),
    ],
    name: firstText(context, "name"),
    place: firstText(context, "resourceName"),
    texts: [firstText(context, "description")],
    severity: firstText(context, "severity"),
    since: firstPast(now, instantOf(context.timestamp)),
    links: [["portal", context.portalLink]],
  });
}
