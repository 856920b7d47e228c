import { expect, test } from "vitest";
import { deviceFaults } from "../../../src/channel/registry.ts";
import { open } from "../../../src/channel/webpush/send.ts";
import { newSubscription } from "../../support/browser-subscription.ts";
import { nowhere } from "../../support/surroundings.ts";
import { duePush } from "../due-push.ts";

const { device, auth } = newSubscription();
/** 65 bytes that begin as a point does. */
const noPoint = Buffer.concat([Buffer.from([4]), Buffer.alloc(64, 7)]).toString("base64url");
const target = "https://push.example.com/send/abc";

test("a key that is no point of the curve is refused when the browser is added", () => {
  const faults = (secret: string) => deviceFaults({ ...device, target, secret });
  expect(faults(device.secret)).toEqual([]);
  expect(faults(`${noPoint}.${auth}`)).toMatchObject([{ field: "secret", code: "format" }]);
});

test("a push to a browser with such a key is refused, which marks the device as broken", async () => {
  const sender = open({}, nowhere);
  const due = duePush({}, { ...device, target, secret: `${noPoint}.${auth}` });
  expect(await sender.push(due)).toMatchObject({ kind: "refused" });
  await sender.close();
});
