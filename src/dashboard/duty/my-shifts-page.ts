/** My shifts: whether the visitor is on call, the incidents that are open on them, the coming shifts, absences and feeds. Pure. */
import { zoneOf } from "../../core/hours/zone.ts";
import { longMonths, weekdayOf, weekdays } from "../../core/text/days.ts";
import { placeOf, timeOfDay, zoneTitle } from "../chart/times.ts";
import { acknowledge } from "../acknowledge.ts";
import { whoCell } from "../board/who-cell.ts";
import type { IncidentRow } from "../board/model.ts";
import { empty } from "../components/empty.ts";
import { panel } from "../components/panel.ts";
import { prio } from "../components/prio.ts";
import { html, type Html } from "../html.ts";
import { action, framed, live, type Frame } from "../layout.ts";
import { deviceHealth } from "../on-call/device-health.ts";
import { deviceName } from "../../core/text/person.ts";
import { spanOf } from "../schedule/times.ts";
import { age, timed } from "../words.ts";
import { absencesPanel } from "./absences.ts";
import { feedsPanel } from "./feeds.ts";
import { ownLoadPanel } from "../load/own-panel.ts";
import { changeMenu, dutyCard } from "./my-duty.ts";
import type { MyShift, MyShiftsModel } from "./my-model.ts";

export function myShiftsPage(frame: Frame, model: MyShiftsModel): string {
  const { user_id, feeds } = model;
  return framed(
    frame,
    "My shifts",
    html`<div class="duo">
      <div class="stack">
        ${live("duty", dutyCard(frame, model))} ${live("incidents", incidentsPanel(frame, model))}
        ${live("shifts", shiftsPanel(frame, model))}
      </div>
      ${
        user_id === null
          ? null
          : html`<aside class="stack" aria-label="Calendar, absences, phones">
              ${feedsPanel(frame, feeds, { user_id }, "A feed shows your shifts of all schedules in your calendar. Calendars read it by a URL that cannot be guessed.")}
              ${absencesPanel(frame, model)} ${live("phones", phonesPanel(frame, model))}
              ${live("load", ownLoadPanel(model.load))}
            </aside>`
      }
    </div>`,
    "board",
  );
}

function incidentsPanel(frame: Frame, { incidents, user_id }: MyShiftsModel): Html | null {
  if (user_id === null) return null;
  return panel(
    {
      id: "incidents-title",
      title: "Open incidents",
      count: incidents.length,
      tools: html`<a class="push small" href="${frame.base}/incidents">All incidents</a>`,
    },
    incidents.length === 0
      ? empty("ok", "No open incident is on you", null, "ok")
      : html`<ul class="lined">
          ${incidents.map((one) => incidentLine(frame, user_id, one))}
        </ul>`,
  );
}

function incidentLine(frame: Frame, you: string, { incident, reach }: IncidentRow): Html {
  const { number, title, summary, status, acknowledged_user_id } = incident;
  const isYours = acknowledged_user_id === you;
  const button =
    status === "open"
      ? acknowledge(frame, incident, "slim")
      : frame.may.respond
        ? isYours
          ? action(frame, `/incidents/${incident.id}/unacknowledge`, "Unacknowledge", {
              class: "plain slim",
              name: `Unacknowledge incident ${number}: ${title}`,
            })
          : action(frame, `/incidents/${incident.id}/hand-over`, "Take over", {
              class: "slim",
              fields: { to: `user:${you}` },
              name: `Take over incident ${number}: ${title}`,
            })
        : null;
  return html`<li id="incident-${number}">
    ${prio(incident.priority_level)}
    <a class="name" href="${frame.base}/incidents/${number}"><bdi>${title}</bdi></a>
    <span class="quiet cut"><bdi>${timed(summary, frame)}</bdi></span>
    <span class="who push">${whoCell(incident, reach, frame)}</span>
    ${age(incident.opened_at, frame)} ${button}
  </li>`;
}

