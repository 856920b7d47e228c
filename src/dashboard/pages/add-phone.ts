/** The page for adding a user's phone: the code to scan, and the progress. Pure. */
import type { InvitationStatus } from "../../core/access/invitation.ts";
import type { Instant } from "../../core/model/model.ts";
import { html, type Html, type Piece } from "../html.ts";
import { csrfField, framed, live, type Frame } from "../layout.ts";
import { testSentence, type Test } from "../phone-test.ts";
import { qrPicture } from "../qr.ts";
import { exactly, when } from "../words.ts";

export interface AddPhoneModel {
  user_id: string;
  person: string;
  /** The link to open on the phone. */
  url: string;
  /** Of this page, below the base. */
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
    html`<p class="quiet">
        <a href="${frame.base}/users">People</a> ·
        <a href="${of}">${person}</a>
      </p>
      <h1>A phone for ${person}</h1>
      ${live("invitation", parts[model.status](frame, model))}`,
  );
}

const parts: Record<InvitationStatus, (frame: Frame, model: AddPhoneModel) => Html> = {
  open: (frame, model) =>
    html`${
        model.warning === null
          ? null
          : html`<p class="note warn" role="alert">
              ${model.warning} Until then,
              <a href="${frame.base}/phone/${model.path.split("/").at(-1)}">go on in this browser</a
              >: the topic is typed into the phone by hand.
            </p>`
      }
      <p>
        Scan this with the phone’s camera, or send the link to ${model.person}. It leads through the
        rest, and works until ${exactly(model.expires_at)} (${when(model.expires_at, frame.now)}),
        for one phone.
      </p>
      ${qrPicture(model.url, "QR code of the link below")}
      <pre class="copy">${model.url}</pre>
      <p class="quiet">
        Whoever has the link can add their phone in this person’s name: show it to nobody else.
      </p>
      <h2>What became of it</h2>
      ${testSentence(model.test, model.server)}
      <p class="quiet">
        ${
          model.test === null
            ? "The phone sends itself a test, and is added then."
            : "The phone is verified when somebody presses “I got it” on it."
        }
        Topic <code>${model.topic}</code> at ${model.server}.
      </p>
      ${button(frame, `${model.path}/withdraw`, "Withdraw the link")}`,
  verified: (frame, { person, verified_at, user_id, server, test }) =>
    html`<p class="sentence good">
        <span aria-hidden="true">✓</span> ${person}’s phone rings: verified
        ${verified_at === null ? null : exactly(verified_at)}
      </p>
      ${testSentence(test, server)}
      <p>
        The link has done its work, and does nothing any more.
        <a href="${frame.base}/users/${user_id}">The devices of ${person}</a>
      </p>`,
  expired: (frame, { user_id, test, person }) =>
    html`<p class="sentence warn"><span aria-hidden="true">!</span> The link has run out.</p>
      <p>
        ${
          test === null
            ? "Nobody sent a test: no phone was added."
            : "The phone was sent a test, and nobody said that it arrived: it is there, and not verified."
        }
      </p>
      ${addPhoneForm(frame, user_id, person, "Make a new link")}`,
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
