/** The people of a group: its members and those of its schedules, with their state now, devices and contact hours. Pure. */
import { reasonOf } from "../../core/on-call/audience.ts";
import { hoursOf } from "../../core/paging/gate.ts";
import { face } from "../components/face.ts";
import { empty } from "../components/empty.ts";
import { columnHeads } from "../components/heads.ts";
import { menu } from "../components/menu.ts";
import { panel } from "../components/panel.ts";
import { html, type Html } from "../html.ts";
import { icon } from "../icons.ts";
import { action, returning, type Frame } from "../layout.ts";
import { deviceHealth } from "./device-health.ts";
import { hoursText, prioritiesText } from "./hours.ts";
import { type OnCallMember, type ShownGroup } from "./model.ts";
import { reachNow } from "./now.ts";
import { deviceName, personName } from "../../core/text/person.ts";

export interface MembersModel {
  group: ShownGroup;
  members: readonly OnCallMember[];
  /** Users that can still be added. `via`: the schedule by which one belongs to the group already; absent: none. */
  others: readonly { email: string; name: string | null; via?: string }[];
}

export function membersPanel(frame: Frame, model: MembersModel): Html {
  const { group, members } = model;
  return panel(
    {
      id: "members-title",
      title: members.every(({ member }) => member.via === "member") ? "Members" : "People",
      count: members.length,
    },
    html`${
      members.length === 0
        ? empty("call", "Nobody is notified", "Add a member: incidents of this group reach nobody.")
        : html`<ul class="members">
            ${columnHeads("", "Person", "Now", "Devices")}
            ${members.map((one) => memberRow(frame, group, one))}
          </ul>`
    }
    ${addMember(frame, model)}`,
  );
}

function memberRow(frame: Frame, group: ShownGroup, one: OnCallMember): Html {
  const { user, member, devices, would } = one;
  const name = personName(user);
  const path = `/alert_groups/${group.id}/members/${user.id}`;
  const rules = hoursOf(group, member);
  const isMember = member.via === "member";
  return html`<li id="member-${user.id}">
    ${face(name)}
    <div>
      <a class="name" href="${frame.base}/users/${user.id}"><bdi>${name}</bdi></a>
      <small>${isMember ? user.role : html`<bdi>${reasonOf(member, group)}</bdi>`}</small>
    </div>
    <div>
      ${reachNow(would, frame)}
      <small
        >${[prioritiesText(member.minimum_priority), hoursText(rules)].filter(Boolean).join(" · ")}</small
      >
    </div>
    <div>
      ${
        devices.length === 0
          ? html`<a class="tone down" href="${frame.base}/users/${user.id}">Add a phone</a>`
          : devices.map(
              (device) =>
                html`<p><bdi>${deviceName(device)}</bdi> ${deviceHealth(device, frame)}</p>`,
            )
      }
    </div>
    ${
      frame.may.write && isMember
        ? html`<div class="acts">
            <a class="btn plain slim" href="${frame.base}${path}" aria-label="Edit hours of ${name}"
              >Edit hours</a
            >
            ${menu(
              `menu-${user.id}`,
              html`<span class="btn icon slim plain"
                >${icon("dots")}<span class="unseen">More actions: ${name}</span></span
              >`,
              action(frame, `${path}/delete`, "Remove from the group", {
                class: "plain",
                name: `Remove from the group: ${user.email}`,
              }),
            )}
          </div>`
        : null
    }
  </li>`;
}

function addMember(frame: Frame, { group, others }: MembersModel): Html | null {
  if (!frame.may.write) return null;
  if (others.length === 0)
    return html`<p class="pf">
      Every user is a member.
      ${frame.may.admin ? html`<a href="${frame.base}/users/new">Add a person</a>` : null}
    </p>`;
  return html`<form
    class="pf acts"
    method="post"
    action="${frame.base}/alert_groups/${group.id}/members"
  >
    ${returning(frame)}
    <label for="new-member">Add a member</label>
    <select class="in" id="new-member" name="email">
      ${others.map(
        ({ email, name, via }) =>
          html`<option value="${email}">
            ${name === null ? email : `${name} (${email})`}${via === undefined ? null : `, on call by ${via}`}
          </option>`,
      )}</select
    ><button class="btn slim">Add</button>
  </form>`;
}
