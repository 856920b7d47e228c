/** Alert groups: who gets notified, and when. Pure. */
import type { AlertGroup, Incident, Subject } from "../../core/model/model.ts";
import type { WhoWould } from "../../core/explain/who-would.ts";
import { drillCard, type DrillModel } from "../drill-card.ts";
import { guidancePart } from "../guidance.ts";
import { onCallTabs } from "../on-call.ts";
import { html, type Html } from "../html.ts";
import { action, csrfField, framed, live, type Frame } from "../layout.ts";
import { state } from "../components/state.ts";
import { managed, urlHidden, when } from "../words.ts";
import type { SilenceInEffect } from "../../core/silence/silenced.ts";
import { outlookSign, whoPart, type WhoModel } from "../explained.ts";
import { publicPart, type PageModel } from "../publishing.ts";
import { readOnlyNotice, silenceButtons, silencedNote } from "../silenced.ts";
import { incidentLine } from "./incidents.ts";
import { plural } from "../../core/text/plural.ts";

export type ShownGroup = AlertGroup & { subject: Subject };

export interface MemberLine {
  user_id: string;
  email: string;
  name: string | null;
  devices: number;
  /** Whether the member would be notified of an incident now. */
  outlook: Pick<WhoWould, "state" | "verdict">;
}

export interface GroupsModel {
  groups: readonly ShownGroup[];
  /** Ids of groups in use that cannot reach any member. */
  unreachable: ReadonlySet<string>;
}

const dayNames = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"];

/** The contact hours of a group, as text. */
export function contactHours(group: AlertGroup): string {
  const days =
    group.contact_days.length === 7
      ? "every day"
      : group.contact_days.map((day) => dayNames[day] ?? String(day)).join(", ");
  const hours = group.contact_hours_all_day
    ? "around the clock"
    : `${(group.contact_hours_from ?? "").slice(0, 5)} to ${(group.contact_hours_to ?? "").slice(0, 5)}`;
  return `${days}, ${hours} (${group.timezone})`;
}

const nobody = html`<p class="note bad">
  ✗ Nobody would be notified: no member has a working device.
</p>`;

export function groupsPage(frame: Frame, model: GroupsModel): string {
  return framed(
    frame,
    "Groups",
    html`${onCallTabs(frame, "groups")}
      <div class="row">
        <h1>Alert groups</h1>
        ${
          frame.may.write
            ? html`<a class="btn" href="${frame.base}/alert_groups/new">New group</a>`
            : null
        }
      </div>
      ${
        model.groups.length === 0
          ? html`<p class="empty">
              There are none yet. A group says who gets notified, and when; every monitor belongs to
              one.
            </p>`
          : live(
              "groups",
              model.groups.map(
                (group) =>
                  html`<article class="card">
                    <h2>
                      <a href="${frame.base}/alert_groups/${group.id}">${group.title}</a>
                    </h2>
                    <p class="sub">
                      <span>priority ${group.priority_level}</span>
                      <span>${contactHours(group)}</span>
                      ${managed(group.project)}
                    </p>
                    ${model.unreachable.has(group.id) ? nobody : null} ${inbound(frame, group)}
                  </article>`,
              ),
            )
      }`,
  );
}

function inbound(frame: Frame, { subject }: ShownGroup): Html | null {
  if (subject.status !== "failing") return null;
  return html`<p class="note bad">
    ${state("failing")} Its URL refuses what is sent to it:
    ${subject.status_reason ?? "for a reason that was not kept"}
    <a href="${frame.base}/activity?target=${subject.id}">Deliveries</a>
  </p>`;
}

export interface GroupModel {
  group: ShownGroup;
  /** Null: the visitor can only read, and does not see it. */
  webhook_url: string | null;
  members: readonly MemberLine[];
  /** Users who can still be added. */
  others: readonly { email: string; name: string | null }[];
  monitors: readonly { kind: string; id: string; title: string }[];
  drills: DrillModel;
  incidents: readonly Incident[];
  /** The silence in effect for the whole group; null: none. */
  quiet: SilenceInEffect | null;
  who: WhoModel;
  /** Its public status page; null: it has none. */
  page: PageModel | null;
}

