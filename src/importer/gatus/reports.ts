/** Converts the monitors of Gatus that report here: external endpoints and suites. Pure. */
import type { Collected } from "../collected.ts";
import { fitter } from "../fit.ts";
import { alertsOf } from "./alerts.ts";
import { isOff, listOf, membersOf, nameOf, plainText, secondsOf } from "../values.ts";
import type { Fields } from "../../resource/references.ts";

/** An external endpoint becomes a webhook monitor. */
export function addExternal(collected: Collected, endpoint: Fields, alerting: Fields): void {
  const remarks = ["report to the new webhook URL: …/success, or a POST for an error"];
  const fit = fitter("webhook_monitors", remarks);
  const interval = membersOf(endpoint["heartbeat"])["interval"];
  const seconds = secondsOf(interval);
  const alerts = alertsOf(endpoint, alerting);
  const threshold = Math.min(...alerts.map((alert) => alert.threshold));
  if (alerts.length > 0 && threshold > 1)
    remarks.push(
      `opened after ${threshold} failures in a row in Gatus; here the first error opens`,
    );
  if (isOff(endpoint["enabled"]))
    remarks.push("was not enabled in Gatus: pause it after the import");
  collected.add(
    "webhook_monitors",
    nameOf(endpoint, "External endpoint"),
    plainText(endpoint["group"]),
    {
      ...(seconds !== null &&
        seconds > 0 && {
          expect_every_minutes: fit(
            "expect_every_minutes",
            seconds / 60,
            `heartbeat ${plainText(interval)}`,
          ),
          grace_minutes: 1,
        }),
      description: alerts.find(({ description }) => description !== null)?.description,
    },
    remarks,
  );
}

/** A suite becomes a job that reports: monitord does not run its steps. */
export function addSuite(collected: Collected, suite: Fields): void {
  const steps = listOf(suite["endpoints"]).map((step) => nameOf(step, "step"));
  const remarks = [
    `monitord does not run its steps (${steps.join(", ")}): a script does, and reports with monitorctl run`,
  ];
  const fit = fitter("webhook_monitors", remarks);
  const interval = plainText(suite["interval"]);
  if (isOff(suite["enabled"])) remarks.push("was not enabled in Gatus: pause it after the import");
  collected.add(
    "webhook_monitors",
    nameOf(suite, "Suite"),
    plainText(suite["group"]),
    {
      expect_every_minutes: fit(
        "expect_every_minutes",
        (secondsOf(interval) ?? 600) / 60,
        `interval ${interval ?? "10m"}`,
      ),
      grace_minutes: 5,
    },
    remarks,
  );
}
