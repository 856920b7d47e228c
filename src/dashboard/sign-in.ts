/** The way in: by a one-time code, or with an API key. Works without JavaScript. Pure. */
import { html, type Html, type Piece } from "./html.ts";
import { icon, mark } from "./icons.ts";
import { note } from "./components/note.ts";
import { carriedFields, keptPress, sendKept, type KeptForm } from "./kept-form.ts";
import { page } from "./layout.ts";

/** A page for visitors without a session: one panel in the middle. */
export const door = (base: string, title: string, body: Html, more: Piece = null): string =>
  page(
    base,
    title,
    html`<div class="panel stack">
      <p class="brand">${mark}monitord</p>
      ${body}
    </div>`,
    more,
    "door",
  );

export interface SignInModel {
  /** The one-time code of a link; empty: none. */
  code: string;
  /** The page that it leads to, below the base. */
  next: string;
  /** The title of that page; null: it is the first page, or unknown. */
  returnsTo: string | null;
  /** The fault of the last try, and its field. */
  problem: { field: "code" | "email" | "passkey" | "provider"; text: string } | null;
  /** OpenID Connect providers. */
  providers: readonly ProviderButton[];
  /** People sign in with these alone. */
  providersOnly: boolean;
  /** Whether users sign in by passkeys. */
  passkeys: boolean;
  /** Name and email of the last try. */
  typed: { name: string; email: string };
  /** The form that was sent without a session; null: none. */
  kept: KeptForm | null;
}

/** A provider on a page for visitors. */
export interface ProviderButton {
  slug: string;
  name: string;
  /** It does not answer at present. */
  away: boolean;
}

/** By an API key, or by the one-time code of the first start, which makes an account. */
export function signInPage(base: string, model: SignInModel): string {
  const { code, returnsTo, providersOnly } = model;
  const providers = code === "" ? model.providers : [];
  const closed = providersOnly && code === "";
  const passkeys = model.passkeys && code === "" && !closed;
  return door(
    base,
    "Sign in",
    html`<div>
        <h1>${code === "" ? "Sign in" : "Set up monitord"}</h1>
        ${
          returnsTo === null
            ? code === ""
              ? null
              : html`<p class="quiet">The setup code makes you an admin.</p>`
            : html`<p class="quiet">
                You’ll come back to <b><bdi>${returnsTo}</bdi></b
                >.
              </p>`
        }
        ${
          model.kept === null
            ? null
            : note(
                "warn",
                keptPress(model.kept) === null
                  ? "You were signed out. Your changes are kept: sign in to send them."
                  : `You were signed out. Not sent yet: “${keptPress(model.kept)}”. Sign in to confirm it.`,
              )
        }
      </div>
      ${closed && model.problem?.field === "code" ? fault(model.problem.text, "code-error") : null}
      ${byProvider(base, { ...model, providers })} ${passkeys ? byPasskey(base, model) : null}
      ${closed ? null : byCode(base, model)}
      <p class="small quiet">
        ${
          closed
            ? "No account? Ask an admin to add you."
            : code === ""
              ? html`Lost it? An admin can send you a link (<code>monitorctl users invite</code>),
                  or run <code>monitord setup-code</code> on the server.`
              : html`Or <a href="${base}/login">sign in with a key</a>.`
        }
        <a href="${base}/api/v1/docs">API reference</a>
      </p>`,
    passkeys ? passkeyScript(base) : null,
  );
}

/** With a key or a code. Below other ways it is not the first choice. */
function byCode(base: string, model: SignInModel): Html {
  const { code, next, problem, providers } = model;
  const first = code !== "" || providers.length === 0;
  return html`<form class="stack" method="post" action="${base}/login">
    <input type="hidden" name="next" value="${next}" />
    ${model.kept && carriedFields(model.kept)}
    ${
      code === ""
        ? field("code", "API key or one-time code", "password", { problem })
        : html`<input type="hidden" name="code" value="${code}" />
            ${problem?.field === "code" ? fault(problem.text, "code-error") : null}`
    }
    ${field("name", code === "" ? html`Your name <span class="quiet">optional</span>` : "Your name", "text", { problem, value: model.typed.name, autocomplete: "name", required: code !== "", help: "Others see it when you acknowledge an incident." })}
    ${
      code === ""
        ? null
        : field("email", "Your email", "email", {
            problem,
            value: model.typed.email,
            autocomplete: "email",
            required: true,
          })
    }
    <button class="btn ${first ? "primary" : ""}">Sign in</button>
  </form>`;
}

