/** The way to the first alert on one page: a person, a phone, a monitor, a test incident. Pure. */
import { isReached } from "../../core/explain/device-reach.ts";
import { personPhrase } from "../../core/explain/reach-text.ts";
import { facts } from "../components/facts.ts";
import { padded, panel } from "../components/panel.ts";
import { stateAs, state } from "../components/state.ts";
import { html, type Html, type Piece } from "../html.ts";
import { icon } from "../icons.ts";
import { framed, live, type Frame } from "../layout.ts";
import { testSentence } from "../phone-test.ts";
import { qrPicture } from "../qr.ts";
import { exactly } from "../words.ts";
import type { FirstRunModel } from "./model.ts";
import { watchStep } from "./watch-step.ts";
import { faultOf, step, stepForm } from "./step.ts";

export function firstRunPage(frame: Frame, model: FirstRunModel): string {
  return framed(
    frame,
    "Get your first alert",
    html`<div class="lead">
        <div>
          <h1>Get your first alert</h1>
          <p>A person, a phone and a monitor: about two minutes. Each step ticks itself.</p>
        </div>
      </div>
      <div class="start">
        <div class="panel">
          ${live("start-person", personStep(frame, model))}
          ${live("start-phone", phoneStep(frame, model))} ${watchStep(frame, model)}
          ${live("start-test", testStep(frame, model))}
        </div>
        ${live("start-made", made(frame, model))}
      </div>`,
    "board",
  );
}

function personStep(frame: Frame, { person, others, typed }: FirstRunModel): Html {
  if (person !== null)
    return step(
      "done",
      1,
      "Who is on call?",
      html`<p class="quiet">
        <bdi>${person.name}</bdi>.
        <a href="${frame.base}/users/${person.id}/edit">Change</a>
      </p>`,
    );
  if (others)
    return step(
      "done",
      1,
      "Who is on call?",
      html`<p class="quiet"><a href="${frame.base}/users">People</a> exist already.</p>`,
    );
  const field = (name: "name" | "email", label: string, type: string) =>
    html`<div class="fld">
      <label for="${name}">${label}</label
      ><input
        class="in"
        id="${name}"
        name="${name}"
        type="${type}"
        value="${typed[name]}"
        autocomplete="${name}"
        maxlength="254"
        required
      />${faultOf(typed.faults, name)}
    </div>`;
  return step(
    "now",
    1,
    "Who is on call?",
    stepForm(
      frame,
      html`${field("name", "Your name", "text")} ${field("email", "Your email", "email")}
        <div class="acts">
          <button class="btn primary" name="do" value="person">Continue</button>
        </div>`,
    ),
  );
}

function phoneStep(frame: Frame, { person, rings, devices, invitation }: FirstRunModel): Html {
  const title = rings ? "Your phone" : "Point your phone’s camera here";
  if (person === null) return step("later", 2, title, null);
  const another = html`<p class="small quiet">
    No phone at hand?
    <a href="${frame.base}/users/${person.id}/devices/new">Use email, Slack or another channel</a>.
  </p>`;
  if (rings)
    return step(
      "done",
      2,
      title,
      html`<p>${stateAs("ok", "Your phone rang: verified")}</p>
        <p class="small quiet">
          <a href="${frame.base}/users/${person.id}">Your devices</a>
        </p>`,
    );
  if (invitation?.status === "open")
    return step(
      "now",
      2,
      title,
      html`<p class="quiet">
          It opens a page that installs the alert sound and rings once. Works on Android and iPhone.
        </p>
        ${invitation.warning === null ? null : html`<p class="note warn line">${icon("warn")}<span>${invitation.warning}</span></p>`}
        <div class="acts">
          ${qrPicture(invitation.url, "QR code of the link to add your phone")}
          <div class="stack">
            ${
              invitation.test === null
                ? html`<p>${stateAs("stale", "Waiting for your phone…")}</p>`
                : testSentence(invitation.test, invitation.server, frame)
            }
            <p class="small quiet">
              No camera?
              <a href="${invitation.url}" target="_blank" rel="noopener">Open the link</a>, or
              subscribe to <code class="break">${invitation.topic}</code> at ${invitation.server}.
            </p>
            <p class="small quiet">
              The link works once, until ${exactly(invitation.expires_at, frame)}.
            </p>
            ${another}
          </div>
        </div>`,
    );
  return step(
    "now",
    2,
    title,
    html`<p class="quiet">
        ${
          devices > 0
            ? "A device is there, and has not answered a test yet."
            : "A link, as a code to scan, adds your phone. It rings once."
        }
      </p>
      ${stepForm(
        frame,
        html`<button class="btn${devices > 0 ? "" : " primary"}" name="do" value="phone">
          ${invitation === null ? "Show the code" : "Make a new link"}
        </button>`,
      )}
      ${another}`,
  );
}

