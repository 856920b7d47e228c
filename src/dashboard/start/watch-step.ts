/** The step that creates the first monitor: a URL, tested beside its field, or a webhook monitor. Pure. */
import { lookOf } from "../../core/model/status.ts";
import { plural } from "../../core/text/plural.ts";
import { html, type Html } from "../html.ts";
import { icon } from "../icons.ts";
import type { Frame } from "../layout.ts";
import { reportSample } from "../report-help.ts";
import type { Tried } from "../tried.ts";
import type { FirstRunModel } from "./model.ts";
import { faultOf, step, stepForm } from "./step.ts";

export function watchStep(frame: Frame, model: FirstRunModel): Html {
  const { monitor, person, typed } = model;
  const title = "What should be watched?";
  if (monitor !== null)
    return step(
      "done",
      3,
      title,
      html`<p class="quiet">
          <a href="${frame.base}/${monitor.kind}/${monitor.id}"><bdi>${monitor.title}</bdi></a
          >. <a href="${frame.base}/${monitor.kind}/${monitor.id}/edit">Change</a>
        </p>
        ${
          monitor.webhook_url === null
            ? null
            : html`<p class="quiet">Report an error from your application, or from here:</p>
                <pre class="copy">
curl -H "content-type: application/json" -d '{"message": "It broke"}' ${monitor.webhook_url}</pre>`
        }`,
    );
  const fault = faultOf(typed.faults, "url");
  return step(
    person === null ? "later" : "now",
    3,
    title,
    html`<p class="quiet">A URL that answers with a health report, or any web page.</p>
      ${stepForm(
        frame,
        html`<div class="fld">
            <label for="url">URL</label>
            <div class="beside">
              <input
                class="in"
                id="url"
                name="url"
                value="${typed.url}"
                inputmode="url"
                placeholder="https://shop.example.com/health"
                maxlength="2048"
                required
                ${fault === null ? null : html`aria-invalid="true" aria-describedby="url-error"`}
              /><button class="btn" name="do" value="try">Test</button>
            </div>
            ${fault} ${typed.tried === null ? null : tested(typed.url, typed.tried)}
          </div>
          <div class="acts">
            <button
              class="btn${typed.tried === null ? "" : " primary"}"
              name="do"
              value="watch"
              ${person === null ? html`disabled` : null}
            >
              ${typed.tried !== null && !isFine(typed.tried) ? "Watch it anyway" : "Watch it and page me"}</button
            ><button
              class="btn plain"
              name="do"
              value="webhook"
              formnovalidate
              ${person === null ? html`disabled` : null}
            >
              No URL yet: receive error reports
            </button>
          </div>`,
      )}`,
  );
}

/** Whether the monitor would be healthy, with the proposed expectation, if any. */
const isFine = ({ status, proposal }: Tried): boolean =>
  proposal !== null || lookOf(status) === "ok";

/** The outcome of the test, and the expectation of the monitor. */
function tested(url: string, tried: Tried): Html {
  const { status, status_reason, http_status, duration_ms, results, proposal } = tried;
  const count = results?.length ?? 0;
  const look = proposal === null ? lookOf(status) : "ok";
  return html`<div class="result" id="tried" role="status" tabindex="-1" autofocus>
      <input type="hidden" name="tested" value="${url}" />
      <input type="hidden" name="expect" value="${proposal?.expect ?? ""}" />
      <p class="r ${look}">
        ${icon(look)}<span
          ><b
            >${http_status === null ? (isFine(tried) ? "Answered" : "No answer") : "Answered"} in
            ${duration_ms} ms</b
          >${http_status === null ? "" : ` · HTTP ${http_status}`}${
            proposal === null && count > 0 ? ` · ${plural(count, "sub-check")}, ${status}` : ""
          }</span
        >
      </p>
      ${status_reason === null || proposal !== null ? null : html`<p class="r">${status_reason}</p>`}
      ${
        proposal === null
          ? null
          : html`<p class="r">
              It ${proposal.because}. It is not a health report, so it will be watched as a page.
            </p>`
      }
    </div>
    ${
      proposal === null && results !== null
        ? null
        : html`<details>
            <summary>What a health endpoint should say</summary>
            ${reportSample}
          </details>`
    }`;
}
