/**
 * Decides what follows from an attempt to send a notification: for the notification, for its device, and
 * for notifications that wait for it.
 */
import { nextAttempt } from "./backoff.ts";
import { formatDuration } from "../text/duration.ts";
import { plural } from "../text/plural.ts";
import type {
  Instant,
  Notification,
  NotificationState,
  TimelineKind,
  Transition,
} from "../model/model.ts";

/** Number of attempts without a verdict after which the device is reported as unreachable. */
export const notReachedAfter = 3;

/** The outcome of an attempt, without details of the transport. */
export type AttemptOutcome =
  | { kind: "delivered" }
  | { kind: "perhaps_delivered"; detail: string }
  | {
      kind: "retry";
      detail: string;
      retry_after_ms: number | null;
      perhaps_delivered: boolean;
    }
  | { kind: "refused"; detail: string; of_channel?: true };

/** The noun for a push in the timeline. */
export const pushNouns: Record<Transition, string> = {
  opened: "Page",
  acknowledged: "Acknowledgement",
  recovered: "Recovery",
  handed_over: "Handover",
  test: "Test",
  drill: "Drill",
  drill_report: "Drill report",
  account: "News about an account",
  shift_notice: "Notice of a shift",
  shift_began: "Beginning of a shift",
  shift_ended: "End of a shift",
  shifts_changed: "Change of shifts",
  handoff: "Handoff",
  schedule_gap: "Gap in a schedule",
  disk_warning: "Disk warning",
  disk_recovered: "Disk recovery",
  offline: "Page",
};

/** The consequences of an attempt. */
export interface Settlement {
  set: {
    state: NotificationState;
    due_at: Instant | null;
    /** The push is not sent before `due_at`, even if others are hurried. */
    wait_asked: boolean;
    perhaps_delivered: boolean;
    channel_refused: boolean;
    delivered_at: Instant | null;
    last_error: string | null;
  };
  /** The next state of a recovery that waits for this page. */
  waiting: "queued" | "dropped" | null;
  /** null: leave the device's state; else it is working again, or broken with this reason. */
  device: { broken: string | null } | null;
  /** The person's other devices are tried at once, except those whose push server asked for a wait. */
  hurry_others: boolean;
  timeline: { entry: TimelineKind; text: string } | null;
}

/** True when a push is worth another attempt. A test shows a rejection at once. */
export const isTriedAgain = (
  { transition }: Pick<Notification, "transition">,
  outcome: AttemptOutcome,
): outcome is Exclude<AttemptOutcome, { kind: "delivered" }> =>
  outcome.kind === "refused"
    ? outcome.of_channel === true && transition !== "test"
    : outcome.kind !== "delivered";

/**
 * Settles an attempt. `over`: the incident has been resolved meanwhile, so that an opening is not worth
 * another attempt. `perhaps`: how many attempts may have arrived, this one included. `where` names the device and
 * person, for the timeline; `elsewhere` the person's other devices that were reached.
 */
