/**
 * The promises of `Store`, made by every driver, with a file of `contract/` for each noun. The test file of
 * a driver passes the driver and adds the promises of that driver alone.
 */
import { describe } from "vitest";
import { absencePromises } from "./contract/absences.ts";
import { accessPromises } from "./contract/access.ts";
import { boardPromises } from "./contract/board.ts";
import { checkPromises } from "./contract/checks.ts";
import { clockPromises } from "./contract/clock.ts";
import { declarationPromises } from "./contract/declarations.ts";
import { deletedPromises } from "./contract/deleted.ts";
import { deliveryPromises } from "./contract/deliveries.ts";
import { dependencyPromises } from "./contract/dependencies.ts";
import { drillPromises } from "./contract/drills.ts";
import { flappingPromises } from "./contract/flapping.ts";
import { gapPromises } from "./contract/gaps.ts";
import { givenStore, type Driver, type Given } from "./contract/given.ts";
import { historyPromises } from "./contract/history.ts";
import { statusPagePromises } from "./contract/status-pages.ts";
import { subscriberPromises } from "./contract/subscribers.ts";
import { incidentPromises } from "./contract/incidents.ts";
import { lifePromises } from "./contract/lives.ts";
import { monthlyReportPromises } from "./contract/monthly-reports.ts";
import { nodePromises } from "./contract/nodes.ts";
import { pendingPromises } from "./contract/pending.ts";
import { pagePromises } from "./contract/pages.ts";
import { peoplePromises } from "./contract/people.ts";
import { pushPromises } from "./contract/pushes.ts";
import { reachPromises } from "./contract/reach.ts";
import { referencePromises } from "./contract/references.ts";
import { reportPromises } from "./contract/reports.ts";
import { resourcePromises } from "./contract/resources.ts";
import { retentionPromises } from "./contract/retention.ts";
import { schedulePromises } from "./contract/schedules.ts";
import { shiftPromises } from "./contract/shifts.ts";
import { silencePromises } from "./contract/silences.ts";

const promises = [
  resourcePromises,
  reportPromises,
  deliveryPromises,
  flappingPromises,
  nodePromises,
  checkPromises,
  gapPromises,
  clockPromises,
  incidentPromises,
  statusPagePromises,
  subscriberPromises,
  historyPromises,
  pushPromises,
  pendingPromises,
  lifePromises,
  reachPromises,
  silencePromises,
  peoplePromises,
  monthlyReportPromises,
  pagePromises,
  accessPromises,
  drillPromises,
  boardPromises,
  declarationPromises,
  deletedPromises,
  schedulePromises,
  absencePromises,
  shiftPromises,
  referencePromises,
  dependencyPromises,
  retentionPromises,
];

/** `kept`: the promises to test; absent: all. */
export function storeContract(
  name: string,
  driver: Driver,
  kept: readonly ((given: Given) => void)[] = promises,
): void {
  describe(`${name} keeps the promises of a store`, () => {
    const given = givenStore(driver);
    for (const declareTests of kept) declareTests(given);
  });
}
