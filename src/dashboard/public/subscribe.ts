/** The pages of a subscription to a status page: its form, and those behind the links of mails. They work without a script. Pure. */
import { html, type Html } from "../html.ts";
import { page } from "../layout.ts";

/** One panel in the middle, named by its title; monitord is not, as on the status page. */
const card = (base: string, title: string, body: Html): string =>
  page(
    base,
    title,
    html`<div class="panel stack">
      <h1><bdi>${title}</bdi></h1>
      ${body}
    </div>`,
    html`<meta name="robots" content="noindex" />`,
    "door",
  );

/** `fault`: of the address; null: none, or the form was not sent yet. */
export const subscribePage = (
  base: string,
  {
    slug,
    title,
    email,
    fault,
  }: { slug: string; title: string; email: string; fault: string | null },
): string =>
  card(
    base,
    `Updates of ${title}`,
    html`<p>Get a mail about incidents, their updates, and planned maintenance.</p>
      <form class="stack" method="post" action="${base}/status/${slug}/subscribe">
        <div class="fld">
          <label for="email">Email</label>
          <input
            class="in"
            id="email"
            name="email"
            type="email"
            autocomplete="email"
            maxlength="254"
            required
            value="${email}"
            aria-describedby="email-help${fault === null ? null : " email-fault"}"
            ${fault === null ? null : html`aria-invalid="true"`}
          />
          ${fault === null ? null : html`<p class="err" id="email-fault">${fault}</p>`}
          <p class="help" id="email-help">
            The address is used for these mails alone. Each has a link to unsubscribe.
          </p>
        </div>
        <button class="btn primary">Send me a link to confirm</button>
      </form>
      <p class="small quiet">
        Without mail: <a href="${base}/status/${slug}.atom">Atom feed</a>,
        <a href="${base}/status/${slug}.json">JSON</a>
      </p>
      <p class="small"><a href="${base}/status/${slug}">Back to the status page</a></p>`,
  );

/** The same for every address: it does not say whether one is subscribed. */
export const askedPage = (base: string, slug: string): string =>
  card(
    base,
    "Check your mail",
    html`<p>
        If the address is not subscribed yet, it gets a mail with a link to confirm. The link works
        for 24 h.
      </p>
      <p>No mail after some minutes? Look among unwanted mail, or try again in an hour.</p>
      <p class="small"><a href="${base}/status/${slug}">Back to the status page</a></p>`,
  );

const asks = (base: string, title: string, text: string, path: string, label: string): string =>
  card(
    base,
    title,
    html`<p>${text}</p>
      <form method="post" action="${path}"><button class="btn primary">${label}</button></form>`,
  );

/** `path`: of the link. */
export const confirmPage = (base: string, title: string, path: string): string =>
  asks(
    base,
    `Subscribe to ${title}?`,
    "You get a mail about incidents, their updates, and planned maintenance.",
    path,
    "Confirm",
  );
/** `slug`: of the page; null: it is off. */
export const confirmedPage = (
  base: string,
  { title, slug }: { title: string; slug: string | null },
): string =>
  card(
    base,
    `You are subscribed to ${title}`,
    html`<p>Each mail has a link to unsubscribe. You can close this page.</p>
      ${slug === null ? null : html`<p><a href="${base}/status/${slug}">Open the status page</a></p>`}`,
  );

export const unsubscribePage = (base: string, title: string | null, path: string): string =>
  asks(
    base,
    `Unsubscribe from ${title ?? "the status page"}?`,
    "The address is deleted, and gets no more mails.",
    path,
    "Unsubscribe",
  );
export const unsubscribedPage = (base: string): string =>
  card(
    base,
    "You are unsubscribed",
    html`<p>The address is deleted, and gets no more mails. You can close this page.</p>`,
  );
