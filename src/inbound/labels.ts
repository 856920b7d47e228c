/** Reads the labels of an alert. */
import { eventLimits } from "./alert.ts";
import { canonical } from "./identity/identity.ts";
import { firstText, sortedNames, textOf, type Foreign } from "./members.ts";
import { oneLine } from "./wording.ts";

/** Grafana's and Prometheus' own bookkeeping, not meant for people. */
export function isPrivate(name: string): boolean {
  return name.startsWith("__");
}

/** The labels as text, by name, without private ones. */
export function labelsOf(sent: Foreign): Record<string, string> {
  const labels: Record<string, string> = {};
  let count = 0;
  for (const key of sortedNames(sent)) {
    if (count === eventLimits.labels) break;
    const value = sent[key];
    const name = oneLine(key, eventLimits.labelNameBytes);
    if (isPrivate(name) || value === null || value === undefined) continue;
    // The name of an object's prototype is a private one.
    labels[name] = oneLine(
      typeof value === "object" ? canonical(value) : (textOf(value) ?? ""),
      eventLimits.labelValueBytes,
    );
    count++;
  }
  return labels;
}

/** Labels as `name: value, …`, for an alert without a text; null: none. */
export function formatLabels(
  labels: Record<string, string>,
  said: readonly string[],
): string | null {
  const pairs = Object.entries(labels)
    .filter(([name, value]) => value !== "" && !said.includes(name))
    .map(([name, value]) => `${name}: ${value}`);
  return pairs.length === 0 ? null : pairs.slice(0, 8).join(", ");
}

/** Where it happens, best known name first. */
const places = ["instance", "host", "hostname", "node", "target", "device"];
const workloads = [
  "pod",
  "deployment",
  "statefulset",
  "daemonset",
  "job_name",
  "persistentvolumeclaim",
];

/** The machine or the workload that the labels name; null when they name neither. */
export function placeOf(labels: Foreign): string | null {
  const workload = firstText(labels, ...workloads);
  const namespace = firstText(labels, "namespace");
  const inCluster = workload !== null && namespace !== null ? `${namespace}/${workload}` : workload;
  // An exporter that speaks for a cluster names itself as the instance.
  const spokesman = firstText(labels, "job")?.includes("kube-state-metrics");
  const place = spokesman ? null : firstText(labels, ...places);
  return place ?? inCluster ?? firstText(labels, "service", "namespace", "job");
}
