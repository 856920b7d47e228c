/**
 * Finds in a body of unknown shape the members that say which thing it is about: hosts, services, checks, labels, ids. They
 * are its identity, with its title. State, severity, times, values and texts are not: these differ between the firing of a
 * problem and its end. In doubt a member names a thing: a page too many is better than one too few.
 */
import { canonical } from "./identity.ts";
import { isPrivate } from "../labels.ts";
import {
  firstMembers,
  firstText,
  isObject,
  listOf,
  objectOf,
  plainName,
  sortedNames,
  textOf,
  type Foreign,
} from "../members.ts";

const set = (names: string): ReadonlySet<string> => new Set(names.split(" "));

/** Members that name a place, or a part of one. */
const places = set(
  "host hostname hostalias hostaddress alias instance instanceid node nodename nodeid server servername machine device devicename deviceid address ip ipaddress site location region zone availabilityzone datacenter cluster clustername namespace environment env account accountid tenant customer organization project projectid application app appname component service servicename serviceid servicedesc servicedescription source origin resource resourceid resourcename object objectname container containername pod deployment workload database db table queue topic volume filesystem mount mountpoint disk partition interface port domain unit labels tags alerttags dimensions scope alertscope",
);

/** Members that name one check of a place: with one of them, or a host and a service, the text is not compared. */
const checks = set(
  "check checkname checkid checkcommand monitor monitorname monitorid rule ruleid rulename alarm alarmname alarmid alertid alertcyclekey trigger triggerid triggername metric metricname sensor sensorid sensorname chart policy policyid policyname condition conditionid conditionname conditionname entity entityid entityname entitydisplayname endpoint endpointname target targets test testid testname job jobname jobid workflow pipeline issueid incidentid",
);

/** Ids that some tools give to the event and not to the problem: they count only in a body that names no other thing. */
const looseIds = set("id uid uuid guid eventid problemid");

/** Members whose own `id` is that of a problem, and not of an event. */
const problems = set("issue incident");

/** Names by which people know a thing, the nearest to the problem first. */
const subjects =
  "monitorname monitor checkname check endpointname endpoint servicename servicedesc service jobname job host hostname instance device devicename node resourcename resource component application sensor".split(
    " ",
  );

/** Members, labels and tags that differ between the firing of a problem and its end. */
const changing = set(
  "severity priority level state status alertstatus alertstate alerttype type messagetype notificationtype action event eventtype transition alerttransition newstatevalue oldstatevalue conclusion result outcome color healthy online up down ok success succeeded failed firing resolved recovered reachable available passing value values currentvalue count counter counts occurrences duration elapsed uptime at message msg text error errors cause errormessage body content description summary output longoutput details reason comment notes title subject url link links image images icon time date timestamp now",
);

/** True for a member, or a label, that differs between the firing of a problem and its end. */
export function isChanging(key: string): boolean {
  const name = plainName(key);
  return (
    changing.has(name) || /(?:state|status|severity|reason|time|date|stamp|since|until)$/.test(name)
  );
}

/** How deep things are looked for, and how many are read. */
const max = { depth: 4, things: 200 };

/** The things that a body names. */
export interface Things {
  /** Its parts as canonical texts, sorted. Empty: the body names no thing. */
  names: string[];
  /** Their names alone, as sent, places before checks. */
  values: string[];
  /** The name of the thing that people know best; null: it has ids only. */
  subject: string | null;
  /** Whether they name one check, so that the text is not compared. */
  isCheck: boolean;
}

