import { describe, expect, test } from "vitest";
import { fcmBody } from "../../../src/channel/fcm/body.ts";
import { night } from "../../support/builders.ts";
import { duePush } from "../due-push.ts";

const phone = { kind: "fcm", target: "registration:token" } as const;
const bytes = (value: unknown) =>
  Buffer.byteLength(typeof value === "string" ? value : JSON.stringify(value));

describe("fcmBody", () => {
  test("is what FCM takes", () => {
    const due = duePush({}, phone);
    expect(JSON.parse(JSON.stringify(fcmBody(due, night)))).toEqual({
      message: {
        token: "registration:token",
        notification: {
          title: "Shop is down",
          body: "Database: Could not connect",
        },
        data: {
          notification_id: "n1",
          notifications: "1",
          sequence_id: "inc-1-ada",
          priority: "5",
          tags: "rotating_light",
        },
        android: {
          priority: "HIGH",
          ttl: "43200s",
          collapse_key: "inc-1-ada",
          notification: {
            tag: "inc-1-ada",
            notification_priority: "PRIORITY_MAX",
            default_sound: true,
          },
        },
        apns: {
          headers: {
            "apns-push-type": "alert",
            "apns-priority": "10",
            "apns-expiration": String(night / 1000 + 12 * 3600),
            "apns-collapse-id": "inc-1-ada",
          },
          payload: {
            aps: {
              sound: "default",
              "thread-id": "inc-1-ada",
              "interruption-level": "time-sensitive",
            },
          },
        },
      },
    });
  });

  test.each([
    [5, "HIGH", "PRIORITY_MAX", true, "10", "time-sensitive", "default"],
    [4, "HIGH", "PRIORITY_HIGH", true, "10", "time-sensitive", "default"],
    [3, "NORMAL", "PRIORITY_DEFAULT", undefined, "5", "active", "default"],
    [2, "NORMAL", "PRIORITY_LOW", false, "5", "passive", undefined],
    [1, "NORMAL", "PRIORITY_MIN", false, "5", "passive", undefined],
  ])("priority %i goes out as %s, %s", (priority, android, shown, sounds, apns, level, sound) => {
    const { message } = fcmBody(duePush({ priority }, phone), night);
    expect(message.android.priority).toBe(android);
    expect(message.android.notification.notification_priority).toBe(shown);
    expect(message.android.notification.default_sound).toBe(sounds);
    expect(message.apns.payload.aps["sound"]).toBe(sound);
    expect(message.apns.headers["apns-priority"]).toBe(apns);
    expect(message.apns.payload.aps["interruption-level"]).toBe(level);
  });

  test.each([["é".repeat(4000)], ['"\\\n'.repeat(3000)], ["😀".repeat(2000)]])(
    "stays within 4 KB whatever has to be escaped (%#)",
    (text) => {
      const due = duePush({ title: text, message: text }, phone);
      const { token: _, ...carried } = fcmBody(due, night).message;
      expect(bytes(carried)).toBeLessThanOrEqual(4000);
      expect(bytes(carried.notification.body)).toBeGreaterThan(500);
      expect(bytes(carried.notification.title)).toBeLessThanOrEqual(200);
    },
  );

  test("says the title when there is no message, and hides nothing", () => {
    const due = duePush({ title: "a\u202eb\nc", message: " " }, phone);
    expect(fcmBody(due, night).message.notification).toEqual({
      title: "a b c",
      body: "a b c",
    });
  });
});
