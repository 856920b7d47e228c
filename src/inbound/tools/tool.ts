/**
 * Shared by the formats of single tools. Each of them recognizes its bodies by two or three members, and states the meaning
 * of a body (`Facts`) in the words of its tool (`States`). The alert is made here.
 */
import type { Instant } from "../../core/model/model.ts";
import { contentsOf, unsaid, type Alert, type Contents } from "../alert.ts";
import { identityOf } from "../identity/identity.ts";
import { formatLabels, labelsOf } from "../labels.ts";
import { linksOf } from "../links.ts";
import type { Foreign } from "../members.ts";
import { alertTitle, onlyTest, summaryOf, timesOf, unnamed, word } from "../wording.ts";
import { withoutState } from "../identity/without-state.ts";

/** The meaning of each word of a tool, in lower case; null: it the word changes no incident. An unknown word fires. */
export type States = Readonly<Record<string, Alert["status"] | null>>;

/** The statements of a body, in the words of its tool. */
export interface Facts {
  /** The state as sent; null: none was. */
  state: string | null;
  /** Parts that identify the problem, and are equal in its firing and its end. */
  thing: readonly (string | null)[];
  /** The name of the problem. */
  name: string | null;
  /** Where it is. */
  place?: string | null;
  /** Texts for people, the most useful first. */
  texts?: readonly (string | null)[];
  severity?: string | null;
  value?: string | null;
  since?: Instant | null;
  ended?: Instant | null;
  labels?: Foreign;
  links?: [name: string, url: unknown][];
  /** The push of a test button. */
  test?: boolean;
  /** The tool never sends its end. */
  assumed?: boolean;
}

/** The contents of a body that says this. `tool`: a part of each identity, because many tools number their things from 1. */
export function contentsBy(tool: string, states: States, facts: Facts): Contents {
  const state = (facts.state ?? "").toLowerCase();
  const isKnown = Object.hasOwn(states, state);
  const status = facts.test ? "firing" : isKnown ? states[state]! : "firing";
  if (status === null)
    return nothing(`The state "${word(facts.state)}" opens and resolves nothing.`);
  const reported = isKnown || facts.test ? null : word(facts.state);
  return contentsOf([alertBy(tool, facts, status, reported)]);
}

/** The contents of a body of the tool that is about no problem; `why` is a sentence. */
export const nothing = (why: string): Contents => contentsOf([], why);

function alertBy(
  tool: string,
  facts: Facts,
  status: Alert["status"],
  reported_status: string | null,
): Alert {
  const { name, place = null, since = null, ended = null, test = false } = facts;
  const title = alertTitle(name ?? unnamed, place);
  const labels = labelsOf(facts.labels ?? {});
  const thing = facts.thing.filter((part) => part !== null);
  return {
    ...unsaid,
    identity: test
      ? "test"
      : identityOf(null, {}, [tool, ...(thing.length > 0 ? thing : [withoutState(title)])]),
    status,
    reported_status,
    title,
    summary: summaryOf(title, [
      test ? onlyTest : null,
      ...(facts.texts ?? []),
      formatLabels(labels, []),
      timesOf(status, since, ended),
    ]),
    severity: word(facts.severity ?? null),
    value: word(facts.value ?? null),
    since,
    ended_at: status === "resolved" ? ended : null,
    labels,
    links: linksOf(facts.links ?? []),
    test,
    assumed: facts.assumed ?? false,
  };
}

/** The title of a site or a check that is down; null: it has no name. */
export const isDown = (name: string | null): string | null =>
  name === null ? null : `${name} is down`;

/** The parts of a text such as `env:prod, host:web1`, in an order of their own. */
export const sortedList = (text: string | null): string | null =>
  text === null
    ? null
    : text
        .split(",")
        .map((part) => part.trim())
        .filter((part) => part !== "")
        .toSorted()
        .join(",");
