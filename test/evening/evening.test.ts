import { expect, test } from "vitest";
import { startPhone } from "../support/phone.ts";
import { playEvening } from "./evening.ts";

test("a phone's whole evening passes on our fake of ntfy, which keeps each promise of its documentation", async () => {
  const authorization = "Bearer tk_evening";
  const phone = await startPhone({ authorization });
  const verdict = await playEvening({ url: phone.url, authorization }, () => undefined);
  await phone.stop();
  expect(verdict).toEqual({ faults: [], cannot: [] });
});
