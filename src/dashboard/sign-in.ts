/** The way in: by a one-time code, or with an API key. Works without JavaScript. Pure. */
import { html } from "./html.ts";
import { page } from "./layout.ts";

/** The form. `problem`: why the last try did not work. `next`: where it leads, below the base. */
export function signInPage(
  base: string,
  { code, next, problem }: { code: string; next: string; problem: string | null },
): string {
  return page(
    base,
    "Sign in",
    html`<h1>Sign in to monitord</h1>
      <p>
        With the one-time code that monitord printed when it started (<code
          >monitord setup-code</code
        >
        makes a new one), or with an API key.
      </p>
      ${problem === null ? null : html`<p class="note bad" role="alert">${problem}</p>`}
      <form class="stacked" method="post" action="${base}/login">
        <input type="hidden" name="next" value="${next}" />
        <div class="field">
          <label for="code">Code or API key</label>
          <input
            id="code"
            name="code"
            value="${code}"
            required
            autocomplete="off"
            autocapitalize="off"
            spellcheck="false"
          />
        </div>
        <div class="field">
          <label for="name">Your name <span class="quiet">optional</span></label>
          <input
            id="name"
            name="name"
            maxlength="100"
            autocomplete="name"
            aria-describedby="name-help"
          />
          <p class="help" id="name-help">Others see it when you acknowledge an incident.</p>
        </div>
        <button class="btn primary">Sign in</button>
      </form>
      <p><a href="${base}/api/v1/docs">The API, described</a></p>`,
  );
}

/** Shows a new key, once, with the next step. */
export function keyPage(base: string, siteUrl: string, key: string): string {
  return page(
    base,
    "Signed in",
    html`<h1>You are signed in</h1>
      <p><a class="btn primary" href="${base}/">To the dashboard</a></p>
      <h2>Your API key</h2>
      <p>
        For programs, and for signing in elsewhere. It is shown this once; only a fingerprint of it
        is stored.
      </p>
      <pre>${key}</pre>
      <p>Let the client remember it:</p>
      <pre>echo ${key} | npx monitorctl login ${siteUrl} --with-key</pre>
      <p>Set up something to monitor:</p>
      <pre>npx monitorctl apply -f examples/minimal/monitors.yaml</pre>
      <p>Ask who you are:</p>
      <pre>curl -H "Authorization: Bearer ${key}" ${siteUrl}/api/v1/me</pre>`,
  );
}

/** An error page for visitors without a session. */
export function outsideErrorPage(
  base: string,
  { title, detail }: { title: string; detail: string },
): string {
  return page(
    base,
    title,
    html`<h1>${title}</h1>
      <p role="alert">${detail}</p>
      <p><a href="${base}/login">Sign in</a></p>`,
  );
}