export function settle(
  notification: Notification,
  outcome: AttemptOutcome,
  context: {
    over: boolean;
    perhaps: number;
    where: string;
    elsewhere: readonly string[];
    jitter: number;
  },
  now: Instant,
): Settlement {
  const perhaps =
    notification.perhaps_delivered ||
    outcome.kind === "perhaps_delivered" ||
    (outcome.kind === "retry" && outcome.perhaps_delivered);
  const final = (
    state: NotificationState,
    last_error: string | null,
    timeline: Settlement["timeline"],
  ): Settlement => ({
    set: {
      state,
      due_at: null,
      wait_asked: false,
      perhaps_delivered: perhaps,
      channel_refused: false,
      delivered_at: state === "delivered" ? now : null,
      last_error,
    },
    waiting: state === "delivered" || perhaps ? "queued" : "dropped",
    device: null,
    hurry_others: false,
    timeline,
  });
  /** Another attempt at `due_at`. */
  const later = (
    set: Pick<Settlement["set"], "due_at" | "wait_asked" | "last_error">,
    then: Pick<Settlement, "hurry_others" | "timeline">,
  ): Settlement => ({
    set: {
      state: "queued",
      perhaps_delivered: perhaps,
      channel_refused: outcome.kind === "refused" || notification.channel_refused,
      delivered_at: null,
      ...set,
    },
    waiting: null,
    device: null,
    ...then,
  });
  /** The time of the next attempt; null: none before it expires. */
  const next = (perhaps: number, retry_after_ms: number | null): Instant | null => {
    const { attempts, expires_at } = notification;
    const at = nextAttempt({ attempts, perhaps, retry_after_ms, jitter: context.jitter, now });
    return at !== null && at < expires_at ? at : null;
  };
  const what = pushNouns[notification.transition];
  const isPage = notification.transition === "opened";
  if (isTriedAgain(notification, outcome) && context.over && isPage)
    return final("dropped", outcome.detail, {
      entry: "dropped",
      text: `Retries for ${context.where} stopped: the incident is resolved. Last error: ${outcome.detail}`,
    });

  switch (outcome.kind) {
    case "delivered":
      return {
        ...final("delivered", null, {
          entry: "delivered",
          text: `${what} accepted for ${context.where}.`,
        }),
        device: { broken: null },
      };
    case "refused": {
      const { detail, of_channel } = outcome;
      const text = `${what} rejected for ${context.where}: ${detail}`;
      const due_at = isTriedAgain(notification, outcome) ? next(0, null) : null;
      if (due_at === null)
        return {
          ...final("refused", detail, { entry: "refused", text }),
          device: of_channel ? null : { broken: detail },
          hurry_others: true,
        };
      const isFirst = !notification.channel_refused;
      return later(
        { due_at, wait_asked: false, last_error: detail },
        {
          hurry_others: isFirst,
          timeline: isFirst ? { entry: "refused", text: `${text}. Still retrying.` } : null,
        },
      );
    }
    case "perhaps_delivered": {
      const { detail } = outcome;
      const due_at = next(context.perhaps, null);
      const sentence = `${what} perhaps delivered to ${context.where}: ${detail}.`;
      const entry = "perhaps_delivered";
      if (due_at === null) {
        const tries = plural(notification.attempts, "attempt");
        const text = `${sentence} Not sent again after ${tries}.`;
        return { ...final("perhaps_delivered", detail, { entry, text }), hurry_others: true };
      }
      const isFirst = context.perhaps === 1;
      const text = `${sentence} Sent again in ${formatDuration(due_at - now)}.`;
      return later(
        { due_at, wait_asked: true, last_error: detail },
        { hurry_others: isPage && isFirst, timeline: isFirst ? { entry, text } : null },
      );
    }
    case "retry": {
      const { detail, retry_after_ms } = outcome;
      const due_at = next(0, retry_after_ms);
      if (due_at === null)
        return {
          ...final("expired", detail, {
            entry: "expired",
            text: `${what} for ${context.where} expired after 24 h and ${notification.attempts} attempts. Last error: ${detail}`,
          }),
          hurry_others: true,
        };
      const unreached = isPage && notification.attempts === notReachedAfter;
      return later(
        { due_at, wait_asked: retry_after_ms !== null, last_error: detail },
        {
          hurry_others: unreached,
          timeline: unreached ? { entry: "not_reached", text: notReached(context, detail) } : null,
        },
      );
    }
  }
}

function notReached(
  { where, elsewhere }: { where: string; elsewhere: readonly string[] },
  why: string,
): string {
  const others =
    elsewhere.length === 0
      ? "No other device of this person was reached"
      : `Reached on: ${elsewhere.join(", ")}`;
  return `${where} is unreachable after ${notReachedAfter} attempts; still retrying. ${others}. Last error: ${why}`;
}