/** The things that an object names, also in objects within it. `except`: members that were read otherwise. */
export function thingsIn(body: Foreign, except: readonly string[] = []): Things {
  const named: { name: string; text: string; shown: string | null }[] = [];
  const loose: string[] = [];
  const look = (object: Foreign, depth: number, owner: string): void => {
    for (const key of sortedNames(firstMembers(object))) {
      if (named.length >= max.things || (depth === 0 && except.includes(key))) continue;
      const own = plainName(key);
      const name = own === "id" && problems.has(owner) ? `${owner}id` : own;
      const value = object[key];
      if (places.has(name) || checks.has(name)) {
        // A metric that is a number is a value.
        const text = name === "metric" && typeof value === "number" ? null : thingText(value);
        if (text !== null) named.push({ name, text, shown: shownOf(value, text) });
      } else if (looseIds.has(name)) {
        const text = textOf(value);
        // Nagios and its heirs number the problem of something healthy 0.
        if (text !== null && text !== "0") loose.push(`${name}=${text}`);
      } else if (isObject(value) && depth < max.depth) look(value, depth + 1, name);
    }
  };
  look(body, 0, "");
  const has = (name: string) => named.some((thing) => thing.name.startsWith(name));
  const names = named.map(({ name, text }) => `${name}=${text}`);
  const short = (among: ReadonlySet<string>) =>
    named.flatMap(({ name, shown }) => (among.has(name) && shown !== null ? [shown] : []));
  return {
    subject: subjects.flatMap((name) => short(set(name)))[0] ?? null,
    values: [...new Set([...short(places), ...short(checks)])],
    names: (names.length > 0 ? names : loose).toSorted(),
    isCheck:
      named.some(({ name }) => checks.has(name)) ||
      (has("host") && has("service")) ||
      (names.length === 0 && loose.length > 0),
  };
}

/** The name of a thing for people: of an object its own; null: it has none. */
const shownOf = (value: unknown, text: string): string | null =>
  isObject(value) ? firstText(value, "name", "title") : /^[[{]/.test(text) ? null : text;

/** A value that names a thing, as text; null: it is empty. The order of a list and of members makes no difference. */
function thingText(value: unknown): string | null {
  if (!isObject(value) && !Array.isArray(value)) {
    const text = textOf(value);
    // "env:prod, team:shop" is a list, too.
    return text !== null && /^[^\s,:=]+[:=][^,]*,/.test(text) ? thingText(text.split(",")) : text;
  }
  const pairs = Object.entries(pairsOf(value))
    .filter(([name]) => !isChanging(name) && !isPrivate(name))
    .map(([name, its]) => `${name}:${its}`)
    .toSorted();
  return pairs.length === 0 ? null : JSON.stringify(pairs);
}

/**
 * Labels, tags and their like as an object, whichever way they were sent: as one, as a list of `{ key, value }`, or as a
 * list, or a text, of `key:value`. A tag without a value is a name with an empty one.
 */
export function pairsOf(sent: unknown): Record<string, string> {
  if (isObject(sent))
    return Object.fromEntries(
      Object.entries(objectOf(sent))
        .filter(([, value]) => value !== null && value !== undefined)
        .map(([name, value]) => [
          name,
          typeof value === "object" ? canonical(value) : (textOf(value) ?? ""),
        ]),
    );
  const items = typeof sent === "string" ? sent.split(",") : listOf(sent);
  const pairs = new Map<string, string[]>();
  for (const item of items.slice(0, 1_000)) {
    const [name, value] = pairOf(item);
    if (name !== "") pairs.set(name, [...(pairs.get(name) ?? []), value]);
  }
  return Object.fromEntries(
    [...pairs].map(([name, values]) => [name, [...new Set(values)].toSorted().join(", ")]),
  );
}

const keyNames = ["key", "name", "tag", "label", "k"];

function pairOf(item: unknown): [name: string, value: string] {
  if (isObject(item)) {
    const key = keyNames.find((name) => textOf(item[name]) !== null);
    if (key === undefined) return [canonical(item), ""];
    const value = item["value"] ?? item["v"] ?? null;
    return [
      textOf(item[key])!,
      typeof value === "object" && value !== null ? canonical(value) : (textOf(value) ?? ""),
    ];
  }
  const text = textOf(item) ?? "";
  const at = /[:=]/.exec(text)?.index;
  return at === undefined ? [text, ""] : [text.slice(0, at).trim(), text.slice(at + 1).trim()];
}

/** The members of an unknown body that stay the same while a problem lasts; all of them if none does. */
export function lastingMembers(body: Foreign): Foreign {
  const lasting = Object.entries(firstMembers(body)).filter(
    ([name]) => !isChanging(name) && !looseIds.has(plainName(name)),
  );
  return lasting.length === 0 ? body : Object.fromEntries(lasting);
}