function shiftsPanel(frame: Frame, model: MyShiftsModel): Html | null {
  const { shifts, weeks, user_id } = model;
  if (user_id === null) return null;
  const there = zoneOf(frame.zone);
  const months = Map.groupBy(shifts, ({ band }) => {
    const date = new Date(there.local(Math.max(band.from, frame.now)));
    return `${longMonths[date.getUTCMonth()]!} ${date.getUTCFullYear()}`;
  });
  return panel(
    {
      id: "shifts-title",
      title: "Coming shifts",
      count: `${shifts.length} in ${weeks} weeks`,
      tools: html`<span class="quiet small push hide-s">${zoneTitle(frame)}</span>`,
    },
    html`${
      shifts.length === 0
        ? empty("cal", "No coming shift")
        : html`<ul class="rows shifts">
            ${[...months].map(
              ([month, own]) =>
                html`${months.size === 1 ? null : html`<li class="month"><h3>${month}</h3></li>`}
                ${own.map((one) => shiftRow(frame, model, one))}`,
            )}
          </ul>`
    }
    ${
      weeks < 53 && shifts.length > 0
        ? html`<p class="pf"><a href="${frame.base}/my_shifts?weeks=53">Later shifts</a></p>`
        : null
    }`,
  );
}

/** `25–26`, or `25` of a shift within a day. */
function datesText({ band }: MyShift, { zone }: Frame): string {
  const there = zoneOf(zone);
  const date = (at: number) => new Date(there.local(at)).getUTCDate();
  return there.day(band.from) === there.day(band.until - 1)
    ? String(date(band.from))
    : `${date(band.from)}–${date(band.until)}`;
}

function shiftRow(frame: Frame, model: MyShiftsModel, shift: MyShift): Html {
  const { schedule, band, missing } = shift;
  const weekday = weekdays[weekdayOf(zoneOf(frame.zone).day(band.from))]!;
  const there = { ...frame, zone: schedule.timezone };
  // Its month has the year.
  const then = { ...frame, now: band.from };
  return html`<li class="shift-row" id="shift-${band.key}-${schedule.id}">
    <div class="day"><b>${weekday}</b><span>${datesText(shift, frame)}</span></div>
    <div>
      <p><b>${spanOf(band, then)}</b></p>
      <p class="quiet">
        <a class="name" href="${frame.base}/schedules/${schedule.id}"
          ><bdi>${schedule.title}</bdi></a
        >${reasonText(model, shift)}${
          schedule.timezone === frame.zone
            ? null
            : ` · ${timeOfDay(band.from, there)} in ${placeOf(schedule.timezone)}`
        }${
          missing === null
            ? null
            : html` · <span class="tone warn">you are away, nobody stands in</span>`
        }
      </p>
    </div>
    ${changeMenu(frame, shift, "Change")}
  </li>`;
}

/** Why it is yours, unless it is your turn. */
function reasonText({ nameOf }: MyShiftsModel, { band }: MyShift): Html | null {
  const { because, instead_of_user_id, swapped_with } = band;
  if (swapped_with !== null) return html` · swapped with <bdi>${nameOf(swapped_with)}</bdi>`;
  if (instead_of_user_id !== null)
    return html` · you ${because === "away" ? "stand in" : "cover"} for
      <bdi>${nameOf(instead_of_user_id)}</bdi>`;
  if (because === "take") return html` · you take it`;
  return because === "join" ? html` · you join` : null;
}

function phonesPanel(frame: Frame, { devices, user_id }: MyShiftsModel): Html {
  return panel(
    { id: "phones-title", title: "Your phones" },
    devices.length === 0
      ? empty("phone", "No phone", "No page can be sent to you.", "down")
      : html`<ul class="overs">
          ${devices.map(
            (device) =>
              html`<li>
                <div>
                  <bdi class="strong">${deviceName(device)}</bdi> ${deviceHealth(device, frame)}
                </div>
                ${
                  frame.may.write && device.enabled
                    ? action(frame, `/users/${user_id}/devices/${device.id}/test`, "Test", {
                        class: "slim",
                        name: `Test ${deviceName(device)}`,
                      })
                    : null
                }
              </li>`,
          )}
        </ul>`,
  );
}