/**
 * The providers. A link in place of a button: the policy of the page would follow the redirects of a form to the
 * provider, and stop them. A form that was kept is sent first.
 */
export const byProvider = (
  base: string,
  { providers, next, kept, problem }: Pick<SignInModel, "providers" | "next" | "kept" | "problem">,
): Html | null =>
  providers.length === 0 && problem?.field !== "provider"
    ? null
    : html`<div class="stack">
        ${problem?.field === "provider" ? fault(problem.text, "provider-error") : null}
        ${providers.map(({ slug, name, away }) => {
          const path = `${base}/oidc/sign-in/${slug}`;
          return html`${
            kept === null
              ? html`<a class="btn primary" href="${path}?next=${encodeURIComponent(next)}"
                  >Sign in with <bdi>${name}</bdi></a
                >`
              : html`<form class="stack" method="post" action="${path}">
                  ${carriedFields(kept)}
                  <button class="btn primary">Sign in with <bdi>${name}</bdi></button>
                </form>`
          }
          ${away ? html`<p class="small quiet"><bdi>${name}</bdi> does not answer at present.</p>` : null}`;
        })}
      </div>`;

/** Shows the forms of passkeys where the browser knows them. */
export const passkeyScript = (base: string): Html =>
  html`<script src="${base}/assets/passkey.js" defer></script>`;

/** Shown by the script. */
const byPasskey = (base: string, { next, kept, problem }: SignInModel): Html =>
  html`<form
    class="stack"
    method="post"
    action="${base}/login/passkey"
    data-passkey="get"
    data-options="${base}/login/passkey"
    hidden
  >
    <input type="hidden" name="next" value="${next}" />
    <input type="hidden" name="answer" />
    ${kept && carriedFields(kept)}
    ${problem?.field === "passkey" ? fault(problem.text, "passkey-error") : null}
    <button class="btn primary">Sign in with a passkey</button>
    <p class="small quiet" role="status"></p>
  </form>`;

/** After the sign-in with a form that was kept. */
export const keptPage = (base: string, kept: KeptForm, csrf: string): string =>
  door(
    base,
    keptPress(kept) ?? "Your changes were kept",
    html`<div>
        <h1>${keptPress(kept) ?? "Your changes were kept"}</h1>
        <p class="quiet">You are signed in again. Nothing has been sent yet.</p>
      </div>
      ${sendKept(base, kept, csrf)}`,
  );

const fault = (text: string, id: string): Html =>
  html`<p class="err" id="${id}" role="alert">${icon("down")}<span>${text}</span></p>`;

function field(
  name: string,
  label: Piece,
  type: string,
  more: {
    problem: SignInModel["problem"];
    value?: string;
    autocomplete?: string;
    required?: boolean;
    help?: string;
  },
): Html {
  const wrong = more.problem?.field === name ? more.problem.text : null;
  const described =
    wrong === null ? (more.help === undefined ? null : `${name}-help`) : `${name}-error`;
  return html`<div class="fld">
    <label for="${name}">${label}</label>
    <input
      class="in"
      id="${name}"
      name="${name}"
      type="${type}"
      value="${more.value ?? ""}"
      autocomplete="${more.autocomplete ?? "off"}"
      maxlength="100"
      ${(more.required ?? name === "code") ? html`required` : null}
      ${wrong === null ? null : html`aria-invalid="true"`}
      ${described === null ? null : html`aria-describedby="${described}"`}
    />
    ${wrong === null ? (more.help === undefined ? null : html`<p class="help" id="${name}-help">${more.help}</p>`) : fault(wrong, `${name}-error`)}
  </div>`;
}

/** An error page for whoever is not known to be signed in: the overview asks them to sign in where they are not. */
export function outsideErrorPage(
  base: string,
  { title, detail }: { title: string; detail: string },
): string {
  return door(
    base,
    title,
    html`<h1>${title}</h1>
      <p role="alert">${detail}</p>
      <p><a href="${base}/">Go to the overview</a></p>`,
  );
}
