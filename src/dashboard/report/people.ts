/** The people that were paged, with their nights. Pure. */
import { plural } from "../../core/text/plural.ts";
import { daysIn } from "../../core/uptime/days.ts";
import { shortDate } from "../../core/uptime/period.ts";
import { countText } from "../../core/uptime/report-text.ts";
import type { PagedPerson } from "../../core/uptime/response.ts";
import { isolated } from "../chart/scale.ts";
import { timeOfDay } from "../chart/times.ts";
import { face } from "../components/face.ts";
import { html, type Html } from "../html.ts";
import type { Frame } from "../layout.ts";
import type { ReportPage } from "./model.ts";
import { stripAxis } from "./strip.ts";

/** The pages of each person, and a bar for each night. */
export function peoplePanel(frame: Frame, { report }: ReportPage): Html | null {
  const { people, period } = report;
  if (people.length === 0) return null;
  const days = daysIn(period, period.timezone);
  const most = Math.max(1, ...people.flatMap(({ nights }) => nights.map(({ pages }) => pages)));
  const strip = ({ name, nights }: PagedPerson): Html => {
    const texts = nights.map(({ date, pages }) => `${pages} on the night to ${shortDate(date)}`);
    return html`<svg
      class="days nights"
      viewBox="0 0 ${days.length * 10 - 2} 24"
      preserveAspectRatio="none"
      role="img"
      aria-label="Pages per night of ${isolated(name)}: ${texts.length === 0 ? "none" : texts.join(", ")}"
    >
      <path class="base" d="M0 23.5H${days.length * 10 - 2}" />
      ${nights.map(({ date, pages }) => {
        const i = days.findIndex((day) => day.date === date);
        const tall = Math.max(4, Math.round((24 * pages) / most));
        return i < 0
          ? null
          : html`<rect class="night" x="${i * 10}" y="${24 - tall}" width="8" height="${tall}">
              <title>Night to ${shortDate(date)}: ${plural(pages, "page")}</title>
            </rect>`;
      })}
    </svg>`;
  };
  const worst = ({ nights, timezone }: PagedPerson): string => {
    const night = nights.toSorted((a, b) => b.pages - a.pages)[0];
    if (!night) return "none at night";
    const at = (instant: number) => timeOfDay(instant, { now: frame.now, zone: timezone });
    const [first, last] = [at(night.first), at(night.last)];
    const span = first === last ? first : `${first}–${last}`;
    return `${shortDate(night.date)}: ${plural(night.pages, "page")}, ${span}`;
  };
  return html`<section class="panel" aria-labelledby="people-title">
    <div class="ph">
      <h2 id="people-title">Pages per person</h2>
      <span class="quiet small push hide-s"
        >nights of each person’s own zone, 22:00–07:00 · one bar a night</span
      >
    </div>
    <table class="paged">
      <thead>
        <tr>
          <th scope="col">Person</th>
          <th scope="col" class="strip-c">${stripAxis(days)}</th>
          <th scope="col" class="num">Pages</th>
          <th scope="col" class="num">At night</th>
          <th scope="col" class="hide-s">Worst night</th>
        </tr>
      </thead>
      <tbody>
        ${people.map(
          (person) =>
            html`<tr>
              <th scope="row">
                <span class="mname"
                  >${face(person.name)}<span
                    ><a class="name" href="${frame.base}/users/${person.user_id}"
                      ><bdi>${person.name}</bdi></a
                    ><small>${person.timezone}</small></span
                  ></span
                >
              </th>
              <td class="strip-c">${strip(person)}</td>
              <td class="num">${person.pages}</td>
              <td class="num strong">${countText(person.night_pages)}</td>
              <td class="quiet hide-s">${worst(person)}</td>
            </tr>`,
        )}
      </tbody>
    </table>
  </section>`;
}
