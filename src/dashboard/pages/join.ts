/** The page behind a link to sign in. Pure. */
import { roleWords } from "../components/role.ts";
import { html } from "../html.ts";
import { door } from "../sign-in.ts";
import type { Role } from "../../resource/user.ts";

/** The rights of the link, with a button that uses it up: previews of links open the page too. */
export const joinPage = (
  base: string,
  of: { token: string; person: string; organization: string; role: Role },
): string =>
  door(
    base,
    "Sign in",
    html`<div>
        <h1>Welcome, <bdi>${of.person}</bdi></h1>
        <p class="quiet">
          You are invited to the dashboard of <bdi>${of.organization}</bdi> as ${of.role}:
          ${roleWords[of.role]}.
        </p>
      </div>
      <form class="stack" method="post" action="${base}/join/${of.token}">
        <button class="btn primary">Sign in</button>
      </form>
      <p class="small quiet">The link works once, on this browser. Do not pass it on.</p>`,
  );

/** Why a link no longer works. */
export const closedJoinPage = (base: string, status: "unknown" | "used" | "expired"): string =>
  door(
    base,
    "This link does not work",
    html`<div>
        <h1>This link does not work</h1>
        <p class="quiet">${closed[status]} An admin can send you a new one.</p>
      </div>
      <p><a class="btn" href="${base}/login">Sign in another way</a></p>`,
  );

const closed = {
  unknown: "It is mistyped, or it was replaced by a newer one.",
  used: "It was used: a link signs in one browser.",
  expired: "It has expired.",
};