export function groupPage(frame: Frame, model: GroupModel): string {
  const { group, members } = model;
  const path = `/alert_groups/${group.id}`;
  return framed(
    frame,
    group.title,
    html`<p class="quiet"><a href="${frame.base}/alert_groups">Groups</a></p>
      <h1>${group.title}</h1>
      <p class="sub">
        <span>priority ${group.priority_level}</span>
        <span>${contactHours(group)}</span>
        ${managed(group.project)}
      </p>
      ${guidancePart(group)}
      ${live(
        "state",
        html`${silencedNote(frame, model.quiet)} ${inbound(frame, group)}
        ${
          members.every(({ outlook: { state } }) => state === "refused" || state === "no_device")
            ? nobody
            : null
        }`,
      )}
      ${
        frame.may.write
          ? html`<div class="buttons">
              ${model.quiet ? null : silenceButtons(frame, `group:${group.id}`)}
              <a class="btn" href="${frame.base}${path}/edit">Edit</a>
              <a class="btn" href="${frame.base}${path}/delete">Delete</a>
            </div>`
          : readOnlyNotice(frame)
      }
      ${live("members", memberList(frame, model, path))} ${whoPart(frame, model.who, group)}
      ${live("drills", drillCard(frame, model.drills, path))}
      <h2>Other tools</h2>
      <p>Alertmanager, Grafana, Graylog and whatever sends JSON post their alerts to</p>
      ${
        model.webhook_url === null
          ? html`<p class="quiet">${urlHidden}</p>`
          : html`<pre>${model.webhook_url}</pre>`
      }
      <p class="sub">
        <a href="${frame.base}/activity?target=${group.id}">What was posted to it</a>
        ${
          group.subject.last_received_at === null
            ? html`<span>nothing yet</span>`
            : html`<span>last ${when(group.subject.last_received_at, frame.now)}</span>`
        }
        ${
          group.subject.unauthenticated_count === 0
            ? null
            : html`<span>${group.subject.unauthenticated_count} rejected without the secret</span>`
        }
      </p>
      <h2>Monitors</h2>
      ${
        model.monitors.length === 0
          ? html`<p class="empty">No monitor notifies this group.</p>`
          : html`<ul class="lines">
              ${model.monitors.map(
                ({ kind, id, title }) =>
                  html`<li>
                    <a href="${frame.base}/${kind}/${id}">${title}</a>
                  </li>`,
              )}
            </ul>`
      }
      ${publicPart(model.page)}
      ${live(
        "incidents",
        html`<h2>Alerts of other tools</h2>
          ${
            model.incidents.length === 0
              ? html`<p class="empty">None so far.</p>`
              : html`<ul class="lines">
                  ${model.incidents.map((one) => incidentLine(frame, one))}
                </ul>`
          }`,
      )}`,
  );
}

function memberList(frame: Frame, model: GroupModel, path: string): Html {
  const { members } = model;
  return html`<h2>Members</h2>
    ${
      members.length === 0
        ? html`<p class="empty">Nobody yet.</p>`
        : html`<ul class="lines">
            ${members.map(
              (one) =>
                html`<li class="row">
                  <span
                    ><a href="${frame.base}/users/${one.user_id}">${one.name ?? one.email}</a>
                    <span class="quiet">${one.email} · ${plural(one.devices, "device")}</span>
                    <br />${outlookSign(one.outlook.state)} ${one.outlook.verdict}</span
                  >
                  ${
                    frame.may.write
                      ? action(frame, `${path}/members/${one.user_id}/delete`, "Remove", {
                          name: `Remove ${one.email} from the group`,
                        })
                      : null
                  }
                </li>`,
            )}
          </ul>`
    }
    ${addMember(frame, model, path)}`;
}

function addMember(frame: Frame, { others }: GroupModel, path: string): Html | null {
  if (!frame.may.write) return null;
  if (others.length === 0)
    return html`<p class="quiet">
      Everybody is a member.
      ${frame.may.admin ? html`<a href="${frame.base}/users/new">Add a person</a>` : null}
    </p>`;
  return html`<form class="filters" method="post" action="${frame.base}${path}/members">
    ${csrfField(frame)}
    <input type="hidden" name="back" value="${frame.path}" />
    <label
      >Add a member
      <select name="email">
        ${others.map(
          ({ email, name }) =>
            html`<option value="${email}">${name === null ? email : `${name} (${email})`}</option>`,
        )}
      </select></label
    ><button class="btn">Add</button>
  </form>`;
}