function testStep(frame: Frame, { group, devices, rings, test }: FirstRunModel): Html {
  const ready = group !== null && devices > 0;
  const sent = test?.incident.status === "open" ? test : null;
  return step(
    test === null ? (ready ? "now" : "later") : "done",
    4,
    "Does it ring?",
    html`${test === null ? null : arrived(frame, test)}
    ${stepForm(
      frame,
      html`<div class="acts">
        <button
          class="btn${rings && test === null ? " primary" : ""}"
          name="do"
          value="test"
          ${ready ? null : html`disabled`}
        >
          ${sent === null ? "Send a test incident" : "Send it again"}</button
        ><span class="small quiet"
          >${
            ready
              ? "It pages you like a real one, until you acknowledge it."
              : "after your phone was added and something is watched"
          }</span
        >
      </div>`,
    )}
    ${test === null ? null : html`<p><a class="btn primary" href="${frame.base}/">To the overview</a></p>`}`,
  );
}

/** The test incident, and for each person whether the page got through. */
const arrived = (frame: Frame, { incident, reach }: NonNullable<FirstRunModel["test"]>): Html =>
  html`<p>
      ${state(incident.status)}
      <a href="${frame.base}/incidents/${incident.number}">#${incident.number} ${incident.title}</a>
    </p>
    <ul class="stack">
      ${reach.people.map(
        (person) =>
          html`<li>
            ${stateAs(
              isReached(person.state) ? "ok" : person.state === "sending" ? "unknown" : "warn",
              html`<bdi>${person.name}</bdi>:
                ${
                  isReached(person.state)
                    ? html`the push server accepted
                      it${person.accepted_at === null ? null : html` at ${exactly(person.accepted_at, frame)}`}`
                    : personPhrase(person, frame.now)
                }`,
            )}
          </li>`,
      )}
    </ul>
    ${
      incident.acknowledged_by === null
        ? null
        : html`<p class="quiet">Acknowledged by <bdi>${incident.acknowledged_by}</bdi>.</p>`
    }`;

/** The panel beside the steps: the objects that they create. */
function made(frame: Frame, model: FirstRunModel): Html {
  const { person, rings, devices, group, monitor } = model;
  const pending = html`<span class="quiet">to come</span>`;
  const link = (path: string, title: string): Piece =>
    html`<a href="${frame.base}${path}"><bdi>${title}</bdi></a>`;
  return panel(
    { id: "makes", title: "What this makes" },
    html`${padded(
        facts([
          ["Person", person === null ? pending : link(`/users/${person.id}`, person.name)],
          [
            "Phone",
            rings
              ? "verified"
              : html`<span class="quiet">${devices > 0 ? "not verified" : "waiting"}</span>`,
          ],
          [
            "Group",
            group === null
              ? html`On call <span class="quiet">you, at any hour</span>`
              : link(`/alert_groups/${group.id}`, group.title),
          ],
          [
            "Monitor",
            monitor === null ? pending : link(`/${monitor.kind}/${monitor.id}`, monitor.title),
          ],
        ]),
      )}
      <p class="pf">
        All of it can be changed later. <a href="${frame.base}/">Skip to the overview</a>
      </p>`,
  );
}
