/**
 * The body of one push in the format of FCM HTTP v1, fit for what Google and the phones take: 4 KB for
 * everything that is shown or carried, `data` of strings alone, and a name under which a later message
 * takes the place of an earlier one, on the way and on the phone. Pure.
 */
import type { DuePush } from "../../core/paging/push.ts";
import type { Instant } from "../../core/model/model.ts";
import { fit } from "../../core/text/fit.ts";
import { byteLength, cutText } from "../../core/text/text.ts";
import { fewerLinks, linksOf, messageWithButtons, type PushLinks } from "../links.ts";
import { visible } from "../visible.ts";

/** The request body for `messages:send`. */
export interface FcmBody {
  message: {
    token: string;
    notification: { title: string; body: string };
    /** For the app; strings only. */
    data: Record<string, string>;
    android: {
      priority: "HIGH" | "NORMAL";
      /** `3600s` */
      ttl: string;
      collapse_key: string;
      notification: {
        tag: string;
        notification_priority: string;
        /** Absent: the phone's own default. */
        default_sound?: boolean;
      };
    };
    apns: {
      headers: Record<string, string>;
      payload: { aps: Record<string, unknown> };
    };
  };
}

const titleBytes = 200;
/** FCM and APNs carry 4096 bytes, their own envelope included. */
export const payloadBytes = 4000;
/** As long as ntfy keeps a message: older ones are outdated. */
const lifeSeconds = 12 * 3600;

/** The body for `due`, sent at `now`. */
export function fcmBody(due: DuePush, now: Instant, site: string | null = null): FcmBody {
  const { text, sequence_id, claims } = due;
  const title = visible(text.title).replaceAll("\n", " ").trim();
  const message = visible(messageWithButtons(due, site)).trim();
  const urgent = text.priority >= 4;
  // The phone decides on ntfy's 3.
  const rings = urgent ? true : text.priority < 3 ? false : null;
  // Both services bound it, and it is a UUID as a rule.
  const name = cutText(sequence_id, 64);
  const bodyWith =
    ({ buttons, open, runbook }: PushLinks) =>
    (shown: string): FcmBody => ({
      message: {
        token: due.device.target,
        notification: {
          title: cutText(title, titleBytes),
          body: shown,
        },
        data: {
          // The first of several: all of them may not fit.
          notification_id: claims[0]?.notification_id ?? "",
          notifications: String(claims.length),
          sequence_id,
          priority: String(text.priority),
          tags: text.tags.join(","),
          ...(open ? { open_url: open } : {}),
          ...(runbook ? { runbook_url: runbook } : {}),
          ...Object.fromEntries(buttons.map(({ verb, url }) => [`${verb}_url`, url])),
        },
        android: {
          priority: urgent ? "HIGH" : "NORMAL",
          ttl: `${lifeSeconds}s`,
          collapse_key: name,
          notification: {
            tag: name,
            notification_priority: androidPriorities[text.priority] ?? "PRIORITY_DEFAULT",
            ...(rings === null ? {} : { default_sound: rings }),
          },
        },
        apns: {
          headers: {
            "apns-push-type": "alert",
            "apns-priority": urgent ? "10" : "5",
            "apns-expiration": String(Math.floor(now / 1000) + lifeSeconds),
            "apns-collapse-id": name,
          },
          payload: {
            aps: {
              ...(rings === false ? {} : { sound: "default" }),
              "thread-id": name,
              "interruption-level": urgent
                ? "time-sensitive"
                : rings === false
                  ? "passive"
                  : "active",
            },
          },
        },
      },
    });
  const [all, fewer, none] = fewerLinks(linksOf(due, site));
  return fit(message === "" ? title : message, {
    forms: [bodyWith(all), bodyWith(fewer), bodyWith(none)],
    size: carried,
    limit: payloadBytes,
  });
}

/** The size that the services limit, bytes. */
export function carried({ message }: FcmBody): number {
  return byteLength(JSON.stringify({ ...message, token: "" }));
}

const androidPriorities: Record<number, string> = {
  1: "PRIORITY_MIN",
  2: "PRIORITY_LOW",
  3: "PRIORITY_DEFAULT",
  4: "PRIORITY_HIGH",
  5: "PRIORITY_MAX",
};
