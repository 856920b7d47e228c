/**
 * The page on the phone to add: a few steps on one page, because people go back and forth. Works without
 * JavaScript; with it, the result of the test appears automatically. Pure.
 */
import type { Platform } from "../../core/access/invitation.ts";
import type { Instant } from "../../core/model/model.ts";
import type { Reader } from "../chart/times.ts";
import { note } from "../components/note.ts";
import { step } from "../components/step.ts";
import { Html, html } from "../html.ts";
import { live, page } from "../layout.ts";
import { mayHaveArrived, testSentence, type Test } from "../phone-test.ts";
import { qrPicture } from "../qr.ts";
import { exactly } from "../words.ts";
import { browserTroubles, inBrowser, type BrowserChoice } from "./phone-browser.ts";

export interface PhoneModel extends Reader {
  /** Path of this page, for forms and links. */
  path: string;
  /** The same as phones call it; null: they cannot open it, and neither can buttons of notifications. */
  url: string | null;
  person: string;
  topic: string;
  server: string;
  /** A link that subscribes in the Android app; null: the topic must be typed there too. */
  link: string | null;
  /** The browser in place of the app. */
  browser: BrowserChoice;
  platform: Platform;
  /** The last one. */
  test: Test | null;
  /** Problems of the service's configuration that prevent success. */
  warnings: readonly string[];
  /** Why the last action failed. */
  refused: string | null;
  expires_at: Instant;
}

/** After this time without an answer, the page shows how to troubleshoot the test, ms. */
const slowTestMs = 45_000;

/** The app's default server. */
const isDefaultServer = (server: string) => server === "https://ntfy.sh";

export function phonePage(base: string, model: PhoneModel): string {
  const { person, path, test, platform, browser } = model;
  const app = browser.host === null ? [installing(), subscribing(model)] : [];
  const number = (step: number) => step + app.length;
  const late = test !== null && model.now - test.inserted_at >= slowTestMs;
  return page(
    base,
    `A phone for ${person}`,
    html`<h1>A phone for ${person}</h1>
      <p>
        A few steps, and alerts for ${person} ring on this phone. The link works until
        ${exactly(model.expires_at, model)}, for one phone.
      </p>
      ${model.warnings.map((text) => note("warn", text))}
      ${model.refused === null ? null : html`<div role="alert">${note("down", model.refused)}</div>`}
      ${platform === "other" && browser.host === null ? onAComputer(model) : null}
      ${browser.isOffered ? inBrowser(base, path, browser) : null}
      <ol class="panel start one phone">
        ${app}
        ${step(
          test === null ? "now" : "done",
          number(1),
          "Send a test",
          html`<form method="post" action="${path}/test">
              <button class="btn primary">Send me a test</button>
            </form>
            ${live("test", testSentence(test, serverOf(model), model))}`,
        )}
        ${step(
          mayHaveArrived(test) ? "now" : "",
          number(2),
          "Confirm that it arrived",
          html`${live(
              "arrived",
              mayHaveArrived(test)
                ? html`<p>
                      ${
                        model.url === null
                          ? "When the phone has rung, press this:"
                          : html`Press <em>I got it</em> on the notification, or, when the phone has
                              rung, here:`
                      }
                    </p>
                    <form method="post" action="${path}/arrived">
                      <button class="btn">I got it</button>
                    </form>`
                : html`<p class="quiet">Available after the test.</p>`,
            )}
            <noscript
              ><p><a href="${path}">Show the result of the test</a></p></noscript
            >`,
        )}
        ${step(
          "",
          number(3),
          "Nothing arrived?",
          html`${live(
            "trouble",
            html`<details id="checks" ${late ? new Html("open") : null}>
              <summary>Troubleshooting, most likely causes first</summary>
              ${browser.host === null ? troubles(model) : browserTroubles}
            </details>`,
          )}`,
        )}
      </ol>`,
    html`<meta name="robots" content="noindex" />
      <script src="${base}/assets/phone.js" data-page="${path}" defer></script>
      ${
        test === null
          ? null
          : html`<noscript><meta http-equiv="refresh" content="15; url=${path}" /></noscript>`
      }`,
  );
}

const onAComputer = ({ url }: PhoneModel) =>
  url === null
    ? html`<p class="panel pb">
        You can continue here: do steps 1 and 2 yourself on the phone, and press the buttons of
        steps 3 and 4 on this page.
      </p>`
    : html`<details class="panel pb" id="elsewhere">
        <summary>You are reading this on a computer?</summary>
        <p>Scan this with the phone's camera, and continue there:</p>
        ${qrPicture(url, "QR code of this page")}
      </details>`;

/** The push server, or the push service of the browser. */
const serverOf = ({ browser, server }: PhoneModel) =>
  browser.host === null ? server : `https://${browser.host}`;

const installing = () =>
  step(
    "",
    1,
    "Install the ntfy app",
    html`<p>
      Android:
      <a href="https://play.google.com/store/apps/details?id=io.heckel.ntfy" rel="noreferrer"
        >Google Play</a
      >
      or <a href="https://f-droid.org/packages/io.heckel.ntfy/" rel="noreferrer">F-Droid</a>.
      iPhone: <a href="https://apps.apple.com/app/ntfy/id1625396347" rel="noreferrer">App Store</a>.
      Open it once, and allow notifications when it asks.
    </p>`,
  );

