/** Turns an answer of the server behind a webhook into the outcome of a push. Pure. */
import type { PushOutcome } from "../../core/paging/push.ts";
import { again, isPassing, refused, retryAfter, said, type Answer } from "../answer.ts";

/** The remedy, by status. */
const hints: Record<number, string> = {
  400: "the server does not understand what it is sent: is the format the right one?",
  401: "the server asks for credentials: is the URL complete?",
  403: "the server does not allow it: is the URL complete?",
  404: "unknown webhook; it may have been deleted",
  405: "nothing can be posted there",
  410: "the webhook is gone",
  413: "the server finds it too long",
};

/**
 * The body of a 200 of Teams that could not deliver:
 * https://learn.microsoft.com/microsoftteams/platform/webhooks-and-connectors/how-to/connectors-using
 */
const failedInTeams =
  /Webhook message delivery failed|endpoint returned HTTP error|\bMicrosoft\.[\w.]+Exception\b/i;
const statusInTeams = /HTTP error (\d{3})/;

/**
 * The outcome of a push in the `format` of the device. Any 2xx is a delivery: chats answer "ok", "1", or an empty body.
 * Only Teams says in the body of a 200 that it failed; Slack, Discord and Mattermost do so by the status.
 */
export function webhookOutcome(
  { status, headers, body }: Answer,
  format: string | null = null,
): PushOutcome {
  if (status >= 200 && status < 300) {
    const text = format === "teams" ? body.toString("utf8") : "";
    if (!failedInTeams.test(text))
      return { kind: "delivered", http_status: status, provider_id: null };
    const [, within] = statusInTeams.exec(text) ?? [];
    const inTeams = within === undefined ? "" : ` (HTTP ${within})`;
    return again(
      Number(within ?? status),
      said(status, `Teams says that it could not deliver the message${inTeams}`),
      false,
    );
  }
  if (status >= 300 && status < 400)
    return refused(status, said(status, "the URL redirects; give the one where it leads"));
  const detail = said(status, hints[status] ?? "");
  if (status < 500 && !isPassing(status)) return refused(status, detail);
  return {
    // A gateway that gave up waiting: the server behind it may have taken it.
    ...again(status, detail, status === 502 || status === 504),
    retry_after_ms: retryAfter(headers),
  };
}
