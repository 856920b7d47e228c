/** Pages on the way to an OpenID Connect provider, and back. Pure. */
import { facts } from "../components/facts.ts";
import { html, type Piece } from "../html.ts";
import { byProvider, door, type ProviderButton } from "../sign-in.ts";

/** Leads on to the provider automatically (`Refresh`): the answer to a form cannot redirect to another site. */
export const leavePage = (base: string, name: string, url: string): string =>
  door(
    base,
    "Continue",
    html`<div>
        <h1>Continue to <bdi>${name}</bdi></h1>
      </div>
      <p><a class="btn primary" href="${url}" rel="noreferrer">Continue</a></p>`,
  );

/** The invitation of a user where providers alone sign people in. */
export const invitedPage = (
  base: string,
  {
    person,
    organization,
    providers,
  }: {
    person: string;
    organization: string;
    providers: readonly ProviderButton[];
  },
): string =>
  door(
    base,
    "Sign in",
    html`<div>
        <h1>Welcome, <bdi>${person}</bdi></h1>
        <p class="quiet">You are invited to the dashboard of <bdi>${organization}</bdi>.</p>
      </div>
      ${byProvider(base, { providers, next: "/", kept: null, problem: null })}`,
  );

/** A sign-in that an admin tried, and its outcome. */
export const triedPage = (
  base: string,
  {
    works,
    outcome,
    claims,
  }: {
    works: boolean;
    outcome: string;
    /** The claims of the provider. */
    claims: readonly [term: string, value: Piece][];
  },
): string =>
  door(
    base,
    "Test sign-in",
    html`<div>
        <h1>${works ? "The test worked" : "The test was refused"}</h1>
        <p class="quiet">Nothing was changed, and you are still signed in as before.</p>
      </div>
      <p>${outcome}</p>
      ${facts(claims)}
      <p><a class="btn" href="${base}/settings/sso">Back to Settings</a></p>`,
  );
