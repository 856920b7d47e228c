/** The notified people of an incident, step by step: person, device, and the outcome of the page. Pure. */
import { isReached } from "../../core/explain/device-reach.ts";
import { answerWords } from "../../core/explain/receipt.ts";
import { reachCounts, type PersonReach } from "../../core/explain/reach.ts";
import {
  personPhrase,
  reachTone,
  unreachableText,
  whenPaged,
} from "../../core/explain/reach-text.ts";
import type { PersonExplained } from "../../core/explain/explain.ts";
import { escalationLadder, type LadderStep } from "../chart/ladder.ts";
import { shortTime } from "../chart/times.ts";
import { panel } from "../components/panel.ts";
import { deviceGates } from "../explained.ts";
import { html, type Html } from "../html.ts";
import { icon } from "../icons.ts";
import type { Frame } from "../layout.ts";
import { reachLooks } from "../on-call/now.ts";
import { plural } from "../../core/text/plural.ts";
import { handOverMenu, pageNowButton } from "./actions.ts";
import type { IncidentModel } from "./model.ts";
import { timed } from "../words.ts";

export function whoKnowsPanel(frame: Frame, model: IncidentModel): Html {
  const { reach, explanation, ladder } = model;
  const { total, reached } = reachCounts(reach);
  const tone = reachTone(reach);
  const button = pageNowButton(frame, model);
  // While no person is reached, the note above the page says so.
  const pageNow = button === null ? null : html`<div class="pf">${button}</div>`;
  const handOver = handOverMenu(frame, model);
  return panel(
    {
      id: "who-title",
      title: model.past === null ? "Who knows" : "Who knew",
      tools: html`<span
        class="state ${tone === "bad" ? "down" : tone === "warn" ? "warn" : "ok"} push"
        >${total === 0 ? "nobody notified" : `${reached} of ${total} reached`}</span
      >`,
    },
    html`${
        ladder.length === 0
          ? html`<p class="pb"><bdi>${timed(explanation.sentence, frame)}</bdi></p>`
          : escalationLadder([...happened(frame, model), ...coming(frame, model)])
      }
      <p class="pf small quiet"><bdi>${timed(explanation.sentence, frame)}</bdi></p>
      ${reached === 0 ? null : pageNow}
      ${handOver === null ? null : html`<div class="pf">${handOver}</div>`}`,
  );
}

function happened(frame: Frame, { ladder, reach, incident }: IncidentModel): LadderStep[] {
  return ladder.map(({ group, at, people }, i) => ({
    state: at === null && i > 0 ? "later" : "done",
    title: html`<bdi>${group?.title ?? "Others"}</bdi>`,
    at:
      at === null
        ? incident.status === "open" && ladder.slice(i).every((later) => later.at === null)
          ? "not paged yet"
          : "not paged"
        : `${shortTime(at, frame)}${
            i === 0 && incident.page_round > 0 && incident.paged_at !== null
              ? `, then ${plural(incident.page_round, "reminder")}`
              : ""
          }`,
    people: people.map((person) =>
      personRow(
        frame,
        person,
        reach.people.find(({ user_id }) => user_id === person.user_id),
      ),
    ),
  }));
}

function coming(frame: Frame, { incident, group_title, reach }: IncidentModel): LadderStep[] {
  const steps = [
    ...(reach.reminder_at === null
      ? []
      : [{ at: reach.reminder_at, title: `${group_title ?? "The group"} again` }]),
    ...(reach.escalation === null
      ? []
      : [
          {
            at: reach.escalation.at,
            title: `Escalates to ${reach.escalation.title}${unreachableText(reach.escalation)}`,
          },
        ]),
  ].toSorted((a, b) => (a.at ?? Infinity) - (b.at ?? Infinity));
  const rest: LadderStep[] = steps.map(({ at, title }, i) => ({
    state: i === 0 ? "next" : "later",
    title: html`<bdi>${title}</bdi>`,
    at: at === null ? whenPaged : shortTime(at, frame),
    people: [],
  }));
  return incident.status === "open" && rest.length === 0
    ? [
        {
          state: "later",
          title: reach.silenced
            ? "No pages while it is silenced"
            : "No further pages until it is acknowledged",
          at: "",
          people: [],
        },
      ]
    : rest;
}

function personRow(frame: Frame, person: PersonExplained, reach: PersonReach | undefined): Html {
  const { receipt } = person;
  const recorded = reach?.state ?? "not_notified";
  // An answer proves the phone as well as a test does.
  const state = recorded === "unverified" && receipt?.answered_verb != null ? "reached" : recorded;
  const phrase =
    reach === undefined
      ? "not notified"
      : isReached(state)
        ? state === "unverified"
          ? "reached, phone not verified"
          : "reached"
        : personPhrase(reach, frame.now);
  const answer = receipt?.answered_verb == null ? "" : ` · ${answerWords[receipt.answered_verb]}`;
  const at = reach?.accepted_at ?? null;
  return html`<li class="${reachLooks[state]}">
    <details class="why" id="why-${person.user_id}">
      <summary class="person">
        ${icon(reachLooks[state])}<span
          ><bdi class="strong">${person.name}</bdi>
          <span class="said"><bdi>${phrase}</bdi>${answer}</span></span
        ><span class="more">Why ${icon("chev", "chev")}</span
        ><span class="at">${at === null ? "" : shortTime(at, frame)}</span
        ><span class="dev"
          >${person.devices.map(({ name }) => name ?? "Unnamed device").join(" · ")}
          ${
            reach !== undefined && !isReached(state) && reach.reason !== null
              ? html`<bdi>${timed(reach.reason, frame)}</bdi>`
              : null
          }</span
        >
      </summary>
      <div class="gated">${deviceGates(person, frame)}</div>
    </details>
  </li>`;
}
