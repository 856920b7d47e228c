/** The way in: a one-time code becomes an API key. Works without JavaScript. Pure. */
import { html, page } from "./html.ts";

/** The form. `problem`: why the last try did not work. */
export function signInPage(
  base: string,
  code: string,
  problem: string | null,
): string {
  return page(
    base,
    "Sign in",
    html`<h1>Sign in</h1>
      <p>
        Enter the one-time code that monitord printed when it started. It works
        once, for 30 minutes; <code>monitord setup-code</code> makes a new one.
      </p>
      ${problem === null ? html`` : html`<p role="alert">${problem}</p>`}
      <form method="post" action="${base}/login">
        <label for="code">Code</label>
        <input
          id="code"
          name="code"
          value="${code}"
          required
          autocomplete="one-time-code"
          autocapitalize="characters"
          spellcheck="false"
        />
        <button>Make my API key</button>
      </form>`,
  );
}

/** The key, this once, and what to do with it. */
export function keyPage(base: string, siteUrl: string, key: string): string {
  return page(
    base,
    "Signed in",
    html`<h1>Your API key</h1>
      <p>It is shown this once; only a fingerprint of it is stored.</p>
      <pre>${key}</pre>
      <h2>Next</h2>
      <p>Ask who you are:</p>
      <pre>curl -H "Authorization: Bearer ${key}" ${siteUrl}/api/v1/me</pre>
      <p>Let the client remember it:</p>
      <pre>echo ${key} | npx monitorctl login ${siteUrl} --with-key</pre>
      <p>Set up something to monitor:</p>
      <pre>npx monitorctl apply -f examples/minimal/monitors.yaml</pre>
      <p><a href="${base}/api/v1/docs">The API, described</a></p>`,
  );
}

/** Where things are. */
export function homePage(base: string, version: string): string {
  return page(
    base,
    "Home",
    html`<h1>monitord ${version}</h1>
      <ul>
        <li><a href="${base}/login">Sign in</a> with a one-time code</li>
        <li><a href="${base}/api/v1/docs">The API</a>, described</li>
        <li><a href="${base}/health">Its own health</a></li>
        <li><a href="${base}/metrics">Metrics</a> for Prometheus</li>
      </ul>`,
  );
}
