/** The format of a health report, beside the form of a health check monitor. Pure. */
import { html, type Html } from "./html.ts";

const sample = `{
  "finishedAt": 1763848800,
  "checkResults": [
    {
      "name": "database",
      "label": "Database",
      "status": "ok",
      "shortSummary": "2 ms"
    },
    {
      "name": "disk",
      "label": "Disk",
      "status": "warning",
      "notificationMessage": "91 % used",
      "shortSummary": "91 %"
    }
  ]
}`;

/** An example of a health report, to be copied. */
export const reportSample: Html = html`<pre tabindex="0">${sample}</pre>`;

export const reportHelp: Html = html`<section class="panel" aria-labelledby="report-help">
    <div class="ph"><h2 id="report-help">What your endpoint can say</h2></div>
    <div class="pb">
      <p class="quiet">
        A health report names each part of the application. A status is <code>ok</code>,
        <code>warning</code>, <code>failed</code>, <code>crashed</code> or <code>skipped</code>;
        <code>finishedAt</code> is when the checks ran, in Unix seconds.
      </p>
      ${reportSample}
    </div>
  </section>
  <section class="panel" aria-labelledby="other-help">
    <div class="ph"><h2 id="other-help">Anything else</h2></div>
    <p class="pb quiet">
      Any web page, and any server at <code>wss://host/path</code>, <code>tcp://host:port</code>,
      <code>tls://host:port</code>, <code>icmp://host</code> or
      <code>dns://resolver/name?type=A</code>. <b>Try</b> says what fits.
    </p>
  </section>`;
