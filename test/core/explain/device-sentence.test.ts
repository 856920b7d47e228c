import { expect, test } from "vitest";
import { inState, type DeviceReach } from "../../../src/core/explain/device-reach.ts";
import { deviceSentence } from "../../../src/core/explain/reach-text.ts";
import { night } from "../../support/builders.ts";

const at = "2026-11-21 03:00 UTC";
const tried = (of: DeviceReach): DeviceReach => ({ ...of, attempts: 2 });
const took = (accepted: number, state: "reached" | "unverified"): DeviceReach => ({
  ...inState(state),
  accepted,
  accepted_at: night,
  last_accepted_at: night,
});

test.each<[string, DeviceReach]>([
  [`was notified: push accepted ${at}.`, took(1, "reached")],
  [`was notified: push accepted ${at}, plus 2 later pushes.`, took(3, "unverified")],
  ["is not notified yet: silenced by Bo: deploy.", inState("held", "silenced by Bo: deploy")],
  ["is being notified now.", inState("sending")],
  ["is about to be notified.", inState("sending", null, night)],
  [
    `is not reached after 2 attempts (HTTP 503). Next attempt ${at}.`,
    tried(inState("sending", "HTTP 503", night)),
  ],
  [
    `is not reached after 2 attempts (HTTP 503). Next attempt ${at}.`,
    tried(inState("unreachable", "HTTP 503", night)),
  ],
  ["was not notified: expired after 24 h (x).", inState("unreachable", "expired after 24 h (x)")],
  ["was not notified: push server rejected it (HTTP 403).", inState("refused", "HTTP 403")],
  ["was not notified: the device is disabled.", inState("no_device", "the device is disabled")],
  ["was not notified: not a member.", inState("not_notified", "not a member")],
])("a device %s", (sentence, reach) => {
  expect(deviceSentence(reach, "UTC")).toBe(sentence);
});
