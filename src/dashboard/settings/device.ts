/** The page on which a visitor compares the code of a program and lets it sign in as them. Pure. */
import { shownUserCode } from "../../core/access/device-authorization.ts";
import type { DeviceAuthorization, User } from "../../core/model/model.ts";
import { personName } from "../../core/text/person.ts";
import { facts } from "../components/facts.ts";
import { note } from "../components/note.ts";
import { padded, panel } from "../components/panel.ts";
import { roleWords } from "../components/role.ts";
import { html, type Html } from "../html.ts";
import { csrfField, framed, type Frame } from "../layout.ts";
import { when } from "../words.ts";

export interface DeviceModel {
  /** The code, without its hyphen; empty: none yet. */
  code: string;
  /** The program that shows the code; null: none. */
  asked: DeviceAuthorization | null;
  /** The visitor; null: signed in with a key, which cannot answer. */
  user: User | null;
  /** The address of the browser. */
  address: string;
  /** Why the code leads to no program; null: it does, or is not known yet. */
  problem: string | null;
}

/** Asks for the code, and then for the answer. */
export const devicePage = (frame: Frame, model: DeviceModel): string =>
  framed(
    frame,
    "Sign in a terminal",
    html`<div class="stack">
      <h1>Sign in a terminal</h1>
      ${model.user === null ? null : model.asked === null ? codeForm(frame, model) : question(frame, model.asked, model.user, model)}
      ${
        model.user === null
          ? note(
              "warn",
              html`You are signed in with a key. Only a person can sign in a terminal: sign out, and
              come back as yourself.`,
            )
          : null
      }
    </div>`,
    "board",
  );

const codeForm = (frame: Frame, { code, problem }: DeviceModel): Html =>
  html`<form class="stack" method="get" action="${frame.base}/device">
    <div class="fld">
      <label for="code">Code from the terminal</label>
      <input
        class="in"
        id="code"
        name="code"
        value="${code}"
        required
        maxlength="20"
        autocomplete="off"
        autocapitalize="characters"
        spellcheck="false"
        placeholder="XXXX-XXXX"
        ${problem === null ? html`aria-describedby="code-help"` : html`aria-invalid="true" aria-describedby="code-error"`}
      />
      ${
        problem === null
          ? html`<p class="help" id="code-help">
              <code>monitorctl login</code> shows it. It works for 10 minutes.
            </p>`
          : html`<p class="err" id="code-error" role="alert">${problem}</p>`
      }
    </div>
    <div class="buttons"><button class="btn primary">Continue</button></div>
  </form>`;

const question = (
  frame: Frame,
  program: DeviceAuthorization,
  user: User,
  { code, address }: DeviceModel,
): Html =>
  html`${panel(
      { id: "asked-title", title: "Compare the code" },
      padded(
        html`<p class="user-code"><code>${shownUserCode(code)}</code></p>
          ${facts([
            ["Program", html`<bdi>${program.program}</bdi>`],
            ["Machine", html`<bdi>${program.host}</bdi>, as it calls itself`],
            [
              "Address",
              program.client_address === address
                ? html`${program.client_address}, as this browser`
                : html`${program.client_address}, <b>not that of this browser</b> (${address})`,
            ],
            ["Asked", when(program.inserted_at, frame)],
            ["Signs in as", html`<bdi>${personName(user)}</bdi>`],
            [
              "The key gets",
              user.role === null
                ? null
                : html`Your role, <b>${user.role}</b>: ${roleWords[user.role]}`,
            ],
          ])}`,
      ),
    )}
    ${note(
      "warn",
      html`Approve only if <b>you</b> started this a moment ago and your terminal shows this code.
        Deny a code that came in a message: its sender would act in your name.`,
    )}
    <form method="post" action="${frame.base}/device">
      ${csrfField(frame)}
      <input type="hidden" name="code" value="${code}" />
      <div class="buttons">
        <button class="btn primary" name="answer" value="approved">Approve</button>
        <button class="btn" name="answer" value="denied">Deny</button>
      </div>
    </form>`;

/** After the answer. */
export const answeredDevicePage = (frame: Frame, answer: "approved" | "denied"): string =>
  framed(
    frame,
    answer === "approved" ? "Approved" : "Denied",
    answer === "approved"
      ? html`<h1>Approved</h1>
          <p>Return to the terminal: it signs in within seconds.</p>
          <p class="quiet">
            The key is listed in <a href="${frame.base}/settings/keys">Settings</a>, where you can
            revoke it.
          </p>`
      : html`<h1>Denied</h1>
          <p>The program gets no key.</p>`,
  );
