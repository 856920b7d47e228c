/** A new link by which a user signs in: as a code to scan, and as text. Shown once. Pure. */
import type { Instant, User } from "../../core/model/model.ts";
import { crumbs } from "../components/crumbs.ts";
import { note } from "../components/note.ts";
import { padded, panel } from "../components/panel.ts";
import { html } from "../html.ts";
import { framed, type Frame } from "../layout.ts";
import { qrPicture } from "../qr.ts";
import { exactly } from "../words.ts";
import { personName } from "../../core/text/person.ts";

export interface SignInLinkModel {
  user: Pick<User, "id" | "name" | "email" | "role">;
  url: string;
  expires_at: Instant;
  /** Why another computer cannot open the link. */
  warning: string | null;
  /** Why it was not mailed; null: no mail was asked for. */
  mail_problem: string | null;
}

export function signInLinkPage(frame: Frame, model: SignInLinkModel): string {
  const { user, url } = model;
  const name = personName(user);
  return framed(
    frame,
    `A link for ${name}`,
    html`${crumbs([
        [`${frame.base}/users`, "People"],
        [`${frame.base}/users/${user.id}`, name],
      ])}
      <h1>A link for <bdi>${name}</bdi></h1>
      ${
        model.mail_problem === null
          ? null
          : note(
              "down",
              html`<b>The mail was not accepted:</b> <bdi>${model.mail_problem}</bdi>. Send the link
                in another way.`,
            )
      }
      ${model.warning === null ? null : note("warn", model.warning)}
      ${panel(
        { id: "link", title: "Send this link" },
        padded(
          html`<div class="acts">
            ${qrPicture(url, "QR code of the link")}
            <div class="stack">
              <pre class="copy">${url}</pre>
              <p class="quiet">
                It signs in one browser as <bdi>${name}</bdi> (${user.role ?? "no role"}), once,
                until ${exactly(model.expires_at, frame)}. It is shown this once; a newer link
                replaces it.
              </p>
            </div>
          </div>`,
        ),
      )}`,
    "board",
  );
}
