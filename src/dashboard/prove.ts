/** The page that asks a signed-in person for a fresh proof, and keeps the form that needs it. Works without script. Pure. */
import { proofCodeMinutes } from "../core/access/letter.ts";
import { note } from "./components/note.ts";
import { html, type Html } from "./html.ts";
import { carriedFields, type KeptForm } from "./kept-form.ts";
import { door, passkeyScript, type ProviderButton } from "./sign-in.ts";

export interface ProveModel {
  csrf: string;
  /** The page to go to where no form is kept, below the base. */
  next: string;
  /** The form that waits for the proof; null: none. */
  kept: KeptForm | null;
  /** The ways that this person has. `mail`: the address that a code is sent to, null: none. */
  ways: {
    passkey: boolean;
    key: boolean;
    providers: readonly ProviderButton[];
    mail: string | null;
  };
  /** A code is on its way: the page asks for it. */
  sent: boolean;
  /** Why the last try failed; null: none. */
  problem: string | null;
}

export function provePage(base: string, model: ProveModel): string {
  const { csrf, next, kept, ways, problem } = model;
  const fields = html`<input type="hidden" name="csrf" value="${csrf}" />
    <input type="hidden" name="next" value="${next}" />
    ${kept && carriedFields(kept)}`;
  return door(
    base,
    "Is it you?",
    html`<div>
        <h1>Is it you?</h1>
        <p class="quiet">
          This change needs a proof from the last 10 minutes, so that a stolen session cannot make
          it. ${kept === null ? null : "Your changes are kept."}
        </p>
        ${problem === null ? null : note("down", problem)}
      </div>
      ${ways.passkey ? byPasskey(base, fields) : null} ${ways.key ? byKey(base, fields) : null}
      ${ways.providers.map((provider) => byProvider(base, provider, fields))}
      ${ways.mail === null ? null : byMail(base, ways.mail, model.sent, fields)}
      ${ways.passkey || ways.key || ways.providers.length > 0 || ways.mail !== null ? null : signInAnew(base, csrf)}`,
    ways.passkey ? passkeyScript(base) : null,
  );
}

/** Shown by the script. */
const byPasskey = (base: string, fields: Html): Html =>
  html`<form
      class="stack"
      method="post"
      action="${base}/prove/passkey"
      data-passkey="get"
      data-options="${base}/prove/passkey"
      hidden
    >
      ${fields}<input type="hidden" name="answer" />
      <button class="btn primary">Use my passkey</button>
      <p class="small quiet" role="status"></p>
    </form>
    <noscript><p class="small quiet">A passkey needs a browser that runs scripts.</p></noscript>`;

/** The provider asks for a password again, although it may remember a session. */
const byProvider = (base: string, { slug, name }: ProviderButton, fields: Html): Html =>
  html`<form class="stack" method="post" action="${base}/oidc/prove/${slug}">
    ${fields}
    <button class="btn">Sign in at <bdi>${name}</bdi> again</button>
  </form>`;

const byKey = (base: string, fields: Html): Html =>
  html`<form class="stack" method="post" action="${base}/prove/key">
    ${fields}
    <div class="fld">
      <label for="key">The API key that you signed in with</label>
      <input class="in" id="key" name="key" type="password" autocomplete="off" required />
    </div>
    <button class="btn">Continue</button>
  </form>`;

/** A code for people without a passkey: first the mail, then the form for its code. */
const byMail = (base: string, address: string, sent: boolean, fields: Html): Html =>
  html`${
      sent
        ? html`<form class="stack" method="post" action="${base}/prove/code">
            ${fields}
            <div class="fld">
              <label for="code">Code</label>
              <input
                class="in"
                id="code"
                name="code"
                inputmode="numeric"
                autocomplete="one-time-code"
                maxlength="20"
                required
                aria-describedby="code-help"
              />
              <p class="help" id="code-help">
                8 digits, sent to <bdi>${address}</bdi>. It works for ${proofCodeMinutes} min.
              </p>
            </div>
            <button class="btn primary">Continue</button>
          </form>`
        : null
    }
    <form class="stack" method="post" action="${base}/prove/mail">
      ${fields}
      <button class="btn ${sent ? "" : "primary"}">
        ${sent ? "Send another code" : html`Send a code to <bdi>${address}</bdi>`}
      </button>
    </form>`;

/** A sign-in is a proof, so that a person without a passkey is not locked out. */
const signInAnew = (base: string, csrf: string): Html =>
  html`<p>
      You have no passkey. Sign in again by a new link: each sign-in is a proof for 10 minutes,
      enough to add one.
    </p>
    <p class="small quiet">
      Another admin makes a link under Settings, People. On the server,
      <code>monitord setup-code</code> prints a code for your email address.
    </p>
    <form method="post" action="${base}/logout">
      <input type="hidden" name="csrf" value="${csrf}" />
      <button class="btn">Sign out</button>
    </form>`;
