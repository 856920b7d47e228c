/** A network that is slow, cut into pieces or broken before a push server and an endpoint, made by toxiproxy. */
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { startPhone, type Phone } from "../support/phone.ts";
import {
  hasToxiproxy,
  nameOf,
  startToxiproxy,
  toxics,
  type Toxiproxy,
} from "../support/toxiproxy.ts";
import { minutes, startWorld, topic, type World } from "../support/world.ts";

describe.skipIf(!hasToxiproxy)("behind toxiproxy", () => {
  let world: World;
  let far: Phone;
  let proxy: Toxiproxy;

  beforeEach(async () => {
    [world, far, proxy] = await Promise.all([startWorld(), startPhone(), startToxiproxy()]);
  });
  afterEach(async () => {
    await world.end();
    await far.stop();
    await proxy.stop();
  });

  test.each(toxics.map((toxic) => ({ name: nameOf(toxic), toxic })))(
    "$name: a push server delays no other, and its push arrives when it is well",
    async ({ toxic }) => {
      const group = await world.onCall();
      const bo = await world.api<{ id: string }>("POST", "/users", { email: "bo@example.com" });
      await world.api("POST", `/users/${bo.id}/devices`, {
        kind: "ntfy",
        target: "bo-phone",
        server: await proxy.through(far.url),
      });
      await world.api("POST", `/alert_groups/${group.id}/members`, { email: "bo@example.com" });
      const shop = await world.api<{ webhook_url: string }>("POST", "/webhook_monitors", {
        title: "Shop",
        alert_group_id: group.id,
        error_rate_window_minutes: 600,
      });
      await proxy.add(toxic);
      const before = world.clock.now();
      await world.report(shop);
      await world.phone.waitFor((message) => message.topic === topic);
      expect(world.clock.now()).toBe(before);
      await world.settle();
      await proxy.heal();
      await world.pass(minutes(10));

      expect(world.phone.messages(topic)).toHaveLength(1);
      // As one on the phone, where nobody could know whether it had come.
      expect(far.messages("bo-phone").length).toBeGreaterThan(0);
      expect(far.shown("bo-phone")).toHaveLength(1);
      const { notifications } = await world.api<{ notifications: { state: string }[] }>(
        "GET",
        "/incidents/1",
      );
      expect(notifications.map(({ state }) => state)).toEqual(["delivered", "delivered"]);
    },
  );
});
