/** People of a story whose pages are counted: each has a phone whose topic is their name. */
import { minutes, type World } from "./world.ts";

/** Contact hours of a group or a member, `08:00:00`. */
export const contactHours = (from: string, to: string) => ({
  contact_hours_all_day: false,
  contact_hours_from: from,
  contact_hours_to: to,
});

/** Makes a person with a phone, who joins the group under rules of their own, if there are any. */
export async function joins(world: World, name: string, group: { id: string }, rules: object = {}) {
  const email = `${name}@example.com`;
  const user = await world.api<{ id: string }>("POST", "/users", { email, name });
  await world.api("POST", `/users/${user.id}/devices`, { kind: "ntfy", target: name });
  await world.api("POST", `/alert_groups/${group.id}/members`, { email, ...rules });
  return user;
}

/** Lets an incident of a group open, and answers its monitor: _Shop_, which stays broken for ten hours. */
export async function breaks(world: World, group: { id: string }) {
  const monitor = await world.api<{ id: string; webhook_url: string }>(
    "POST",
    "/webhook_monitors",
    { title: "Shop", alert_group_id: group.id, error_rate_window_minutes: 600 },
  );
  await world.report(monitor);
  await world.settle();
  return monitor;
}

/** Makes groups of priority 1 without reminders, and people who can be changed later. `titles`: of the pushes that a phone got. */
export function teamOf(world: () => World) {
  const groupOf = (name: string, rules: object = {}) =>
    world().api<{ id: string }>("POST", "/alert_groups", {
      title: name,
      priority_level: 1,
      repeat_minutes: 0,
      ...rules,
    });
  const joins = (name: string, group: { id: string }, rules: object = {}) =>
    world().api("POST", `/alert_groups/${group.id}/members`, {
      email: `${name}@example.com`,
      ...rules,
    });
  async function person(name: string, ...groups: { id: string }[]) {
    const email = `${name}@example.com`;
    const { id } = await world().api<{ id: string }>("POST", "/users", { email });
    const phone = { kind: "ntfy", target: name };
    const device = await world().api<{ id: string }>("POST", `/users/${id}/devices`, phone);
    for (const group of groups) await joins(name, group);
    return { id, device: `/users/${id}/devices/${device.id}` };
  }
  /** A schedule through which groups are paged, with this person on call. */
  async function scheduleOf(person: { id: string }, ...groups: { id: string }[]) {
    const schedule = await world().api<{ id: string }>("POST", "/schedules", {
      title: "Nights",
      people: [person.id],
      notice_minutes: 0,
    });
    for (const { id } of groups)
      await world().api("PUT", `/alert_groups/${id}/schedules/${schedule.id}`, {});
    return schedule;
  }
  /** A person takes the shift from now on, for an hour and a half. */
  const takes = (person: { id: string }, schedule: { id: string }) =>
    world().api("POST", `/schedules/${schedule.id}/overrides`, {
      mode: "take",
      user_id: person.id,
      until: new Date(world().clock.now() + minutes(90)).toISOString().replace(/:\d\d\.\d+/, ":00"),
    });
  const titles = (name: string) =>
    world()
      .phone.messages(name)
      .map(({ title }) => title);
  return { groupOf, joins, person, scheduleOf, takes, titles };
}
