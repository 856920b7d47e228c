/** Where the buttons and links of a push lead: addresses of this service, as a phone would call them. Pure. */
import type { DuePush, PushAction } from "../core/paging/push.ts";
import type { ActionVerb } from "../core/access/signed-action.ts";

const labels: Record<ActionVerb, string> = {
  acknowledge: "Acknowledge",
  snooze: "Snooze 1 h",
  confirm: "I got it",
  here: "I am here",
  take_over: "Take over",
};

/** Verbs of a push that asks for an answer. */
const asking = new Set<ActionVerb>(["confirm", "here"]);

export interface Link {
  label: string;
  url: string;
}

export interface PushLinks {
  /** Buttons: a POST to `url` takes the action. */
  buttons: (Link & { verb: ActionVerb })[];
  /** The same actions as links to pages that have the button. */
  pages: Link[];
  /** The page of the incident; null: none. */
  open: string | null;
  /** Instructions for the incident, somewhere else; null: none. */
  runbook: string | null;
}

/** `site`: the public root address; null: phones cannot reach it, so pushes have no buttons. */
export function linksOf(due: DuePush, site: string | null): PushLinks {
  const runbook = due.runbook_url;
  if (site === null) return { buttons: [], pages: [], open: null, runbook };
  return {
    buttons: due.actions.map((action) => ({
      verb: action.verb,
      label: labelOf(action),
      url: `${site}/api/actions/${action.token}`,
    })),
    pages: due.actions.map((action) => ({
      label: asking.has(action.verb)
        ? `Open this link and press “${labels[action.verb]}”`
        : labelOf(action),
      url: `${site}/actions/${action.token}`,
    })),
    open: due.incident && `${site}/incidents/${due.incident.number}`,
    runbook,
  };
}

/** The same with less and less beside its text, for a message that must fit: all, the first button alone, and no link. */
export function fewerLinks(links: PushLinks): [PushLinks, PushLinks, PushLinks] {
  const none: PushLinks = { buttons: [], pages: [], open: null, runbook: null };
  const { buttons, pages, open } = links;
  return [links, { ...none, open, buttons: buttons.slice(0, 1), pages: pages.slice(0, 1) }, none];
}

/** `Take over #9` where the push is about several incidents. */
const labelOf = ({ verb, number }: PushAction): string =>
  number === undefined ? labels[verb] : `${labels[verb]} #${number}`;

/** For a push that asks for an answer by a link or a button, and has none; null otherwise. */
export const missingLink = (
  due: DuePush,
  site: string | null,
  what: "link" | "button" = "link",
): string | null =>
  site === null && due.actions.some(({ verb }) => verb === "confirm")
    ? `This message has no “I got it” ${what}: monitord needs an address that others can open (--site-url).`
    : null;

/** The message of a push with buttons; in place of one that asks to press a button, that it has none. */
export const messageWithButtons = (due: DuePush, site: string | null): string =>
  missingLink(due, site, "button") ?? due.text.message;
