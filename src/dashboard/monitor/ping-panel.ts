/** How a job reports its runs: its ping URL, and lines to paste into the job. Pure. */
import type { WebhookMonitor } from "../../core/model/model.ts";
import { panel } from "../components/panel.ts";
import { html, type Html, type Piece } from "../html.ts";
import { icon } from "../icons.ts";
import { urlHidden } from "../words.ts";
import type { WebhookModel } from "./model.ts";

const curl = "curl -fsS -m 10 --retry 5";

export function pingPanel({ monitor, ping_url, webhook_url, heartbeat }: WebhookModel): Html {
  return panel(
    { id: "ping-title", title: "How the job reports" },
    ping_url === null || webhook_url === null
      ? html`<p class="pb quiet">${urlHidden}</p>`
      : html`<div class="pb">
            <div class="snippet">
              <code id="ping-url" class="copy" tabindex="0">${ping_url}</code
              ><button class="btn slim" type="button" data-copy="ping-url">
                ${icon("copy", "s12")}Copy<span class="unseen"> the ping URL</span>
              </button>
            </div>
          </div>
          ${snippet(
            {
              id: "ping-cron",
              title: "In crontab",
              about: "start, duration, exit code",
              isOpen: heartbeat?.slots.length === 0,
            },
            `P=${ping_url}\n${cronOf(monitor)} curl -fsS -m 10 $P/start; /opt/job.sh; ${curl} $P/$?`,
          )}
          ${snippet(
            { id: "ping-output", title: "With its output", about: "the first 16 KiB are kept" },
            `OUT=$(/opt/job.sh 2>&1); ${curl} --data-raw "$OUT" ${ping_url}/$?`,
          )}
          ${snippet(
            { id: "ping-systemd", title: "In a systemd service", about: "" },
            `ExecStartPre=-${curl.replace("curl", "/usr/bin/curl")} ${ping_url}/start\nExecStopPost=/bin/sh -c 'r=fail; [ "$$SERVICE_RESULT" = success ] && r=0; ${curl} ${ping_url}/$$r'`,
          )}
          ${snippet(
            { id: "ping-powershell", title: "In PowerShell", about: "" },
            `& C:\\jobs\\job.ps1\nInvoke-RestMethod -Uri ${ping_url}/$LASTEXITCODE`,
          )}
          ${snippet(
            { id: "ping-error", title: "Report an error without a run", about: "" },
            `curl -H "Content-Type: application/json" -d '{"message":"It broke","source":"shop"}' ${webhook_url}`,
          )}
          <p class="pf">
            Ends of the URL: <code>/start</code>, <code>/fail</code>, <code>/log</code> or an exit
            code. Clients of Healthchecks work with this URL.
          </p>`,
  );
}

/** A schedule for the example: that of the monitor, or one near its period. */
function cronOf({ expect_cron, expect_every_minutes }: WebhookMonitor): string {
  if (expect_cron !== null) return expect_cron;
  const every = expect_every_minutes ?? 60;
  if (every < 60) return `*/${every} * * * *`;
  return every < 24 * 60 ? "0 * * * *" : "0 3 * * *";
}

const snippet = (
  {
    id,
    title,
    about,
    isOpen = false,
  }: { id: string; title: string; about: string; isOpen?: boolean },
  text: Piece,
): Html =>
  html`<details class="fold snip" id="${id}" ${isOpen ? html`open` : null}>
    <summary class="pb">
      ${icon("chev", "chev")}<b class="strong">${title}</b><span class="quiet">${about}</span>
    </summary>
    <div class="pb"><pre tabindex="0">${text}</pre></div>
  </details>`;
