/** When runs of a job are expected, in words. Pure. */
import type { WebhookMonitor } from "../../core/model/model.ts";
import { cronText } from "../../core/silence/cron-text.ts";
import { formatDuration } from "../../core/text/duration.ts";

/** `every day 20:00 (Europe/Berlin)`, `every 15 min`. */
export const expectedText = ({
  expect_cron,
  expect_every_minutes,
  expect_timezone,
}: WebhookMonitor): string =>
  expect_cron === null
    ? `every ${formatDuration((expect_every_minutes ?? 0) * 60_000)}`
    : `${cronText(expect_cron)} (${expect_timezone})`;