const subscribing = (model: PhoneModel) =>
  step("", 2, "Subscribe to the topic of this phone", subscription(model));

function subscription(model: PhoneModel): Html {
  const { topic, server, platform } = model;
  const open = (of: Platform) => (platform === of ? new Html("open") : null);
  return html`<dl>
      <dt>Topic</dt>
      <dd><code class="copy">${topic}</code></dd>
      <dt>Server</dt>
      <dd><code class="copy">${server}</code></dd>
    </dl>
    <details id="android" ${open("android")}>
      <summary>On Android</summary>
      ${
        model.link === null
          ? html`<p>The app cannot open links to a server below a path. Enter it yourself:</p>`
          : html`<p>
                <a class="btn primary" href="${model.link}">Subscribe in the ntfy app</a>
              </p>
              <p>If nothing opens, enter it yourself:</p>`
      }
      ${byHand(model, "the round + at the bottom right")}
    </details>
    <details id="iphone" ${open("iphone")}>
      <summary>On an iPhone</summary>
      <p>
        The iPhone app cannot open links, so enter it yourself. Press and hold the topic above to
        copy it.
      </p>
      ${byHand(model, "the + at the top right")}
    </details>`;
}

const byHand = ({ topic, server }: PhoneModel, plus: string) =>
  html`<ol class="by-hand">
    <li>Open the ntfy app, and tap ${plus}.</li>
    <li>As <em>Topic name</em>, enter <code class="copy">${topic}</code>.</li>
    ${
      isDefaultServer(server)
        ? html`<li>
            Leave <em>Use another server</em> off: the app uses ${server} by default, unless its
            settings say otherwise.
          </li>`
        : html`<li>
            Switch on <em>Use another server</em>, and enter <code class="copy">${server}</code>.
          </li>`
    }
    <li>Tap <em>Subscribe</em>.</li>
  </ol>`;

function troubles(model: PhoneModel): Html {
  const { topic, server } = model;
  const own = !isDefaultServer(server);
  const host = URL.parse(server)?.host ?? server;
  return html`<ul>
    <li>
      <strong>The answer of the push server</strong> is shown under step 3. If it rejected the test,
      the phone is not the cause: tell the operator of monitord. If it accepted the test, check the
      phone.
    </li>
    <li>
      <strong>The topic and the server.</strong> The list in the app must show
      <code>${host}/${topic}</code> exactly, capitals included. If it says <em>reconnecting</em>,
      the phone cannot reach ${server}: open that address in its browser.
    </li>
    <li>
      <strong>Notifications are allowed.</strong> Android: Settings, Apps, ntfy, Notifications.
      iPhone: Settings, Notifications, ntfy, Allow. In the app: the bell must not be crossed out.
    </li>
    <li>
      <strong>Battery saving (Android).</strong> Settings, Apps, ntfy, Battery:
      <em>Unrestricted</em>. Some makers have their own list of apps that can run in the background.
    </li>
    <li>
      <strong>Do not disturb.</strong> Android: hold the notification, and let its channel override
      it. iPhone: add ntfy to the apps that a Focus allows.
    </li>
    ${
      own
        ? html`<li>
              <strong>An iPhone and a push server of your own.</strong> Its configuration needs
              <code>upstream-base-url: "https://ntfy.sh"</code>, and a <code>base-url</code> that is
              exactly <code>${server}</code>. Without these, pushes arrive minutes to hours late.
            </li>
            <li>
              <strong>A push server with a password.</strong> Sign in to it in the app first:
              Settings, Manage users.
            </li>`
        : null
    }
    <li>Then send another test. Each test shows its own result.</li>
  </ul>`;
}

export type Closed = "unknown" | "expired" | "verified";

/** The link has expired, was used or revoked. Does not say whose it was. */
export function closedPhonePage(
  base: string,
  { why, at }: { why: Closed; at: Instant | null },
  reader: Reader,
): string {
  const [title, text] = closed[why];
  return page(
    base,
    title,
    html`<h1>${why === "verified" ? html`<span aria-hidden="true">✓</span> ` : null}${title}</h1>
      ${at === null ? null : html`<p>It answered at ${exactly(at, reader)}.</p>`}
      <p>${text}</p>`,
    html`<meta name="robots" content="noindex" />
      <script src="${base}/assets/phone.js" defer></script>`,
  );
}

const closed: Record<Closed, [title: string, text: string]> = {
  verified: [
    "This phone can be reached",
    "You are done: alerts ring on this phone from now on. This link no longer works.",
  ],
  expired: [
    "This link has expired",
    "It was valid for 30 minutes. Ask for a new one: in the dashboard under People, Add phone, or with monitorctl devices add.",
  ],
  unknown: [
    "Unknown link",
    "It is incomplete, was revoked, or expired long ago. Ask for a new one.",
  ],
};
