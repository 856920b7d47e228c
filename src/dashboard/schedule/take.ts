/** Buttons that change the people on call: each is one press, and can be taken back. Pure. */
import { nearTime } from "../chart/times.ts";
import type { Interval } from "../../core/hours/interval.ts";
import type { Instant } from "../../core/model/model.ts";
import { hour } from "../../core/text/units.ts";
import { menu } from "../components/menu.ts";
import { html, type Html, type Piece } from "../html.ts";
import { icon } from "../icons.ts";
import { action, returning, type Frame } from "../layout.ts";

/** An override as forms send it: empty names are left out. */
interface Asked {
  mode: "take" | "cover" | "join";
  user_id: string;
  instead_of_user_id?: string;
  from?: Instant;
  until: Instant;
}

const fieldsOf = ({ mode, user_id, instead_of_user_id, from, until }: Asked) => ({
  mode,
  user_id,
  ...(instead_of_user_id === undefined ? {} : { instead_of_user_id }),
  ...(from === undefined ? {} : { from: new Date(from).toISOString() }),
  until: new Date(until).toISOString(),
});

/** A button that puts a person on call; null: the visitor may not. */
export const overrideButton = (
  frame: Frame,
  schedule_id: string,
  asked: Asked,
  label: Piece,
  more: { class?: string; name?: string } = {},
): Html | null =>
  frame.may.respond
    ? action(frame, `/schedules/${schedule_id}/overrides`, label, {
        ...more,
        fields: fieldsOf(asked),
      })
    : null;

/** The same as a form that leaves the page: for a popover, which it closes. */
export const overrideForm = (frame: Frame, schedule_id: string, asked: Asked, label: Piece): Html =>
  html`<form method="post" action="${frame.base}/schedules/${schedule_id}/overrides">
    ${returning(frame)}
    ${Object.entries(fieldsOf(asked)).map(
      ([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`,
    )}
    <button class="btn slim primary">${label}</button>
  </form>`;

/** Ends an override or an absence. `title`: names it for readers of screens. */
export const endButton = (frame: Frame, id: string, title: string): Html | null =>
  frame.may.respond
    ? action(frame, `/overrides/${id}/end`, html`End<span class="unseen"> ${title}</span>`, {
        class: "plain slim",
      })
    : null;

/** The ends of a shift that is taken now, as times. */
export function takeEnds(
  { now, zone }: Frame,
  ends: Instant | null,
): { until: Instant; text: string }[] {
  const reader = { now, zone };
  const fixed = [1, 4].map((hours) => {
    const until = now + hours * hour;
    return { until, text: `For ${hours} h, until ${nearTime(until, reader)}` };
  });
  // A shift that ends within the hour is taken as a whole.
  const short = fixed.filter(({ until }) => ends === null || until < ends);
  return ends === null
    ? short
    : [...short, { until: ends, text: `Until ${nearTime(ends, reader)}` }];
}

/** Takes the shift of a schedule now, until one of some times. Null: the visitor takes no shifts. */
export function takeMenu(
  frame: Frame,
  { id, title, until }: { id: string; title: string; until: Instant | null },
  look: "slim" | "" = "slim",
): Html | null {
  const you = frame.who.user_id;
  if (you === null || !frame.may.respond) return null;
  return menu(
    `take-${id}`,
    html`<span class="btn ${look}"
      >${look === "slim" ? "Take" : "Take a shift"}<span class="unseen"> of ${title}</span
      >${icon("below", "s12")}</span
    >`,
    html`${takeEnds(frame, until).map((end) =>
        overrideButton(frame, id, { mode: "take", user_id: you, until: end.until }, end.text, {
          class: "plain",
        }),
      )}
      <hr />
      <a href="${frame.base}/schedules/${id}?add=take#add">Another time…</a>`,
  );
}

/** Whether an interval can still be changed. */
export const isAhead = ({ until }: Interval, now: Instant): boolean => until > now;
