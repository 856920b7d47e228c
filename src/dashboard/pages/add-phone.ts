/** The page for adding a user's phone: the code to scan, and the progress. Pure. */
import type { InvitationStatus } from "../../core/access/invitation.ts";
import type { Instant } from "../../core/model/model.ts";
import { crumbs } from "../components/crumbs.ts";
import { note } from "../components/note.ts";
import { step } from "../components/step.ts";
import { html, type Html, type Piece } from "../html.ts";
import { csrfField, framed, live, type Frame } from "../layout.ts";
import { copyable } from "../on-call/sources-panel.ts";
import { testSentence, type Test } from "../phone-test.ts";
import { qrPicture } from "../qr.ts";
import { exactly } from "../words.ts";

export interface AddPhoneModel {
  user_id: string;
  person: string;
  /** The link to open on the phone. */
  url: string;
  /** Path of this page, below the base. */
  path: string;
  status: InvitationStatus;
  verified_at: Instant | null;
  expires_at: Instant;
  server: string;
  topic: string;
  test: Test | null;
  /** Why a phone cannot open the link. */
  warning: string | null;
}

export function addPhonePage(frame: Frame, model: AddPhoneModel): string {
  const { person } = model;
  const of = `${frame.base}/users/${model.user_id}`;
  return framed(
    frame,
    model.status === "verified" ? `✓ ${person}’s phone` : `A phone for ${person}`,
    html`<div class="mhead">
        ${crumbs([
          [`${frame.base}/users`, "People"],
          [of, person],
        ])}
        <h1>A phone for <bdi>${person}</bdi></h1>
      </div>
      ${live("invitation", parts[model.status](frame, model))}`,
    "board",
  );
}

const parts: Record<InvitationStatus, (frame: Frame, model: AddPhoneModel) => Html> = {
  open: (frame, model) => {
    const { test, server } = model;
    return html`<div class="stack">
      ${
        model.warning === null
          ? null
          : note(
              "warn",
              html`${model.warning} Until then,
                <a href="${frame.base}/phone/${model.path.split("/").at(-1)}"
                  >go on in this browser</a
                >: the topic is typed into the phone.`,
            )
      }
      <ol class="panel start one">
        ${step(
          test === null ? "now" : "done",
          1,
          "Scan this with the camera of the phone",
          html`${qrPicture(model.url, "QR code of the link below")}
            <p>
              Or send the link to <bdi>${model.person}</bdi>. It works until
              ${exactly(model.expires_at, frame)}, for one phone.
            </p>
            <p class="only-s">
              <a class="btn primary" href="${frame.base}/phone/${model.path.split("/").at(-1)}"
                >This is the phone</a
              >
            </p>
            ${copyable("link", model.url)}
            <p class="quiet">
              Everyone with the link can add a phone for <bdi>${model.person}</bdi>: show it to no
              other person.
            </p>`,
        )}
        ${step(
          test === null ? "" : "done",
          2,
          "The phone sends itself a test",
          html`${testSentence(test, server, frame)}
            <p class="quiet">
              Topic <code><bdi>${model.topic}</bdi></code> at <bdi>${server}</bdi>
            </p>`,
        )}
        ${step(
          test === null ? "" : "now",
          3,
          html`“I got it” is pressed on the phone`,
          html`<p class="quiet">The phone is verified then, and this page says so.</p>`,
        )}
      </ol>
      ${button(frame, `${model.path}/withdraw`, "Revoke the link", "danger")}
    </div>`;
  },
  verified: (frame, { person, verified_at, user_id, server, test }) =>
    html`<div class="stack">
      ${note(
        "ok",
        html`<b
          ><bdi>${person}</bdi>’s phone rings: verified
          ${verified_at === null ? null : exactly(verified_at, frame)}</b
        >`,
      )}
      ${testSentence(test, server, frame)}
      <p>
        The link is used up.
        <a href="${frame.base}/users/${user_id}">The devices of <bdi>${person}</bdi></a>
      </p>
    </div>`,
  expired: (frame, { user_id, test, person }) =>
    html`<div class="stack">
      ${note("warn", html`<b>The link has expired.</b>`)}
      <p>
        ${
          test === null
            ? "No test was sent, so no phone was added."
            : "A test was sent but not confirmed. The device was added, unverified."
        }
      </p>
      ${addPhoneForm(frame, user_id, person, "Create a new link")}
    </div>`,
};

/** A button that leads on to another page. */
const button = (frame: Frame, path: string, label: Piece, look = "", name?: string) =>
  html`<form class="action" method="post" action="${frame.base}${path}">
    ${csrfField(frame)}
    <button class="btn ${look}" ${name === undefined ? null : html`aria-label="${name}"`}>
      ${label}
    </button>
  </form>`;

/** The way here. */
export const addPhoneForm = (
  frame: Frame,
  user_id: string,
  person: string,
  label = "Add phone",
  look = "",
): Html => button(frame, `/users/${user_id}/phones`, label, look, `${label}: ${person}`);
