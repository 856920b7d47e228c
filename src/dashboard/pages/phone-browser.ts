/** The browser in place of the app, on the page of a new phone. Pure. */
import { html, type Html } from "../html.ts";

export interface BrowserChoice {
  /** The public key that it subscribes with, base64url. */
  key: string;
  /** The push service that it subscribed at; null: it did not. */
  host: string | null;
  /** Whether it can be chosen still. */
  isOffered: boolean;
}

/** Shown by the script, where the browser can do it. */
export const inBrowser = (base: string, path: string, browser: BrowserChoice): Html =>
  html`<section
    class="panel pb"
    id="browser"
    hidden
    data-key="${browser.key}"
    data-worker="${base}/service-worker.js"
    data-scope="${base}/"
  >
    <h2>Without an app</h2>
    <p>
      This browser can show alerts without an app, even when no page of monitord is open. An app
      rings louder: prefer it for the phone that wakes you.
    </p>
    <form method="post" action="${path}/browser">
      <input type="hidden" name="endpoint" /><input type="hidden" name="p256dh" /><input
        type="hidden"
        name="auth"
      />
      <button class="btn">Notify me in this browser</button>
    </form>
    <p class="quiet" role="status"></p>
  </section>`;

export const browserTroubles = html`<ul>
  <li>
    <strong>Notifications are allowed.</strong> In the browser, for this site; and in the settings
    of the device, for the browser. Do not disturb hides them.
  </li>
  <li>
    <strong>The browser is running.</strong> On a computer it must be open. On Android it need not
    be.
  </li>
  <li>Then send another test. Each test shows its own result.</li>
</ul>`;
